#include <saltus/front/modelica/initial.hpp>

#include <saltus/core/error.hpp>
#include <saltus/front/modelica/matching.hpp>

#include <Eigen/Dense>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <optional>

namespace saltus::modelica {

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr const char* remove_one =
    "remove an initial equation or a `fixed = true` among these: the start is determined without it";
constexpr int    most_modes = 60, most_iterations = 60;
constexpr double enough   = 1e-11;  // of the scaled Newton correction
constexpr double eps      = std::numeric_limits<double>::epsilon();
constexpr double in_doubt = 1e-9;  // a relation that so small a change of the solution, in units of its size, turns round

/// Where to begin, by the names of variables; others begin at their start values.
using Guess = std::unordered_map<std::string, double>;

class InitialProblem {
 public:
  InitialProblem(HybridModel& model, double t, std::vector<double> q, const Guess& guess) : model_(model), t_(t) {
    const auto& variables = model.sorted().flat.variables;
    for (const Variable v : model.layout().of_component) {
      const bool clock = v < 0;
      const auto i     = static_cast<std::size_t>(std::max(v, 0));
      const auto known = clock ? guess.end() : guess.find(variables[i].name);
      const bool given = clock || (variables[i].fixed && static_cast<int>(held_.size()) < model.layout().states);
      point_.x.push_back(clock ? 0.0 : known == guess.end() || given ? variables[i].start : known->second);
      scale_.push_back(clock ? 1.0 : std::max(std::abs(variables[i].nominal), 1e-3 * std::abs(variables[i].start)));
      held_.push_back(given);
    }
    point_.q = std::move(q);
  }

  InitialPoint solve() {
    const auto start = point_;
    for (const auto way :
         {&InitialProblem::all_at_once, &InitialProblem::one_at_a_time, &InitialProblem::along_the_kinks}) {
      point_ = start;
      try {
        if ((this->*way)()) return finish();
      } catch (const InputError&) {  // truth values under which there is no solution; another way may pass them by
        if (!first_failure_) first_failure_ = std::current_exception();
      }
    }
    if (first_failure_) std::rethrow_exception(first_failure_);
    throw InputError(
        fmt::format("S0609: the initial problem does not settle: {} sets of truth values were tried, and "
                    "each solution demands another.\nhelp: give start values nearer to the solution.",
                    visited_.size()));
  }

 private:
  // ---- truth values ---------------------------------------------------------------------------------------------------

  /// The truth values of each solution are those of the next problem, until they repeat. False: in a circle.
  bool all_at_once() {
    for (int k = 0; k < most_modes; ++k) {
      take_system();
      if (k > 0 && system_.key == visited_.back()) return true;
      if (met()) return false;
      visited_.push_back(system_.key);
      solve_mode();
    }
    return false;
  }

  /// Of the relations that a solution contradicts only one changes: the first that leads to truth values not met so far.
  bool one_at_a_time() {
    visited_.clear();
    take_system();
    for (int k = 0; k < most_modes; ++k) {
      visited_.push_back(system_.key);
      solve_mode();
      const auto held = signs_;
      if (!turn_one(held)) return true;
      if (met()) return false;
    }
    return false;
  }
  /// False: nothing is contradicted.
  bool turn_one(const std::vector<model::Sign>& held) {
    const auto& catalogue = model_.catalogue();
    bool        any       = false;
    for (const auto& c : std::vector(system_.consultations)) {
      auto trial = held;
      catalogue.visit_relations(c.condition, [&](model::RelationId r) {
        const auto id = static_cast<std::size_t>(catalogue.relation(r).surface);
        if (const auto found = clear_sign(catalogue.surface(static_cast<model::SurfaceId>(id)))) trial[id] = *found;
      });
      if (catalogue.truth(c.condition, trial) == c.holds) continue;
      any    = true;
      signs_ = trial;
      take_system_under_signs();
      if (!met()) return true;
    }
    return any;
  }
  /// The sign of a surface at the point, unless a small change of the solution turns it round.
  std::optional<model::Sign> clear_sign(const model::Surface& surface) {
    const double value = numbers_.all(surface.g, t_, point_.x, {}, point_.q)[0];
    double       doubt = 0;
    for (const auto& in : surface.g.inputs()) {
      if (in.kind != model::Op::variable) continue;
      double&      x     = point_.x[static_cast<std::size_t>(in.index)];
      const double exact = x;
      x += in_doubt * (scale_[static_cast<std::size_t>(in.index)] + std::abs(x));
      doubt += std::abs(numbers_.all(surface.g, t_, point_.x, {}, point_.q)[0] - value);
      x = exact;
    }
    if (!(std::abs(value) > doubt)) return std::nullopt;
    return static_cast<model::Sign>(value > 0 ? 1 : -1);
  }

