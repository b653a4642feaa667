#pragma once
// families.hpp: how the families put their problems into the gallery. One function each, called by gallery.cpp in order.

#include <saltus/problems/problem.hpp>
#include <saltus/saltus.hpp>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace saltus::problems {

void add_mao_petzold(std::vector<Problem>& to);  // S-01, S-02, S-03
void add_tangency(std::vector<Problem>& to);     // S-04
void add_carver(std::vector<Problem>& to);       // S-05, S-07, S-09
void add_rectifier(std::vector<Problem>& to);    // S-06
void add_friction(std::vector<Problem>& to);     // S-08, clutch and pendulum of S-11
void add_thomsen(std::vector<Problem>& to);      // S-10, heater of S-11
void add_two_tanks(std::vector<Problem>& to);    // S-11
void add_balls(std::vector<Problem>& to);        // ball, R-22, R-32, R-39, R-52, R-53
void add_crossings(std::vector<Problem>& to);
void add_ends(std::vector<Problem>& to);         // Z-01 to Z-03
void add_order(std::vector<Problem>& to);
void add_consistency(std::vector<Problem>& to);
void add_borders(std::vector<Problem>& to);
void add_cost(std::vector<Problem>& to);         // thermostats, diffusion

/// A member of a model that is offered as a parameter.
template <class M>
struct Constant {
  const char* name;
  double M::* member;
  const char* description;
};

/// For Problem::make.
template <class M>
Maker maker(M m, std::size_t size = 0) {
  return [m, size] { return make_model(m, size); };
}
/// With parameters, which have the values that m has, unless they are given others.
template <class M>
Maker maker(M m, const std::vector<Constant<M>>& constants, std::size_t size = 0) {
  std::vector<Parameter> parameters;
  for (const auto& c : constants) parameters.push_back({c.name, m.*c.member, c.description});
  return {std::move(parameters), [m, constants, size](std::span<const double> values) {
            M other = m;
            for (std::size_t i = 0; i < constants.size(); ++i) other.*constants[i].member = values[i];
            return make_model(std::move(other), size);
          }};
}

/// For Problem::start, from a State<double> or Vars<double> with named members.
template <class M>
Start from(const trace::InitialOf<M>& initial) {
  return {.x = values_of(initial)};
}

/// first, first + step, ...: `count` times, each by one product.
inline std::vector<double> multiples(double step, int count, double first = 0) {
  std::vector<double> times;
  for (int k = 1; k <= count; ++k) times.push_back(first + k * step);
  return times;
}

}  // namespace saltus::problems
