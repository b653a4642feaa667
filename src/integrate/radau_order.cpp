#include <saltus/integrate/radau_order.hpp>

#include <saltus/integrate/radau_control.hpp>
#include <saltus/integrate/radau_iia.hpp>
#include <saltus/integrate/step_control.hpp>

#include <algorithm>
#include <cmath>

namespace saltus::integrate {

namespace {

constexpr double safety         = 0.9;
constexpr double other_work     = 3;     // of a step, in evaluations: error estimate, polynomial, search for events
constexpr double gain           = 0.85;  // of the cost, below which the order is changed
constexpr double stretch_to_end = largest_stretch - 1;  // by which a last step may be longer than the others
constexpr double steepest       = 0.3;                  // contraction beyond which a higher order is not tried

const InsideError& inside(std::size_t stages) {
  return stages == 3 ? radau_iia<3>.inside : stages == 5 ? radau_iia<5>.inside : radau_iia<7>.inside;
}

/// The error of u within a step per b_k with k = stages + 1.
double error_per_derivative(std::size_t stages) {
  return std::max(inside(stages).integral * static_cast<double>(stages + 1), inside(stages).product);
}

/// Newton iterations from the polynomial before, continued.
double iterations(std::size_t stages, double contraction) {
  const double start = accepted_error * inside(stages).beyond / inside(stages).integral;  // in tolerances
  const double psi   = std::clamp(contraction, 1e-10, 0.9);
  return std::max(1.0, 0.5 + std::log(start / newton_tolerance) / -std::log(psi));
}

}  // namespace

Prospect prospect(const StepSeen& seen, std::size_t stages, const Ahead& ahead) {
  const double here = error_per_derivative(seen.stages), there = error_per_derivative(stages);
  const double b_next = seen.error / here;  // k = seen.stages + 1
  double       error  = seen.error;
  if (stages < seen.stages) error = there * seen.b_before;
  if (stages > seen.stages) {
    const double tiny = 1e-300;
    const double ratio =
        std::max(b_next / std::max(seen.b_last, tiny), std::sqrt(b_next / std::max(seen.b_before, tiny)));
    error = there * b_next * ratio * ratio;
  }
  const double stretch = safety * std::pow(std::max(error, 1e-10), -1.0 / static_cast<double>(stages + 1));
  Prospect     p{.stages = stages, .length = std::min(seen.h * stretch, ahead.longest)};

  const double q           = p.length / seen.h;
  const double contraction = seen.contraction * q * std::sqrt(q);     // h^2 where it is not stiff, h where it is
  const double renewal     = contraction > good_contraction ? 1 : 0;  // of Jacobian and factors, in each step
  const double work        = static_cast<double>(stages) * (iterations(stages, contraction) + renewal) + other_work;
  p.cost                   = work / p.length;
  if (std::isfinite(ahead.way))
    p.cost = work * std::max(1.0, std::ceil(ahead.way / p.length - stretch_to_end)) / ahead.way;
  if (stages > seen.stages && contraction > steepest) p.cost = INFINITY;
  return p;
}

Prospect best_order(const StepSeen& seen, std::size_t least, std::size_t most, const Ahead& ahead) {
  Prospect     best = prospect(seen, seen.stages, ahead);
  const double bar  = gain * best.cost;
  bool         left = false;
  for (const std::size_t stages : {seen.stages - 2, seen.stages + 2}) {
    if (stages < least || stages > most) continue;
    const Prospect other = prospect(seen, stages, ahead);
    if (other.cost >= (left ? best.cost : bar)) continue;
    best = other;
    left = true;
  }
  return best;
}

}  // namespace saltus::integrate