  /// Newton's method through the kinks: truth values are those of the point at every turn.
  bool along_the_kinks() {
    moving_ = true;
    take_system();
    choose();
    newton();
    moving_ = false;
    return true;
  }

  bool met() const { return std::find(visited_.begin(), visited_.end(), system_.key) != visited_.end(); }

  void take_system() {
    for (int k = 0; k < most_modes; ++k) {
      signs_.clear();
      system_ = model_.initial_system(t_, point_.x, point_.q, signs_);
      if (!take_past()) return;
    }
  }
  void take_system_under_signs() {
    for (int k = 0; k < most_modes; ++k) {
      system_ = model_.initial_system(t_, point_.x, point_.q, signs_);
      if (!take_past()) return;
    }
  }

  std::size_t rows() const { return system_.residuals.outputs(); }

  /// pre(v) as the initial equations say; whether that is news.
  bool take_past() {
    const auto values = numbers_.all(system_.past, t_, point_.x, {}, point_.q);
    bool       news   = false;
    for (std::size_t k = 0; k < values.size(); ++k) {
      double& q = point_.q[static_cast<std::size_t>(system_.slots[k])];
      news      = news || q != values[k];
      q         = values[k];
    }
    return news;
  }

  // ---- numbers --------------------------------------------------------------------------------------------------------

  Vector residual() {
    if (moving_) take_system();
    const auto r = numbers_.all(system_.residuals, t_, point_.x, {}, point_.q);
    return Eigen::Map<const Vector>(r.data(), static_cast<Eigen::Index>(r.size()));
  }

  /// Columns of the unknowns, scaled.
  Matrix jacobian(const std::vector<int>& columns) {
    using T           = Dual<double, 4>;
    const auto& p     = system_.residuals;
    const auto  width = static_cast<int>(columns.size());
    Matrix      j(static_cast<Eigen::Index>(rows()), width);
    work_.resize(p.registers() + 1);
    std::vector<int> lane(point_.x.size());
    for (int first = 0; first < width; first += 4) {
      std::fill(lane.begin(), lane.end(), -1);
      for (int k = first; k < std::min(first + 4, width); ++k)
        lane[static_cast<std::size_t>(columns[static_cast<std::size_t>(k)])] = k - first;
      p.run<T>(
          [&](const model::Program::Input& in) -> T {
            const auto i = static_cast<std::size_t>(in.index);
            if (in.kind == model::Op::time) return T(t_);
            if (in.kind != model::Op::variable) return T(in.kind == model::Op::discrete ? point_.q[i] : 0.0);
            T v(point_.x[i]);
            if (lane[i] >= 0) v.d[static_cast<std::size_t>(lane[i])] = scale_[i];
            return v;
          },
          std::span<T>(work_));
      for (std::size_t r = 0; r < rows(); ++r) {
        const T value = p.output<T>(r, std::span<const T>(work_));
        for (int k = first; k < std::min(first + 4, width); ++k)
          j(static_cast<Eigen::Index>(r), k) = value.d[static_cast<std::size_t>(k - first)];
      }
    }
    return j;
  }

