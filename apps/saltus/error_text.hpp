#pragma once
// error_text.hpp: every error of the program has the same shape, whoever found it.
//
//   error[S0312]: the discrete part did not settle at t = 2.4187
//     = concerned: p > p_max, p < p_min
//     = values: p = 2e+05, p_max = 2e+05
//   help: each value of these conditions makes the other one true. ...
//         `saltus explain S0312` says more.

#include "console.hpp"

#include <saltus/core/error.hpp>
#include <saltus/simulate/outcome.hpp>

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace saltus::cli {

struct Diagnostic {
  std::string              code;      ///< "S0312"; empty where there is none
  std::string              headline;  ///< what is wrong, with the user's names and values, without a full stop
  std::vector<std::string> notes   = {};
  std::string              help    = {};  ///< the way out
  std::string              excerpt = {};  ///< of a model's text: "--> file:line:column", the line, what is underlined

  bool operator==(const Diagnostic&) const = default;
};

/// The problems in the text of an error, one for each line that begins with a code: its first sentence says what is
/// wrong, what follows, also on lines of their own, is help, and indented lines are notes. A text without a code is one
/// problem.
std::vector<Diagnostic> diagnostics(std::string_view text);
std::vector<Diagnostic> diagnostics(const InputError& error);

/// Why a run ended early.
Diagnostic diagnostic(const Outcome& outcome);

std::string            render(const Diagnostic& d, const Style& style);
nlohmann::ordered_json to_json(const Diagnostic& d);  ///< code, message (the headline), notes, help

/// "S0312: " at the beginning of a text: how long it is, or 0.
std::size_t code_length(std::string_view text);

}  // namespace saltus::cli
