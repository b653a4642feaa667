#pragma once
// error.hpp: what goes wrong, by whose hand it did.
//
//   InputError    the caller's: thrown by the call that received the input, before the first step
//   BugInSaltus   ours: a broken invariant; never an abort
//   (a run that cannot go on is neither: it returns an Outcome, see simulate/outcome.hpp)

#include <stdexcept>
#include <string>

namespace saltus {

/// Wrong input. `what()` lists every problem found, each with a stable code, the place, the value and the way out.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A mistake of ours. Please report it with the model that showed it.
class BugInSaltus : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace saltus

#if defined(SALTUS_ASSERTIONS)
#define SALTUS_ASSERT(claim)                                                                                         \
  do {                                                                                                               \
    if (!(claim)) throw ::saltus::BugInSaltus(std::string(__FILE__) + ":" + std::to_string(__LINE__) + ": " #claim); \
  } while (false)
#else
#define SALTUS_ASSERT(claim) static_cast<void>(0)
#endif
