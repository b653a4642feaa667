// external_water.cpp: region 3 of water and steam, inverted (externals.hpp).
//
// Problem    the equation of region 3 is f(d, T); models want it from p and T, p and h, or p and s.
// Method     d(p, T): Newton from the dense side for the liquid, from the thin side for the vapour, where p(d) bends such
//            that each step stays on its side. T(p, h) and T(p, s): the Illinois method on T, along which h and s ascend;
//            below the critical pressure on the side of the saturation line that h or s says.
// Reference  IAPWS R7-97(2012), as in water_tables.hpp.
// Cost       about 10 evaluations of f for d, about 10 times that for T.

#include <saltus/front/modelica/external_call.hpp>
#include <saltus/front/modelica/water_tables.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace saltus::modelica {

namespace {

constexpr double gas_constant = 461.526, critical_T = 647.096, critical_p = 22.064e6, critical_d = 322;
constexpr double log_factor = 1.0658070028513;  // n_1 of region 3
constexpr double lowest_T = 623.15, densest = 780;

struct State3 {
  double p, dp_dd, h, s;
};

State3 state3(double d, double T) {
  const double delta = d / critical_d, tau = critical_T / T;
  double       f = log_factor * std::log(delta), fd = log_factor / delta, fdd = -fd / delta, ft = 0;
  for (const auto& [i, j, n] : water::region_3) {
    const double t = n * std::pow(delta, i) * std::pow(tau, j);
    f += t;
    fd += i * t / delta;
    fdd += i * (i - 1) * t / (delta * delta);
    ft += j * t / tau;
  }
  const double rt = gas_constant * T;
  return {.p     = d * rt * delta * fd,
          .dp_dd = rt * delta * (2 * fd + delta * fdd),
          .h     = rt * (tau * ft + delta * fd),
          .s     = gas_constant * (tau * ft - f)};
}

double saturation_temperature(double p) {
  const auto&  n = water::saturation;
  const double b = std::pow(p / 1e6, 0.25);
  const double e = b * b + n[2] * b + n[5], f = n[0] * b * b + n[3] * b + n[6], g = n[1] * b * b + n[4] * b + n[7];
  const double d = -2 * g / (f + std::sqrt(f * f - 4 * e * g)), sum = n[9] + d;
  return (sum - std::sqrt(sum * sum - 4 * (n[8] + n[9] * d))) / 2;
}

enum class Side { liquid, vapour };

double density3(double p, double T, Side side) {
  double low = 1e-3, high = densest;
  double d = side == Side::liquid ? densest : p / (gas_constant * T);
  for (int k = 0; k < 60; ++k) {
    const State3 at         = state3(d, T);
    (at.p > p ? high : low) = d;
    double next             = d - (at.p - p) / at.dp_dd;
    if (!(at.dp_dd > 0) || next <= low || next >= high) next = std::midpoint(low, high);  // beyond the critical point
    if (std::abs(next - d) <= 1e-13 * d) return next;
    d = next;
  }
  return d;
}

/// Below the critical temperature the saturation line decides.
Side side_of(double p, double T) {
  if (T >= critical_T) return p > critical_p ? Side::liquid : Side::vapour;
  return T < saturation_temperature(std::min(p, critical_p)) || p > critical_p ? Side::liquid : Side::vapour;
}

/// The state of region 3 where `what` (h or s) has a value: d and T.
template <class What>
void find_state3(double p, double wanted, What what, double& d, double& T) {
  double low = lowest_T, high = 863.15;
  Side   side = p > critical_p ? Side::liquid : Side::vapour;
  if (p < critical_p) {
    const double boils                  = saturation_temperature(p);
    const double liquid                 = what(state3(density3(p, boils, Side::liquid), boils)),
                 vapour                 = what(state3(density3(p, boils, Side::vapour), boils));
    side                                = wanted <= std::midpoint(liquid, vapour) ? Side::liquid : Side::vapour;
    (side == Side::liquid ? high : low) = boils;
  }
  const auto excess = [&](double t) {
    d = density3(p, t, side);
    return what(state3(d, t)) - wanted;
  };
  double below = excess(low), above = excess(high);
  T = std::abs(below) < std::abs(above) ? low : high;
  if (below * above < 0) {
    int last = 0;
    for (int k = 0; k < 80 && high - low > 1e-12 * high; ++k) {
      T                = (below * high - above * low) / (below - above);
      const double now = excess(T);
      if (now == 0) return;
      if ((now > 0) == (above > 0)) {
        high = T, above = now;
        if (last == 1) below /= 2;
        last = 1;
      } else {
        low = T, below = now;
        if (last == -1) above /= 2;
        last = -1;
      }
    }
  }
  d = density3(p, T, side);
}

template <double State3::*what>
bool give_state3(ExternalCall& c) {  // (p, h or s, d, T)
  double d = 0, T = 0;
  find_state3(
      num(c, 0), num(c, 1), [](const State3& s) { return s.*what; }, d, T);
  c.arguments[2] = real(d), c.arguments[3] = real(T);
  return true;
}

bool give_density3(ExternalCall& c) {  // (p, T, 1: liquid, 2: vapour, 0: whatever is stable)
  const double p = num(c, 0), T = num(c, 1), phase = num(c, 2);
  return gives(c, density3(p, T, phase == 1 ? Side::liquid : phase == 2 ? Side::vapour : side_of(p, T)));
}

}  // namespace

void add_water(ExternalFunctions& to) {
  to["saltus_water_density3"]  = give_density3;
  to["saltus_water_state3_ph"] = give_state3<&State3::h>;
  to["saltus_water_state3_ps"] = give_state3<&State3::s>;
}

}  // namespace saltus::modelica
