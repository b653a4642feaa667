#pragma once
// externals.hpp: what external C functions of the Modelica Standard Library do, written anew: tables, random numbers,
// files, and helpers for texts.

#include <saltus/front/modelica/random.hpp>
#include <saltus/front/modelica/values.hpp>

#include <span>
#include <string>

namespace saltus::modelica {

/// What such functions remember between calls.
struct Externals {
  ImpureRandom random;
  std::string  folder = {};  ///< of the model: where files are looked for
};

struct ExternalCall {
  const std::string& name;
  std::span<Value>   arguments;  ///< all known; those that the function writes are changed
  Value              result;
  std::string        problem;  ///< why it failed
  const char*        code = "S0604";
  Externals&         externals;
};

/// False: there is no such function (and no `problem`), or it failed.
bool call_external(ExternalCall& call);
bool is_known_external(std::string_view name);
/// Whether it gives different results for the same arguments, or acts on something else.
bool is_impure_external(std::string_view name);

}  // namespace saltus::modelica
