// sundials_absent.cpp: stands in for the methods of SUNDIALS where Saltus was built without it.

#include <saltus/integrate/method.hpp>

#include <saltus/core/error.hpp>

namespace saltus::integrate {

namespace {

[[noreturn]] void refuse(const char* method) {
  throw InputError(
      std::string("S0118: the method ") + method +
      " comes from SUNDIALS, and this Saltus was built without it. Install the package (Debian: apt-get "
      "install libsundials-dev) and build Saltus again in an empty build folder, or choose another method.");
}

}  // namespace

bool has_sundials() { return false; }

std::unique_ptr<Method> make_bdf(Tolerances, StepLimits, LinearSolverChoice) { refuse("bdf"); }
std::unique_ptr<Method> make_adams(Tolerances, StepLimits) { refuse("adams"); }

}  // namespace saltus::integrate
