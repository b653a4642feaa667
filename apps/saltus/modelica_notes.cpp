#include "modelica_notes.hpp"

#include <saltus/front/modelica/event_sources.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace saltus::cli {
namespace {

using modelica::SortedModel;
using modelica::Variable;

constexpr std::size_t most_lines = 3;

std::string joined(const std::vector<std::string>& list) {
  std::string out;
  for (const auto& item : list) out += (out.empty() ? "" : ", ") + item;
  return out;
}

std::string counted(std::size_t n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); }

const modelica::FlatVariable& of(const SortedModel& model, Variable v) {
  return model.flat.variables[static_cast<std::size_t>(v)];
}

/// The equations that determine a variable: its own, or those of its loop.
std::vector<int> equations_of(const SortedModel& model, Variable v) {
  const Variable wanted =
      of(model, v).derivative >= 0 && std::find(model.states.begin(), model.states.end(), v) != model.states.end()
          ? of(model, v).derivative
          : v;
  std::vector<int> out;
  for (const auto& b : model.blocks) {
    for (const auto& a : b.assignments)
      if (a.variable == wanted) return {a.equation};
    if (std::find(b.iteration.begin(), b.iteration.end(), wanted) == b.iteration.end()) continue;
    for (const auto& r : b.residuals) out.push_back(r.equation);
    return out;
  }
  return out;
}

std::string quote(const SortedModel& model, int equation) {
  return model.flat.quote(model.flat.equations[static_cast<std::size_t>(equation)]);
}

/// The first value on the way through the equations that is not finite.
std::optional<std::string> first_not_finite(const SortedModel& model, const std::vector<double>& values, double t) {
  for (const auto& b : model.blocks)
    for (const auto& a : b.assignments)
      if (const double value = values[static_cast<std::size_t>(a.variable)]; !std::isfinite(value))
        return fmt::format("{} gives {} at t = {:.12g}", quote(model, a.equation), value, t);
  return std::nullopt;
}

/// Discrete variables that would change again.
std::vector<std::string> restless(const modelica::HybridModel& hybrid, const std::vector<double>& values,
                                  std::span<const double> q) {
  std::vector<std::string> out;
  const auto&              model = hybrid.sorted();
  for (std::size_t k = 0; k < hybrid.layout().of_slot.size() && out.size() < most_lines; ++k) {
    const Variable v = hybrid.layout().of_slot[k];
    if (v < 0 || of(model, v).hidden || values[static_cast<std::size_t>(v)] == q[k]) continue;
    for (const int e : equations_of(model, v))
      out.push_back(fmt::format("{} changes `{}` again, from {:g} to {:g}", quote(model, e), of(model, v).name, q[k],
                                values[static_cast<std::size_t>(v)]));
  }
  return out;
}

/// The equations in which the relations concerned stand.
std::vector<std::string> with_relations(const SortedModel& model, const std::vector<std::string>& relations) {
  std::vector<std::string> out;
  for (const auto& e : model.flat.equations) {
    const std::string words = model.flat.text(e.right);
    const auto        in    = [&](const std::string& relation) { return words.find(relation) != std::string::npos; };
    if (out.size() < most_lines && std::any_of(relations.begin(), relations.end(), in))
      out.push_back(model.flat.quote(e));
  }
  return out;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> translation_of(const SortedModel& model) {
  std::vector<std::string> states, torn;
  for (const auto v : model.states) states.push_back(of(model, v).name);
  std::size_t loops = 0, largest = 0;
  for (const auto& b : model.blocks) {
    if (b.iteration.empty()) continue;
    ++loops;
    largest = std::max(largest, b.assignments.size() + b.residuals.size());
    for (const auto v : b.iteration) torn.push_back(of(model, v).name);
  }
  const auto hidden   = static_cast<int>(std::count_if(model.flat.variables.begin(), model.flat.variables.end(),
                                                       [](const auto& v) { return v.hidden && v.discrete; }));
  const int  unknowns = std::max(0, model.counts.unknowns - hidden);
  return {{"equations", fmt::format("{} for {} unknowns, and {} variables that are only other names", unknowns,
                                    unknowns, model.counts.aliases)},
          {"parameters", fmt::format("{}", model.flat.parameters.size())},
          {"states", states.empty() ? "none" : joined(states)},
          {"blocks", loops == 0 ? fmt::format("{}, no loops", model.blocks.size())
                                : fmt::format("{}, of them {}; the largest has {}", model.blocks.size(),
                                              counted(loops, "loop"), counted(largest, "equation"))},
          {"solved for", torn.empty() ? "nothing: all explicit" : joined(torn)},
          {"index", model.index == 0 ? "nothing had to be differentiated"
                                     : fmt::format("{}: equations were differentiated up to {}", model.index + 1,
                                                   counted(static_cast<std::size_t>(model.index), "time"))}};
}

std::vector<EventSourceNote> sources_of(const SortedModel& model) {
  std::vector<EventSourceNote> out;
  for (const auto& s : modelica::event_sources(model))
    out.push_back({.text  = s.text,
                   .kind  = s.kind,
                   .found = s.scheduled ? "scheduled" : "searched",
                   .event = !s.quiet,
                   .line  = model.flat.source == nullptr ? 0 : model.flat.source->position(s.place).line});
  return out;
}

std::vector<std::string> remarks_of(const model::Model& model) {
  std::vector<std::string> out;
  const auto*              hybrid = dynamic_cast<const modelica::HybridModel*>(&model);
  if (hybrid == nullptr) return out;
  for (const auto& r : hybrid->remarks()) {
    const auto& check = hybrid->sorted().flat.checks[static_cast<std::size_t>(r.check)];
    const bool  ends  = check.kind == modelica::Check::Kind::terminate;
    std::string text  = r.text;
    if (const auto end = text.find('\n'); end != std::string::npos)
      text = fmt::format("{} ({})", text.substr(0, end), text.substr(end + 1));
    out.push_back(ends ? fmt::format("the model ended the run: {}", text)
                       : fmt::format("a warning of the model at t = {:.6g}: {}", r.t, text));
  }
  return out;
}

std::vector<std::string> lines_behind(const std::shared_ptr<const SortedModel>& sorted, const Outcome& outcome,
                                      std::span<const double> x, std::span<const double> q) {
  using Reason = Outcome::Reason;
  std::vector<std::string> out;
  if (outcome.reason == Reason::assertion_failed || outcome.reason == Reason::cancelled) return out;
  modelica::HybridModel hybrid(sorted);
  if (x.size() != hybrid.size() || q.size() != hybrid.layout().slots()) return out;
  const auto values = hybrid.values(outcome.t, x, q);
  if (outcome.reason == Reason::did_not_settle || outcome.reason == Reason::no_progress) {
    out = restless(hybrid, values, q);
    return out.empty() ? with_relations(*sorted, outcome.names) : out;
  }
  if (const auto culprit = first_not_finite(*sorted, values, outcome.t)) out.push_back(*culprit);
  for (std::size_t v = 0; v < sorted->flat.variables.size() && out.empty(); ++v) {
    const auto& name = sorted->flat.variables[v].name;
    if (std::find(outcome.names.begin(), outcome.names.end(), name) == outcome.names.end()) continue;
    for (const int e : equations_of(*sorted, static_cast<Variable>(v)))
      if (out.size() < most_lines) out.push_back(quote(*sorted, e));
  }
  for (const auto& f : sorted->flat.functions)
    if (const std::string why = f.failure ? f.failure() : std::string(); !why.empty() && out.size() < most_lines)
      out.push_back(fmt::format("the function `{}` fails: {}", f.name, why));
  return out;
}

}  // namespace saltus::cli
