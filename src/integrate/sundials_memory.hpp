#pragma once
// sundials_memory.hpp: what the two solvers of SUNDIALS share: owners of its objects, and the way back to the equations.
//
// No header of Saltus includes one of SUNDIALS: its handles are pointers to structures that are only named here.
//
// Problem    SUNDIALS calls back in C. An exception of the model must not pass through it, and a value that is not finite
//            must shorten the step instead of spoiling it.
// Method     `Problem` evaluates, counts, catches and looks for values that are not finite. `Vector` carries a norm of its
//            own: the largest component, where SUNDIALS takes the root mean square, so that no bad component is averaged
//            away. `NewtonMatrix` is dense, or sparse and factorised by KLU.
// Reference  Hindmarsh et al., ACM Trans. Math. Softw. 31 (2005) 363-396 (SUNDIALS); Davis & Palamadai Natarajan, ACM Trans.
//            Math. Softw. 37 (2010) 36 (KLU).
// Invariant  the pattern of a sparse NewtonMatrix only grows, by the patterns of the modes that were met, so that KLU
//            analyses once per growth and not once per restart.
// Departure  an entry of a Jacobian that is not finite counts as zero, as in stage_matrices.hpp.

#include <saltus/integrate/method.hpp>

#include <exception>
#include <memory>
#include <optional>
#include <string>

struct _SUNContext;
struct _generic_N_Vector;
struct _generic_SUNMatrix;
struct _generic_SUNLinearSolver;

namespace saltus::integrate::sundials {

/// The tolerance that SUNDIALS is given, in units of the user's: its local errors add up over the run, and users compare
/// the error of the whole run with the tolerance (decision 0014 has the measurement).
inline constexpr double tolerance_share = 0.01;

/// What the callbacks know.
struct Problem {
  model::Equations*          equations = nullptr;
  Tolerances                 tolerances;
  StepLimits                 limits;
  Counters                   counters;
  std::exception_ptr         thrown;               ///< by the model, to be thrown again outside of SUNDIALS
  std::optional<std::size_t> not_finite;           ///< the component that made the last evaluation fail, if it did
  bool                       slope_known = false;  ///< the next evaluation is at the start
  std::vector<double>        slope;                ///< f at the start, so that CVODES need not evaluate it again
  model::Pattern             patterns;             ///< of all equations so far, joined
  LinearSolverChoice         linear_solver = LinearSolverChoice::automatic;  ///< or dense, sparse

  // What SUNDIALS expects of a callback: 0, positive for "try a shorter step", negative for "give up".
  int rhs(double t, std::span<const double> x, std::span<double> dx) noexcept;
  int residual(double t, std::span<const double> x, std::span<const double> dx, std::span<double> r) noexcept;
  int weights(std::span<const double> x, std::span<double> w) const noexcept;

  void rethrow() {
    if (thrown) std::rethrow_exception(std::exchange(thrown, nullptr));
  }
};

template <class Handle, void (*Free)(Handle*)>
struct Freed {
  void operator()(Handle* handle) const noexcept { Free(handle); }
};
void free_context(_SUNContext* context);
void free_vector(_generic_N_Vector* vector);
void free_matrix(_generic_SUNMatrix* matrix);
void free_linear_solver(_generic_SUNLinearSolver* solver);

class Context {
 public:
  Context();
  _SUNContext* get() const { return handle_.get(); }

 private:
  std::unique_ptr<_SUNContext, Freed<_SUNContext, free_context>> handle_;
};

class Vector {
 public:
  Vector(const Context& context, std::size_t n);
  _generic_N_Vector*      get() const { return handle_.get(); }
  std::span<double>       values() { return values_; }
  std::span<const double> values() const { return values_; }

 private:
  std::unique_ptr<_generic_N_Vector, Freed<_generic_N_Vector, free_vector>> handle_;
  std::span<double>                                                         values_;
};
std::span<double> values_of(_generic_N_Vector* vector);

class NewtonMatrix {
 public:
  NewtonMatrix(const Context& context, const Vector& like, Problem& problem);

  /// Prepares for these equations. False when their pattern does not fit in: make a new one.
  bool follow(const model::Equations& equations);
  /// As a callback of SUNDIALS: f_x for the explicit form, F_x + cj F_x' for the implicit one.
  int fill(_generic_SUNMatrix* matrix, Problem& problem, double t, std::span<const double> x,
           std::span<const double> dx, double cj) noexcept;
  /// Replaces b by the derivatives (x'' of differential, y' of algebraic components) that satisfy the differentiated
  /// equations, given b = F_t + F_x (x', 0). False when they do not determine them.
  bool differentiate(Problem& problem, double t, std::span<const double> x, std::span<const double> dx, Vector& b);

  _generic_SUNMatrix*       matrix() const { return matrix_.get(); }
  _generic_SUNLinearSolver* solver() const { return solver_.get(); }
  std::string               description() const { return sparse_ ? "sparse" : "dense"; }

 private:
  bool contains(const model::Pattern& pattern) const;
  void clear(_generic_SUNMatrix* matrix) const;

  std::size_t              n_;
  bool                     sparse_;
  model::Pattern           pattern_;     ///< of the equations
  model::Pattern           joined_;      ///< of all equations up to its making, and the diagonal
  std::vector<std::size_t> position_;    ///< of each entry of pattern_ in the values of the matrix
  std::vector<double>      f_x_, f_dx_;  ///< in the order of pattern_
  std::unique_ptr<_generic_SUNMatrix, Freed<_generic_SUNMatrix, free_matrix>>                    matrix_;
  std::unique_ptr<_generic_SUNLinearSolver, Freed<_generic_SUNLinearSolver, free_linear_solver>> solver_;
};

}  // namespace saltus::integrate::sundials