  /// Which components are solved for: as many as there are equations, iteration variables before states, states without a
  /// start value before those with one, and each only if it adds to what is determined.
  void choose() {
    unknowns_.clear();
    point_.assumed.clear();
    const auto&      variables = model_.sorted().flat.variables;
    const int        states    = model_.layout().states;
    std::vector<int> order;
    for (std::size_t i = 0; i < held_.size(); ++i)
      if (!held_[i]) order.push_back(static_cast<int>(i));
    const auto rank = [&](int c) {
      if (c >= states) return 0;
      const auto& v = variables[static_cast<std::size_t>(model_.layout().of_component[static_cast<std::size_t>(c)])];
      return (v.free_parameter ? 1 : v.start_given ? 3 : 2);
    };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return rank(a) < rank(b); });
    if (order.size() <= rows()) {
      unknowns_ = order;
      return;
    }
    Matrix j = jacobian(order);
    for (Eigen::Index r = 0; r < j.rows(); ++r)
      if (const double size = j.row(r).cwiseAbs().maxCoeff(); size > 0 && std::isfinite(size)) j.row(r) /= size;
    // Gaussian elimination, column by column in that order.
    std::vector<char> used(rows(), 0);
    for (std::size_t k = 0; k < order.size() && unknowns_.size() < rows(); ++k) {
      const auto   c     = static_cast<Eigen::Index>(k);
      Eigen::Index pivot = -1;
      for (Eigen::Index r = 0; r < j.rows(); ++r)
        if (used[static_cast<std::size_t>(r)] == 0 && std::abs(j(r, c)) > 1e-9 &&
            (pivot < 0 || std::abs(j(r, c)) > std::abs(j(pivot, c))))
          pivot = r;
      const bool iteration = order[k] >= states;
      if (pivot < 0 && !iteration) continue;
      unknowns_.push_back(order[k]);
      if (pivot < 0) continue;
      used[static_cast<std::size_t>(pivot)] = 1;
      for (Eigen::Index r = 0; r < j.rows(); ++r)
        if (used[static_cast<std::size_t>(r)] == 0 && j(r, c) != 0) j.row(r) -= j(r, c) / j(pivot, c) * j.row(pivot);
    }
    for (const int c : order)
      if (c < states && std::find(unknowns_.begin(), unknowns_.end(), c) == unknowns_.end())
        point_.assumed.push_back(model_.catalogue().names.variables[static_cast<std::size_t>(c)]);
  }

  /// Under fixed truth values: what one equation alone determines, then blocks that determine each other, then all
  /// together. The first two only give a good start to the last, which says what is wrong.
  void solve_mode() {
    solve_alone();
    choose();
    solve_by_blocks();
    newton();
    take_start_values();
  }

  /// Newton's method leaves rounding errors where a start value itself is the solution. What is at rest is at rest: no
  /// relation shall see it move by 1e-30.
  void take_start_values() {
    const auto& variables = model_.sorted().flat.variables;
    for (const int c : unknowns_) {
      const auto     i = static_cast<std::size_t>(c);
      const Variable v = model_.layout().of_component[i];
      if (v < 0) continue;
      const double start = variables[static_cast<std::size_t>(v)].start;
      if (std::abs(point_.x[i] - start) <= 4 * eps * (scale_[i] + std::abs(start))) point_.x[i] = start;
    }
  }

  /// Rows with one unknown that is not yet known.
  void solve_alone() {
    std::vector<char> known(held_), done(rows(), 0);
    for (bool more = true; more;) {
      more = false;
      for (std::size_t r = 0; r < rows(); ++r) {
        if (done[r] != 0) continue;
        int  unknown = -1;
        bool alone   = true;
        for (const int c : system_.uses[r])
          if (known[static_cast<std::size_t>(c)] == 0) alone = unknown < 0, unknown = c;
        if (unknown < 0 || !alone) continue;
        done[r] = 1;
        if (improve({static_cast<int>(r)}, {unknown}) != Ending::solved) continue;
        known[static_cast<std::size_t>(unknown)] = 1;
        more                                     = true;
      }
    }
  }

  void solve_by_blocks() {
    Bipartite        graph{.columns = static_cast<int>(unknowns_.size()), .rows = {}};
    std::vector<int> column(point_.x.size(), -1);
    for (std::size_t k = 0; k < unknowns_.size(); ++k)
      column[static_cast<std::size_t>(unknowns_[k])] = static_cast<int>(k);
    for (const auto& uses : system_.uses) {
      auto& row = graph.rows.emplace_back();
      for (const int c : uses)
        if (column[static_cast<std::size_t>(c)] >= 0) row.push_back(column[static_cast<std::size_t>(c)]);
    }
    const Matching matching = match(graph);
    if (!matching.perfect()) return;
    const auto blocks = components(graph.rows, matching.of_column);
    if (blocks.size() < 2) return;
    for (const auto& block : blocks) {
      std::vector<int> unknowns;
      for (const int r : block)
        unknowns.push_back(unknowns_[static_cast<std::size_t>(matching.of_row[static_cast<std::size_t>(r)])]);
      improve(block, unknowns);
    }
  }

  void newton() {
    if (unknowns_.empty()) return;
    std::vector<int> all(rows());
    std::iota(all.begin(), all.end(), 0);
    Ending ending = improve(all, unknowns_);
    if (ending == Ending::not_finite && leave_zero()) ending = improve(all, unknowns_);
    if (ending == Ending::stuck && rows() > unknowns_.size()) fail(too_many(), residual(), remove_one);
    switch (ending) {
      case Ending::solved: return;
      case Ending::not_finite: fail("the equations are not finite at the start values", residual());
      case Ending::no_slope: fail("the derivatives of the equations are not finite", residual());
      case Ending::stuck: fail("the initial problem cannot be solved from these start values", residual());
      case Ending::slow: fail("the initial problem does not converge", residual());
    }
  }

  /// Zero is the start value of what has none, and the worst of all for quotients and roots. Unknowns without a start value
  /// become different small parts of their nominal values. False: there are none.
  bool leave_zero() {
    bool any = false;
    for (const int c : unknowns_) {
      const auto     i = static_cast<std::size_t>(c);
      const Variable v = model_.layout().of_component[i];
      if (v < 0 || model_.sorted().flat.variables[static_cast<std::size_t>(v)].start_given || point_.x[i] != 0)
        continue;
      point_.x[i] = scale_[i] * (0.05 + 0.1 * std::fmod(0.7548776662 * (c + 1), 1.0));
      any         = true;
    }
    return any;
  }

  enum class Ending { solved, not_finite, no_slope, stuck, slow };

  /// Damped Newton on some rows for some unknowns. The point becomes what was found, also when it is no solution, as long
  /// as it is nearer to one.
  Ending improve(const std::vector<int>& rows, const std::vector<int>& unknowns) {
    const auto picked = [&](const Vector& r) { return Vector(r(rows)); };
    Vector     r      = picked(residual());
    for (int k = 0; k < most_iterations; ++k) {
      if (!r.allFinite()) return Ending::not_finite;
      Matrix j = jacobian(unknowns)(rows, Eigen::all);
      if (!j.allFinite()) return Ending::no_slope;
      // Rows to the same size, so that one residual in bars and one in pascals count the same.
      Vector weight(j.rows()), rounding(j.rows());
      for (Eigen::Index i = 0; i < j.rows(); ++i) {
        const double size = j.row(i).cwiseAbs().maxCoeff();
        weight(i)         = size > 0 ? 1 / size : 1;
        j.row(i) *= weight(i);
        rounding(i) = 1;
        for (std::size_t c = 0; c < unknowns.size(); ++c) {
          const auto at = static_cast<std::size_t>(unknowns[c]);
          rounding(i) += std::abs(j(i, static_cast<Eigen::Index>(c)) * point_.x[at] / scale_[at]);
        }
        rounding(i) *= 64 * eps;
      }
      const Vector scaled = weight.array() * r.array();
      const Vector step   = shortest_step(j, scaled, unknowns);
      const double size = step.cwiseAbs().maxCoeff(), norm = scaled.norm();
      if (norm == 0) return Ending::solved;
      const bool at_rounding = (scaled.cwiseAbs().array() <= rounding.array()).all();
      for (double length = 1;; length *= 0.5) {
        const auto before = point_.x;
        apply(unknowns, step, length);
        const Vector tried = picked(residual());
        const double now   = (weight.array() * tried.array()).matrix().norm();
        if (tried.allFinite() && (now <= (1 - 0.1 * length) * norm || (length == 1 && now <= 1e-12 * (1 + norm)))) {
          r = tried;
          if (length == 1 && (size <= enough || at_rounding)) return Ending::solved;
          break;
        }
        point_.x = before;
        if (at_rounding) return Ending::solved;
        if (length < 1e-6) return size < 1e-8 ? Ending::solved : Ending::stuck;
      }
    }
    return Ending::slow;
  }

  /// Where the equations leave something open (the force in a brake that holds what is at rest anyway), algebraic variables
  /// stay what they are, and states follow.
  Vector shortest_step(const Matrix& j, const Vector& residual, const std::vector<int>& unknowns) const {
    constexpr double reluctant = 1e-6;
    Vector           ease      = Vector::Ones(j.cols());
    for (std::size_t c = 0; c < unknowns.size(); ++c)
      if (unknowns[c] >= model_.layout().states) ease(static_cast<Eigen::Index>(c)) = reluctant;
    return ease.asDiagonal() * (j * ease.asDiagonal()).completeOrthogonalDecomposition().solve(Vector(-residual));
  }

  void apply(const std::vector<int>& unknowns, const Vector& step, double length) {
    for (std::size_t k = 0; k < unknowns.size(); ++k) {
      const auto i = static_cast<std::size_t>(unknowns[k]);
      point_.x[i] += length * step(static_cast<Eigen::Index>(k)) * scale_[i];
    }
  }

  InitialPoint finish() {
    const Vector r = residual();
    if (rows() > 0 && !(r.cwiseAbs().maxCoeff() <= 1e-6 * (1 + largest())))
      fail(rows() > unknowns_.size() ? too_many() : "the initial equations contradict each other", r, remove_one);
    return point_;
  }
  std::string too_many() const {
    const auto more = rows() - unknowns_.size();
    return fmt::format("{} condition{} too many for the start, and they contradict each other", more,
                       more == 1 ? "" : "s");
  }
  double largest() const {
    double size = 0;
    for (const double v : point_.x) size = std::max(size, std::abs(v));
    return size;
  }

  /// What a row says, in the user's words.
  std::string row_text(std::size_t row) const {
    const auto& sorted = model_.sorted();
    const auto  text   = [&](const FlatEquation& e) { return sorted.flat.quote(e); };
    for (const Block& b : sorted.blocks) {
      if (row < b.residuals.size())
        return text(sorted.flat.equations[static_cast<std::size_t>(b.residuals[row].equation)]);
      row -= b.residuals.size();
    }
    const int from = system_.rows[row];
    if (from >= 0) return text(sorted.initial[static_cast<std::size_t>(from)]);
    const auto& v = sorted.flat.variables[static_cast<std::size_t>(-1 - from)];
    return fixed_text(v);
  }
  std::string fixed_text(const FlatVariable& v) const {
    const std::string line = model_.sorted().flat.line(v.place);
    return fmt::format("{}{}`{}` is fixed at its start value {:.6g}", line, line.empty() ? "" : ": ", v.name, v.start);
  }

  [[noreturn]] void fail(std::string_view what, const Vector& r,
                         std::string_view help = "give start values nearer to the solution, or fix other variables") {
    // The equations that are farthest from being true.
    std::string text = fmt::format("S0609: {}.", what);
    const auto  far  = [&](Eigen::Index i) {
      return std::isfinite(r(i)) ? std::abs(r(i)) : std::numeric_limits<double>::infinity();
    };
    std::vector<Eigen::Index> order(static_cast<std::size_t>(r.size()));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return far(a) > far(b); });
    std::vector<char> shown(held_.size(), 0);
    for (std::size_t k = 0; k < std::min<std::size_t>(3, order.size()); ++k) {
      if (k > 0 && far(order[k]) == 0) break;
      const auto   row = static_cast<std::size_t>(order[k]);
      const double off = r(order[k]);
      text += fmt::format("\n  = {}, off by {}", row_text(row), std::isnan(off) ? "NaN" : fmt::format("{:.3g}", off));
      for (const int c : system_.uses[row]) shown[static_cast<std::size_t>(c)] = 1;
    }
    text += values_text(shown);
    throw InputError(fmt::format("{}\nhelp: {}.", text, help));
  }

  /// Of the components that occur in the equations shown: which are fixed, and where the others are.
  std::string values_text(const std::vector<char>& shown) const {
    constexpr int most = 6;
    std::string   fixed, free;
    int           listed = 0;
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const Variable v = model_.layout().of_component[i];
      if (shown[i] == 0 || v < 0 || listed++ >= most) continue;
      const FlatVariable& x = model_.sorted().flat.variables[static_cast<std::size_t>(v)];
      if (held_[i]) fixed += "\n  = " + fixed_text(x);
      else free += fmt::format("{}{} = {:.6g}", free.empty() ? "" : ", ", x.name, point_.x[i]);
    }
    return fixed + (free.empty() ? "" : "\n  = values: " + free);
  }

  HybridModel&                  model_;
  double                        t_;
  InitialPoint                  point_;
  std::vector<double>           scale_;
  std::vector<char>             held_;
  std::vector<int>              unknowns_;
  HybridModel::InitialSystem    system_;
  std::vector<model::Sign>      signs_;    ///< under which it was made
  std::vector<std::vector<int>> visited_;  ///< truth values
  std::exception_ptr            first_failure_;
  bool                          moving_ = false;  ///< truth values follow the point
  NodeValues                    numbers_;
  std::vector<Dual<double, 4>>  work_;
};

}  // namespace

