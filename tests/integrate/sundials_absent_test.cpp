// A Saltus built without SUNDIALS: linked with sundials_absent.cpp, which is what such a build contains.

#include <saltus/core/error.hpp>
#include <saltus/integrate/method.hpp>
#include <saltus/simulate/simulate.hpp>

#include <gtest/gtest.h>

namespace saltus {
namespace {

struct Decay {
  template <class Real>
  struct State {
    Real x;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {-s.x};
  }
};

TEST(WithoutSundials, TheOtherMethodsWork) {
  EXPECT_FALSE(integrate::has_sundials());
  EXPECT_NEAR(simulate(Decay{}, {.x = 1}, {.t_end = 1}).final("x"), std::exp(-1.0), 1e-6);
}

TEST(WithoutSundials, AskingForItsMethodsNamesThePackageAndTheWayOut) {
  for (const auto method : {MethodChoice::bdf, MethodChoice::adams}) try {
      simulate(Decay{}, {.x = 1}, {.t_end = 1, .method = method});
      FAIL() << "no error for " << to_text(method);
    } catch (const InputError& e) {
      const std::string text = e.what();
      EXPECT_EQ(text.find("S0118: the method " + std::string(to_text(method)) + " "), 0u) << text;
      EXPECT_NE(text.find("apt-get install libsundials-dev"), std::string::npos) << text;
      EXPECT_NE(text.find("build Saltus again"), std::string::npos) << text;
    }
}

}  // namespace
}  // namespace saltus
