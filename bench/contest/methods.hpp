#pragma once
// methods.hpp: which methods of Saltus there are, and what they are for.

#include <saltus/integrate/method.hpp>
#include <saltus/simulate/options.hpp>

#include <memory>
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

/// The bare method, without anything of Saltus around it; null where the bench cannot make one.
inline std::unique_ptr<integrate::Method> make_bare(MethodChoice method, integrate::Tolerances tolerances) {
  switch (method) {
    case MethodChoice::tsit5: return integrate::make_tsit5(std::move(tolerances), {});
    case MethodChoice::dop853: return integrate::make_dop853(std::move(tolerances), {});
    case MethodChoice::radau: return integrate::make_radau(std::move(tolerances), {});
    default: return nullptr;
  }
}

}  // namespace saltus::bench
