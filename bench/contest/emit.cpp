// saltus_bench_emit: the explicit problems of the gallery for solvers in Python: right-hand sides and switching functions
// as source, and per stretch between events what a user's event handler would do.

#include "contest.hpp"
#include "python_source.hpp"
#include "script.hpp"

#include <saltus/core/error.hpp>
#include <saltus/simulate/simulation.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <optional>
#include <set>

namespace saltus::bench {
namespace {

constexpr std::size_t largest_n    = 100;
constexpr double      held_at_zero = 1e-9;  // such a function has no sign that it could lose
constexpr int         samples      = 16;    // per stretch, to see how large a switching function is there

struct Stretch {
  const model::Mode*            mode = nullptr;
  std::vector<double>           q;
  double                        from = 0, to = 0;
  std::map<int, double>         size, first, last;  ///< of g, by surface: largest, just after the start, at the end
  std::optional<nlohmann::json> reset;
};

/// x⁺ = A x⁻ + b, found by trying; nothing when the actions are not of that kind. Given as [i, row of A, b_i] for the
/// components that change.
std::optional<nlohmann::json> affine_reset(model::Model& model, const Transition& k, std::span<const double> x,
                                           std::span<const double> dx, const std::vector<double>& q) {
  const std::size_t   n = x.size();
  model::ResetRequest request;
  const auto          act = [&](std::vector<double> at) {
    auto memory = q;
    for (const Act& a : k.acts) model.act(*a.mode, k.t, at, dx, memory, a.fired, request);
    return at;
  };
  const std::vector<double>        here(x.begin(), x.end());
  const auto                       image = act(here);
  std::vector<std::vector<double>> A(n, std::vector<double>(n));
  std::vector<double>              b = image, probe = here, expected(n, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    const double step  = 0x1p-10;
    auto         moved = here;
    moved[j] += step;
    const double real = moved[j] - here[j];
    const auto   to   = act(moved);
    for (std::size_t i = 0; i < n; ++i) {
      A[i][j] = (to[i] - image[i]) / real;
      if (std::abs(A[i][j] - std::round(A[i][j] * 1e6) / 1e6) < 1e-10) A[i][j] = std::round(A[i][j] * 1e6) / 1e6;
    }
    probe[j] += 0.003 * (1 + static_cast<double>(j % 3));
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) b[i] -= A[i][j] * here[j];
  const auto there = act(probe);
  for (std::size_t i = 0; i < n; ++i) {
    expected[i] = b[i];
    for (std::size_t j = 0; j < n; ++j) expected[i] += A[i][j] * probe[j];
    if (std::abs(expected[i] - there[i]) > 1e-9 * (1 + std::abs(there[i]))) return std::nullopt;
  }
  nlohmann::json rows = nlohmann::json::array();
  for (std::size_t i = 0; i < n; ++i) {
    bool identity = b[i] == 0;
    for (std::size_t j = 0; j < n; ++j) identity = identity && A[i][j] == (i == j ? 1 : 0);
    if (!identity) rows.push_back({i, A[i], b[i]});
  }
  return rows;
}

bool watched(const model::Surface& g) { return !g.of_time && !g.constant && !g.black_box; }

/// The script with what has to be known about each stretch, by walking along the true solution.
std::optional<std::vector<Stretch>> stretches_of(const problems::Problem& p, model::Model& model, const Rehearsal& r) {
  Witness::Notes       notes;
  Simulation           along(std::make_unique<Witness>(model, notes), p.start,
                             {.t_start = p.t_start,
                              .t_end   = p.t_end,
                              .rtol    = 1e-10,
                              .atol    = 1e-10,
                              .method  = MethodChoice::dop853,
                              .output  = Output::events});
  std::vector<double>  registers, dx(r.opening.x.size()), q = r.opening.q;
  std::vector<Stretch> all;
  const model::Mode*   mode = r.opening.mode;
  double               from = p.t_start;
  for (std::size_t k = 0; k <= r.transitions.size(); ++k) {
    Stretch s;
    s.mode = mode;
    s.q    = q;
    s.from = from;
    s.to   = k < r.transitions.size() ? r.transitions[k].t : p.t_end;
    for (int i = 1; i <= samples; ++i) {
      // The first look is just after the start, the last one just before the end.
      const double part = i == 1 ? 1e-6 : i == samples ? 1 - 1e-9 : static_cast<double>(i) / samples;
      along.run_until(s.from + part * (s.to - s.from));
      for (const auto id : s.mode->surfaces) {
        const auto& g = model.catalogue().surface(id);
        if (!watched(g)) continue;
        registers.resize(std::max(registers.size(), g.g.registers() + 1));
        const double v = g.g.operator()<double>(
            [&](const model::Program::Input& in) {
              const auto at = static_cast<std::size_t>(in.index);
              return in.kind == model::Op::time ? along.t() : in.kind == model::Op::variable ? along.x()[at] : s.q[at];
            },
            registers);
        if (i == 1) s.first[id] = v;
        s.last[id] = v;
        s.size[id] = std::max(s.size[id], std::abs(v));
      }
    }
    if (k < r.transitions.size()) {
      const Transition& t = r.transitions[k];
      s.reset             = affine_reset(model, t, along.x(), dx, s.q);
      if (!s.reset) return std::nullopt;
      auto                x = std::vector<double>(along.x().begin(), along.x().end());
      model::ResetRequest request;
      for (const Act& a : t.acts) model.act(*a.mode, t.t, x, dx, q, a.fired, request);
      mode = t.mode;
      from = t.t;
    }
    all.push_back(std::move(s));
    if (k < r.transitions.size() && (r.transitions[k].terminal || r.transitions[k].t == p.t_end)) break;
  }
  return all;
}

std::optional<nlohmann::json> emit(const problems::Problem& p, std::string& why) {
  const auto model = p.make();
  if (p.implicit || model->size() > largest_n || !model->rigorous()) {
    why = p.implicit ? "implicit" : model->size() > largest_n ? "too large" : "black box";
    return std::nullopt;
  }
  const auto rehearsal = rehearse(p, *model);
  const auto stretches = stretches_of(p, *model, rehearsal);
  if (!stretches) {
    why = "a reset is not affine";
    return std::nullopt;
  }
  // What comes to zero at the end of some stretch of a mode is what its user would stop at.
  std::map<int, std::set<int>> stops;
  const auto                   comes_to_zero = [](const Stretch& s, int id) {
    return std::abs(s.last.at(id)) <= 1e-6 * s.size.at(id) && s.first.at(id) != 0;
  };
  for (const Stretch& s : *stretches)
    for (const auto& [id, size] : s.size)
      if (s.to != p.t_end && comes_to_zero(s, id)) stops[s.mode->id].insert(id);

  nlohmann::json modes = nlohmann::json::object(), surfaces = nlohmann::json::object(), list = nlohmann::json::array();
  auto           dag = model->catalogue().dag;  // a copy: differences a - b may be new nodes
  for (const Stretch& s : *stretches) {
    modes[std::to_string(s.mode->id)] = python_function("rhs", dag, s.mode->equations, false);
    nlohmann::json watch = nlohmann::json::array(), ends = nlohmann::json::array();
    for (const auto& [id, size] : s.size) {
      const auto&       g          = model->catalogue().surface(id);
      const model::Node difference = dag.binary(model::Op::sub, g.a, g.b);
      surfaces[std::to_string(id)] = python_function("g", dag, std::span(&difference, 1), true);
      const bool stop              = stops[s.mode->id].contains(id) && size > held_at_zero;
      watch.push_back({{"surface", id}, {"terminal", stop}, {"direction", !stop ? 0 : s.first.at(id) > 0 ? -1 : 1}});
      if (stop && comes_to_zero(s, id)) ends.push_back(id);
    }
    list.push_back({{"mode", s.mode->id}, {"q", s.q}, {"to", s.to}, {"watch", watch}, {"ends", ends}});
    if (s.reset) list.back()["reset"] = *s.reset;
  }
  const auto&    r     = p.reference;
  auto           names = model->catalogue().names.variables;
  nlohmann::json final = nlohmann::json::array();
  for (const auto& [name, value] : r.final)
    if (const auto at = std::find(names.begin(), names.end(), name); at != names.end() && r.final_known)
      final.push_back({at - names.begin(), value});
  return nlohmann::json{{"id", p.id},
                        {"t_start", p.t_start},
                        {"t_end", p.t_end},
                        {"x", rehearsal.opening.x},
                        {"modes", modes},
                        {"surfaces", surfaces},
                        {"stretches", list},
                        {"final", final},
                        {"time_scale", r.time_scale},
                        {"condition", r.condition},
                        {"events_known", r.events_known},
                        {"pair_depth", std::min(r.pair_depth, 1e300)},
                        {"expected", r.event_times.size()}};
}

int run(int argc, char** argv) {
  std::vector<std::string> chosen;
  std::string              out;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::string(argv[i]) == "--problem") chosen = split(argv[i + 1]);
    else if (std::string(argv[i]) == "--out") out = argv[i + 1];
  }
  if (out.empty()) throw InputError("saltus_bench_emit --out models.json [--problem ID[,ID...]]");
  nlohmann::json models = nlohmann::json::array();
  for (const auto& p : problems::gallery()) {
    if (!takes_part(p) || (!chosen.empty() && std::find(chosen.begin(), chosen.end(), p.id) == chosen.end())) continue;
    std::string why;
    if (auto m = emit(p, why)) models.push_back(*m);
    else fmt::print(stderr, "not for Python: {} ({})\n", p.id, why);
  }
  std::ofstream(out) << models.dump() << '\n';
  return 0;
}

}  // namespace
}  // namespace saltus::bench

int main(int argc, char** argv) {
  try {
    return saltus::bench::run(argc, argv);
  } catch (const std::exception& e) {
    fmt::print(stderr, "{}\n", e.what());
    return 2;
  }
}
