// A discrete variable is a number.
#include <saltus/saltus.hpp>

#include <string>

struct Labelled {
  template <class Real>
  struct State {
    Real y;
  };
#ifndef WITHOUT_THE_MISTAKE
  template <class Real>
  struct Memory {
    std::string label;
  };
#else
  template <class Real>
  struct Memory {
    int label = 0;
  };
#endif
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s, const Memory<Real>&) const {
    return {-s.y};
  }
};

auto model = saltus::make_model(Labelled{});
