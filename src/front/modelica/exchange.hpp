#pragma once
// exchange.hpp: which state should change places with which dependent variable.
//
// Problem    constraints A_d d + A_c c = 0 for small changes d of dependent variables and c of states. How well do the
//            states determine the rest, and what would do better?
// Method     M = A_d^-1 A_c, by Gauss-Jordan elimination with row pivots. Exchanging d_i and c_j multiplies |det A_d| by
//            |M_ij|, so an exchange pays where that is large, and a choice with no large entry is a good one.
// Reference  Goreinov, Oseledets, Savostyanov, Tyrtyshnikov & Zamarashkin, How to find a good submatrix, 2010 (maxvol).
// Invariant  exchanges by more than a factor > 1 come to an end: |det A_d| grows.
// Cost       m^2 (m + k) for m dependent variables and k states, less what is zero. Nothing is allocated once it has grown.

#include <cstddef>
#include <span>
#include <vector>

namespace saltus::modelica {

class Exchange {
 public:
  struct Best {
    std::size_t dependent = 0, chosen = 0;
    double      gain = 0;  ///< infinite: the constraints do not determine the dependent variables at all
  };

  /// An empty matrix for these numbers of variables.
  void begin(std::size_t dependent, std::size_t chosen);
  /// Column: a dependent variable, or the number of these + a state.
  double& at(std::size_t row, std::size_t column) { return a_[row * width_ + column]; }
  /// The exchange that gains most. `size`, by column: a change of what counts as one in that variable; the larger, the
  /// less it is wanted as a state.
  Best best(std::span<const double> size);

 private:
  bool eliminate();

  std::size_t         rows_ = 0, width_ = 0;
  std::vector<double> a_;
};

}  // namespace saltus::modelica
