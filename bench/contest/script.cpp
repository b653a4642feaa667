#include "script.hpp"

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

}  // namespace saltus::bench
