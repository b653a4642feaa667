// Something that cannot be called as a model.
#include <saltus/saltus.hpp>

struct Thing {
#ifdef WITHOUT_THE_MISTAKE
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {-s.y};
  }
#endif
};

auto model = saltus::make_model(Thing{}, 1);
