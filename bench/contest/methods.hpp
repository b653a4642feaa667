#pragma once
// methods.hpp: which methods of Saltus there are, and what they are for.

#include <saltus/core/error.hpp>
#include <saltus/integrate/method.hpp>
#include <saltus/simulate/options.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace saltus::bench {

/// Every method that a user can name. Those on SUNDIALS count from the moment that MethodChoice knows them.
template <class Choice = MethodChoice>
std::vector<Choice> own_methods() {
  std::vector<Choice> all = {Choice::tsit5, Choice::dop853, Choice::radau};
  if constexpr (requires { Choice::bdf; }) all.push_back(Choice::bdf);
  if constexpr (requires { Choice::adams; }) all.push_back(Choice::adams);
  return all;
}

/// Implicit models need an implicit method.
template <class Choice>
bool suits(Choice method, bool implicit) {
  if (!implicit) return true;
  if constexpr (requires { Choice::bdf; })
    if (method == Choice::bdf) return true;
  return method == Choice::radau || method == Choice::automatic;
}

/// The bare method, without anything of Saltus around it.
template <class Choice = MethodChoice, class Tolerances = integrate::Tolerances>
std::unique_ptr<integrate::Method> make_bare(Choice method, Tolerances tolerances) {
  const integrate::StepLimits limits;
  if constexpr (requires {
                  Choice::bdf;
                  make_bdf(tolerances, limits);
                })
    if (method == Choice::bdf) return make_bdf(std::move(tolerances), limits);
  if constexpr (requires {
                  Choice::adams;
                  make_adams(tolerances, limits);
                })
    if (method == Choice::adams) return make_adams(std::move(tolerances), limits);
  switch (method) {
    case Choice::tsit5: return integrate::make_tsit5(std::move(tolerances), limits);
    case Choice::dop853: return integrate::make_dop853(std::move(tolerances), limits);
    case Choice::radau: return integrate::make_radau(std::move(tolerances), limits);
    default: throw InputError("the bench has no bare " + std::string(to_text(method)));
  }
}

}  // namespace saltus::bench
