#pragma once
// comparison.hpp: two results, signal by signal.

#include "tube.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace saltus::cli {

/// A result as it was read: names[0] is time.
struct NamedResult {
  std::string                      label;  ///< for messages: the file
  std::vector<std::string>         names;
  std::vector<std::vector<double>> columns;
};

struct CompareOptions {
  double                   rtol   = 1e-3;          ///< of the largest value of the signal in the reference
  double                   atol   = 1e-6;          ///< in the units of the signal
  std::optional<double>    time   = std::nullopt;  ///< none: `default_time` of the span of the reference
  std::vector<std::string> select = {};            ///< patterns; empty: everything
};
inline constexpr double default_time = 1e-5;

struct SignalDistance {
  std::string name;
  Tube        tube;
  Distance    distance;                         ///< a: result, b: reference
  std::size_t in_result = 0, in_reference = 0;  ///< columns
  double      straight_lines = 0;  ///< in units of the tube: how wrong straight lines between rows may be at that place

  bool inside() const { return distance.size <= 1; }
};

struct Comparison {
  double                      time           = 0;
  std::vector<SignalDistance> signals        = {};  ///< the worst first
  std::vector<std::string>    only_in_result = {}, only_in_reference = {};
  std::pair<double, double>   result_span = {}, reference_span = {};

  std::size_t outside() const;
  bool        spans_agree() const;  ///< to within the tolerance of time
};

/// Turns results that run backward around, and throws InputError (S0515, S0517) where there is nothing to compare.
Comparison compare(NamedResult& result, NamedResult& reference, const CompareOptions& options);

}  // namespace saltus::cli
