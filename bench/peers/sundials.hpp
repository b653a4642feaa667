#pragma once
// sundials.hpp: what the SUNDIALS solvers of the bench share: vectors, matrices, Jacobians, the context.

#include <solver.hpp>

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace saltus::bench {

struct FreeContext {
  void operator()(SUNContext c) const { SUNContext_Free(&c); }
};
struct FreeVector {
  void operator()(N_Vector v) const { N_VDestroy(v); }
};
struct FreeMatrix {
  void operator()(SUNMatrix m) const { SUNMatDestroy(m); }
};
struct FreeLinearSolver {
  void operator()(SUNLinearSolver s) const { SUNLinSolFree(s); }
};
template <class Handle, class Free>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Free>;

inline std::span<double> values(N_Vector v) {
  return {N_VGetArrayPointer_Serial(v), static_cast<std::size_t>(N_VGetLength_Serial(v))};
}
inline std::span<const double> read(N_Vector v) { return values(v); }

/// A dense or a sparse matrix with its direct solver, by the rule that Saltus uses for its own.
struct DirectSolver {
  DirectSolver(N_Vector like, const model::Pattern& pattern, SUNContext context);

  Owned<SUNMatrix, FreeMatrix>             matrix;
  Owned<SUNLinearSolver, FreeLinearSolver> solver;
};

/// The state of a solver that all of them need, and the counters that SUNDIALS resets at every restart.
class SundialsSolver : public Solver {
 public:
  SundialsSolver(std::size_t n, const model::Pattern& pattern, double tolerance);

  void   begin(Plant& plant, double t, std::span<const double> x, std::span<const double> dx, double t_end) final;
  void   restart(double t) final;
  double t() const final { return t_; }
  std::span<double>    x() final { return values(x_.get()); }
  std::span<const int> root_directions() final { return roots_; }
  Work                 work() const final;
  std::string          trouble() const final { return code_ < 0 ? message_ : ""; }

 protected:
  virtual void initialise(bool fresh)      = 0;  ///< at (t_, x_, dx_), under the equations of the plant
  virtual void watch(int roots)            = 0;
  virtual Work steps_since_restart() const = 0;

  /// Writes f_x, or F_x + shift F_x', into a matrix of SUNDIALS.
  void jacobian_into(SUNMatrix m, double t, N_Vector x, N_Vector dx, double shift);

  /// Longer than any run of the gallery; a stiff problem with an explicit method ends here.
  static constexpr long most_steps = 200'000;

  Owned<SUNContext, FreeContext> context_;
  Owned<N_Vector, FreeVector>    x_, dx_;
  model::Pattern                 pattern_;
  double                         tolerance_;
  Plant*                         plant_ = nullptr;
  double                         t_ = 0, t_end_ = 0;
  int                            code_    = 0;
  int                            watched_ = -1;
  std::vector<int>               roots_;
  std::string                    message_;
  Work                           work_;  ///< evaluations as they happen; steps of the pieces before the last restart

 private:
  void use(const model::Pattern& pattern);

  std::vector<double>         f_x_, f_dx_;
  model::Pattern              full_;              ///< pattern_ and the diagonal
  std::vector<std::ptrdiff_t> place_, diagonal_;  ///< of the entries of pattern_, and of the diagonal, in full_
};

Solver* make_cvode_bdf(std::size_t n, bool implicit, const model::Pattern& pattern, double tolerance);
Solver* make_cvode_adams(std::size_t n, bool implicit, const model::Pattern& pattern, double tolerance);
Solver* make_ida(std::size_t n, bool implicit, const model::Pattern& pattern, double tolerance);
Solver* make_erk(std::size_t n, bool implicit, const model::Pattern& pattern, double tolerance);

/// SUNDIALS prints to stderr unless told otherwise. `message` is a std::string that keeps the last words.
inline void keep_message(int, const char*, const char*, char* text, void* message) {
  *static_cast<std::string*>(message) = text;
}

}  // namespace saltus::bench