namespace {

InitialPoint find_from(HybridModel& model, double t, const Guess& guess) {
  auto q = model.initial_discrete();
  // A delayed value is what the expression is at the start, which depends on it at most by a detour.
  constexpr int most_rounds = 50;
  for (int k = 0; k < most_rounds; ++k) {
    InitialPoint found   = InitialProblem(model, t, q, guess).solve();
    auto         delayed = found.q;
    if (!model.take_delayed(t, found.x, delayed)) return found;
    for (const auto& d : model.layout().delays)
      q[static_cast<std::size_t>(d.value)] = delayed[static_cast<std::size_t>(d.value)];
  }
  throw InputError(
      "S0609: the values before the start that delay(...) reads do not settle: each makes another.\n"
      "help: give start values nearer to the solution.");
}

/// The values of a point by name, as a guess for a model that is nearly the same.
Guess values_at(HybridModel& model, double t, const InitialPoint& point) {
  Guess       guess;
  const auto  values    = model.values(t, point.x, point.q);
  const auto& variables = model.sorted().flat.variables;
  for (std::size_t v = 0; v < variables.size(); ++v) guess.emplace(variables[v].name, values[v]);
  return guess;
}

/// From the simplified model to the actual one, each solution the guess for the next, in steps that are halved where that
/// fails. (Sielemann et al., Robust initialization of differential-algebraic equations using homotopy, Modelica 2011.)
Guess follow_homotopy(const std::function<std::shared_ptr<SortedModel>()>& make_eased, double t) {
  constexpr double shortest = 1e-3;
  const auto       eased    = make_eased();
  Guess            guess;
  const auto       at = [&](double ease) {
    eased->flat.variables[static_cast<std::size_t>(eased->flat.ease)].start = ease;
    HybridModel model(std::make_shared<const SortedModel>(*eased));
    guess = values_at(model, t, find_from(model, t, guess));
  };
  at(0);
  for (double reached = 0, step = 0.25; reached < 1;) {
    const double next = std::min(1.0, reached + step);
    try {
      at(next);
      reached = next;
      step *= 2;
    } catch (const InputError&) {
      step *= 0.5;
      if (step < shortest) throw;
    }
  }
  return guess;
}

}  // namespace

InitialPoint find_initial(HybridModel& model, double t) {
  const auto& eased = model.sorted().eased;
  if (!eased) return find_from(model, t, {});
  try {
    return find_from(model, t, {});
  } catch (const InputError&) { return find_from(model, t, follow_homotopy(eased, t)); }
}

}  // namespace saltus::modelica
