#include "script.hpp"

#include <saltus/core/error.hpp>
#include <saltus/simulate/simulation.hpp>

#include <cmath>

namespace saltus::bench {

int Stage::perform(const Transition& transition, std::span<double> x, std::span<double> dx, std::span<double> q) {
  request_.keep.clear();
  request_.solve_for.clear();
  for (const Act& a : transition.acts) model_.act(*a.mode, transition.t, x, dx, q, a.fired, request_);
  return make_consistent(*transition.mode, transition.t, x, dx, q);
}

int Stage::make_consistent(const model::Mode& mode, double t, std::span<double> x, std::span<double> dx,
                           std::span<const double> q) {
  if (model_.form() == model::Form::explicit_ode) return 0;
  auto& equations = model_.equations(mode, q);
  events::Consistency::usual(equations, unknowns_);
  for (const int i : request_.keep) unknowns_.value[static_cast<std::size_t>(i)] = 0;
  for (const int i : request_.solve_for) unknowns_.value[static_cast<std::size_t>(i)] = 1;
  scale_.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) scale_[i] = tolerance_ + tolerance_ * std::abs(x[i]);
  const auto solved = consistency_.solve(equations, t, x, dx, unknowns_, scale_);
  return solved ? *solved : -1;
}

Rehearsal rehearse(const problems::Problem& p, model::Model& model) {
  constexpr double tolerance = 1e-10;
  Witness::Notes   notes;
  Simulation       simulation(std::make_unique<Witness>(model, notes), p.start,
                              {.t_start = p.t_start,
                               .t_end   = p.t_end,
                               .rtol    = tolerance,
                               .atol    = tolerance,
                               .method  = p.implicit ? MethodChoice::radau : MethodChoice::dop853,
                               .output  = Output::events});
  Rehearsal        r;
  simulation.run_until(p.t_start);
  r.opening       = {p.t_start,
                     {simulation.x().begin(), simulation.x().end()},
                     std::vector<double>(simulation.x().size()),
                     {simulation.discrete().begin(), simulation.discrete().end()},
                     notes.mode};
  auto& o         = r.opening;
  auto& equations = model.equations(*o.mode, o.q);
  if (equations.form() == model::Form::explicit_ode) equations.rhs(o.t, o.x, o.dx);
  else Stage(model, tolerance).make_consistent(*o.mode, o.t, o.x, o.dx, o.q);

  notes.acts.clear();
  const Outcome& end = simulation.run();
  if (!end.ok()) throw InputError(p.id + " cannot be rehearsed: " + end.message());
  const Run run = simulation.result();
  for (const Event& e : run.events()) {
    if (e.kind == Event::Kind::initial) continue;
    Transition k{.t = e.t, .mode = &model.mode(e.mode_after), .terminal = e.kind == Event::Kind::terminal};
    for (const Act& a : notes.acts)
      if (a.t == e.t) k.acts.push_back(a);
    r.transitions.push_back(std::move(k));
  }
  const auto& times = p.reference.event_times;
  if (p.reference.events_known && r.transitions.size() >= times.size())
    for (std::size_t i = 0; i < times.size(); ++i) r.transitions[i].t = times[i];
  return r;
}

}  // namespace saltus::bench
