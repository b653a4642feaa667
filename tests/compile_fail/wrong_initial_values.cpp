// The start of a model with named states is not a vector.
#include <saltus/saltus.hpp>

#include <vector>

struct Decay {
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {-s.y};
  }
};

#ifndef WITHOUT_THE_MISTAKE
auto run = saltus::simulate(Decay{}, std::vector<double>{1.0}, {.t_end = 1});
#else
auto run = saltus::simulate(Decay{}, {.y = 1.0}, {.t_end = 1});
#endif
