#pragma once
// words.hpp: the names that the language itself defines, as an enumeration: a comparison of text per name, once.

#include <saltus/front/modelica/lexer.hpp>

#include <vector>

namespace saltus::modelica {

// clang-format off
enum class Word : std::uint8_t {
  none,
  // functions
  abs, acos, asin, atan, atan2, cos, cosh, exp, log, log10, sin, sinh, sqrt, tan, tanh, sign, floor, ceil, integer, div, mod, rem,
  min, max, der, pre, edge, change, initial, terminal, sample, noEvent, smooth, homotopy, semiLinear, delay, String, Integer,
  assert_, terminate, reinit, sum, product, size, fill, zeros, ones, identity, diagonal, cat, linspace, vector, matrix, scalar, symmetric,
  skew, outerProduct, ndims, transpose, cross, array, promote, getInstanceName, cardinality, spatialDistribution, pure, Real, Boolean,
  // names
  time, StateSelect, AssertionLevel,
  // attributes
  start, fixed, nominal, stateSelect, unit, quantity, displayUnit, unbounded,
  // annotations
  derivative, order, noDerivative, zeroDerivative, smoothOrder, GenerateEvents, Inline, LateInline, Evaluate, experiment, StartTime, StopTime, Tolerance,
  Interval, Impure,
};
// clang-format on

class Words {
 public:
  explicit Words(const NameTable& names);
  static std::vector<std::string_view> built_in();  ///< names that are functions, or near to one
  Word                                 operator()(Name n) const {
                                    return n >= 0 && static_cast<std::size_t>(n) < of_.size() ? of_[static_cast<std::size_t>(n)] : Word::none;
  }

 private:
  std::vector<Word> of_;
};

}  // namespace saltus::modelica
