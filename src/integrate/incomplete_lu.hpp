#pragma once
// incomplete_lu.hpp: an LU that keeps the pattern of the matrix, to precondition Krylov iterations.
//
// Problem    M close to A whose factors have no more entries than A.
// Method     ILU(0): elimination by rows that drops what falls outside of the pattern. Equations of a DAE have zeros on
//            the diagonal, so rows are first assigned to columns: along augmenting paths, over entries that are not
//            small in their column if that is possible.
// Reference  Saad, Iterative Methods for Sparse Linear Systems, 2nd edition, section 10.3; Duff, ACM Trans. Math. Softw.
//            7 (1981) 315-330 (assignment).
// Cost       linear in the number of entries (the assignment: as a rule). No allocation after the first factorisation.

#include <saltus/model/equations.hpp>

#include <span>
#include <vector>

namespace saltus::integrate {

template <class Scalar>
class IncompleteLu {
 public:
  explicit IncompleteLu(const model::Pattern& pattern);

  /// Values in the order of the pattern. False when a pivot vanishes: M says nothing then.
  bool factorize(std::span<const Scalar> values);
  /// Replaces b by M^-1 b.
  void solve(std::span<Scalar> b);

 private:
  bool assign_rows(std::span<const Scalar> values, double threshold);
  bool find_path(std::size_t column);
  void arrange();
  bool eliminate(std::span<const Scalar> values);

  model::Pattern           pattern_;
  std::vector<int>         row_of_, column_of_;     ///< the assignment, and its inverse; -1: none
  std::vector<char>        eligible_;               ///< by entry: large enough for the assignment
  std::vector<std::size_t> next_, visited_, path_;  ///< of the search
  std::vector<std::size_t> row_begin_, diagonal_;   ///< by rows, in the order of the columns assigned
  std::vector<std::size_t> place_;                  ///< of each value in lu_
  std::vector<int>         column_;                 ///< of each entry of lu_
  std::vector<std::size_t> where_;                  ///< by column, of the row at work; none: absent
  std::vector<Scalar>      lu_, inverse_, work_;
};

}  // namespace saltus::integrate
