#include <saltus/problems/diffusion.hpp>
#include <saltus/problems/families.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <utility>

namespace saltus::problems {

std::vector<std::string> Diffusion::names() const {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < cells; ++i) {
    list.push_back(fmt::format("q[{}]", i));
    list.push_back(fmt::format("u[{}]", i));
  }
  return list;
}

namespace {

/// The exact solution of the discretised rod: modes cos(a_k (i + 1/2)), a_k = (2 k + 1) pi / (2 cells), which decay at
/// rates 4 cells^2 sin^2(a_k / 2), about a steady state that is linear in x.
class Modes {
 public:
  explicit Modes(const Diffusion& rod) : rod_(rod), distance_(rod.cells) {
    for (std::size_t k = 0; k < rod.cells; ++k) {
      const double a = (2 * static_cast<double>(k) + 1) * std::numbers::pi / (2 * static_cast<double>(rod.cells));
      const double s = 2 * static_cast<double>(rod.cells) * std::sin(a / 2);
      angle_.push_back(a);
      rate_.push_back(s * s);
      // The steady state with the heater on, as a sum of modes: source over rate.
      steady_.push_back(2 * std::cos(a / 2) * rod.P / (s * s));
      distance_[k] = -steady_[k];  // from a cold rod, heater on
    }
  }

  /// Temperature of a cell at a time after the last switch.
  double at(std::size_t cell, double time) const {
    const double x   = (static_cast<double>(cell) + 0.5) * rod_.width();
    double       sum = on_ ? rod_.P * (1 - x) : 0;
    for (std::size_t k = 0; k < rate_.size() && rate_[k] * time < 50; ++k)
      sum += distance_[k] * std::exp(-rate_[k] * time) * std::cos(angle_[k] * (static_cast<double>(cell) + 0.5));
    return sum;
  }
  /// When the sensor reaches its level.
  double wait() const {
    constexpr double stride = 1e-3;  // the modes that reach the sensor are slower
    const double     level  = on_ ? rod_.high : rod_.low;
    const auto       beyond = [&](double time) { return (at(rod_.sensor(), time) >= level) == on_; };
    double           a      = stride;
    while (!beyond(a + stride)) a += stride;
    double b = a + stride;
    for (int halving = 0; halving < 60; ++halving) {
      const double middle      = (a + b) / 2;
      (beyond(middle) ? b : a) = middle;
    }
    return b;
  }
  void toggle(double time) {
    for (std::size_t k = 0; k < rate_.size(); ++k)
      distance_[k] = distance_[k] * std::exp(-rate_[k] * time) + (on_ ? steady_[k] : -steady_[k]);
    on_ = !on_;
  }

 private:
  Diffusion           rod_;
  bool                on_ = true;
  std::vector<double> angle_, rate_, steady_;
  std::vector<double> distance_;  ///< from the steady state, by modes, at the last switch
};

}  // namespace

Problem diffusion(std::size_t n) {
  const Diffusion rod{.cells = n / 2};
  Problem         p{
              .id       = fmt::format("diffusion_{}", 2 * rod.cells),
              .case_id  = "diffusion",
              .title    = fmt::format("heated rod of {} cells under a thermostat", rod.cells),
              .source   = "own, closed form",
              .make     = maker(rod,
                                {{"P", &Diffusion::P, "flux of the heater while it is on"},
                                 {"high", &Diffusion::high, "temperature of the sensor at which it goes off"},
                                 {"low", &Diffusion::low, "and on"}},
                                2 * rod.cells),
              .start    = {.x = std::vector<double>(2 * rod.cells, 0.0)},
              .t_end    = 6,
              .implicit = true,
  };
  Modes  modes(rod);
  double t = 0;
  for (;;) {
    const double wait = modes.wait();
    if (t + wait > p.t_end) break;
    p.reference.event_times.push_back(t += wait);
    modes.toggle(wait);
  }
  for (const std::size_t cell : {std::size_t{0}, rod.sensor(), rod.cells - 1})
    p.reference.final.emplace_back(fmt::format("u[{}]", cell), modes.at(cell, p.t_end - t));
  return p;
}

}  // namespace saltus::problems
