#pragma once
// linear_solver_choice.hpp: how the linear systems of an implicit method are solved.

#include <string_view>

namespace saltus {

enum class LinearSolverChoice {
  automatic,  ///< dense, banded or sparse, from the size and the pattern of the Jacobian
  dense,      ///< LU of the full matrix
  banded,     ///< LU within the band, after a reordering that makes it narrow
  sparse,     ///< KLU: LU of the nonzeros
  gmres,      ///< Krylov iterations with products of the model's derivatives; for very large systems
};
std::string_view to_text(LinearSolverChoice choice);

}  // namespace saltus
