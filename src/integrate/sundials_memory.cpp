#include <saltus/integrate/sundials_memory.hpp>

#include <saltus/core/error.hpp>
#include <saltus/integrate/step_control.hpp>
#include <saltus/model/sparsity.hpp>

#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace saltus::integrate::sundials {

// ---- callbacks ------------------------------------------------------------------------------------------------------

namespace {

constexpr int try_shorter = 1, give_up = -1;

template <class Evaluate>
int evaluated(Problem& problem, std::span<const double> result, Evaluate&& evaluate) noexcept {
  try {
    evaluate();
  } catch (...) {
    problem.thrown = std::current_exception();
    return give_up;
  }
  problem.not_finite = first_not_finite(result);
  return problem.not_finite ? try_shorter : 0;
}

}  // namespace

int Problem::rhs(double t, std::span<const double> x, std::span<double> dx) noexcept {
  if (slope_known) {
    slope_known = false;
    std::copy(slope.begin(), slope.end(), dx.begin());
    return 0;
  }
  ++counters.rhs;
  return evaluated(*this, dx, [&] { equations->rhs(t, x, dx); });
}

int Problem::residual(double t, std::span<const double> x, std::span<const double> dx, std::span<double> r) noexcept {
  ++counters.residuals;
  return evaluated(*this, r, [&] { equations->residual(t, x, dx, r); });
}

/// Below a few units in the last place no step could satisfy the test.
int Problem::weights(std::span<const double> x, std::span<double> w) const noexcept {
  constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
  for (std::size_t i = 0; i < x.size(); ++i)
    w[i] = 1 / std::max({tolerance_share * weight(tolerances, i, x[i]), rounding * std::abs(x[i]),
                         std::numeric_limits<double>::min()});
  return 0;
}

// ---- owners ---------------------------------------------------------------------------------------------------------

namespace {

template <class T>
T* made(T* handle, const char* what) {
  if (handle == nullptr) throw BugInSaltus(std::string("SUNDIALS could not make a ") + what);
  return handle;
}

realtype largest_component(N_Vector x, N_Vector w) {
  const auto values = values_of(x), weights = values_of(w);
  double     largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double size = std::abs(values[i]) * weights[i];
    if (!std::isfinite(size)) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, size);
  }
  return largest;
}

/// KLU keeps its analysis across restarts (SUNDIALS would begin anew at each), and a matrix that is singular, or whose old
/// pivots are, is a reason for other pivots first and then for another step length.
int setup_klu(SUNLinearSolver solver, SUNMatrix matrix) {
  if (SUNLinSolSetup_KLU(solver, matrix) == SUNLS_SUCCESS) return SUNLS_SUCCESS;
  SUNLinSolInitialize_KLU(solver);
  if (SUNLinSolSetup_KLU(solver, matrix) == SUNLS_SUCCESS) return SUNLS_SUCCESS;
  SUNLinSolInitialize_KLU(solver);
  return SUNLS_PACKAGE_FAIL_REC;
}
int keep_analysis(SUNLinearSolver) { return SUNLS_SUCCESS; }

SUNContext new_context() {
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  return made(context, "context");
}

}  // namespace

void free_context(_SUNContext* context) { SUNContext_Free(&context); }
void free_vector(_generic_N_Vector* vector) { N_VDestroy(vector); }
void free_matrix(_generic_SUNMatrix* matrix) { SUNMatDestroy(matrix); }
void free_linear_solver(_generic_SUNLinearSolver* solver) { SUNLinSolFree(solver); }

Context::Context() : handle_(new_context()) {}

Vector::Vector(const Context& context, std::size_t n)
    : handle_(made(N_VNew_Serial(static_cast<sunindextype>(n), context.get()), "vector")),
      values_(values_of(handle_.get())) {
  handle_->ops->nvwrmsnorm = largest_component;  // vectors that SUNDIALS clones from this one inherit it
}

std::span<double> values_of(N_Vector vector) {
  return {NV_DATA_S(vector), static_cast<std::size_t>(NV_LENGTH_S(vector))};
}

// ---- Newton matrix --------------------------------------------------------------------------------------------------

namespace {

/// Where KLU starts to pay: small or well filled matrices are faster as dense ones.
bool is_sparse(LinearSolverChoice choice, const model::Pattern& pattern) {
  if (choice != LinearSolverChoice::automatic) return choice == LinearSolverChoice::sparse;
  const auto n = static_cast<double>(pattern.n);
  return pattern.n >= 30 && static_cast<double>(pattern.nonzeros()) <= 0.2 * n * n;
}

}  // namespace

NewtonMatrix::NewtonMatrix(const Context& context, const Vector& like, Problem& problem)
    : n_(problem.equations->size()) {
  const auto     n = static_cast<sunindextype>(n_);
  model::Pattern diagonal{.n = n_, .column_begin = {0}, .row = {}};
  for (std::size_t j = 0; j < n_; ++j) {
    diagonal.row.push_back(static_cast<int>(j));
    diagonal.column_begin.push_back(static_cast<int>(j) + 1);
  }
  model::join(problem.patterns, problem.equations->pattern());
  sparse_ = is_sparse(problem.linear_solver, problem.patterns);
  joined_ = problem.patterns;
  model::join(joined_, diagonal);
  if (sparse_) {
    matrix_.reset(made(SUNSparseMatrix(n, n, static_cast<sunindextype>(joined_.nonzeros()), CSC_MAT, context.get()),
                       "sparse matrix"));
    clear(matrix());
    solver_.reset(made(SUNLinSol_KLU(like.get(), matrix(), context.get()), "KLU solver"));
    solver_->ops->initialize = keep_analysis;
    solver_->ops->setup      = setup_klu;
  } else {
    matrix_.reset(made(SUNDenseMatrix(n, n, context.get()), "matrix"));
    solver_.reset(made(SUNLinSol_Dense(like.get(), matrix(), context.get()), "dense solver"));
  }
  follow(*problem.equations);
}

bool NewtonMatrix::contains(const model::Pattern& pattern) const {
  const auto column = [](const model::Pattern& p, std::size_t j) {
    return std::span(p.row).subspan(static_cast<std::size_t>(p.column_begin[j]),
                                    static_cast<std::size_t>(p.column_begin[j + 1] - p.column_begin[j]));
  };
  if (pattern.n != n_) return false;
  for (std::size_t j = 0; j < n_; ++j)
    if (!std::ranges::includes(column(joined_, j), column(pattern, j))) return false;
  return true;
}

bool NewtonMatrix::follow(const model::Equations& equations) {
  const model::Pattern& pattern = equations.pattern();
  if (pattern == pattern_) return true;
  if (!(sparse_ ? contains(pattern) : pattern.n == n_)) return false;
  pattern_ = pattern;
  position_.clear();
  for (std::size_t j = 0; j < n_; ++j) {
    const auto begin = joined_.row.begin() + joined_.column_begin[j],
               end   = joined_.row.begin() + joined_.column_begin[j + 1];
    const auto place = [&](int row) {
      return sparse_ ? static_cast<std::size_t>(std::lower_bound(begin, end, row) - joined_.row.begin())
                     : j * n_ + static_cast<std::size_t>(row);
    };
    for (int k = pattern_.column_begin[j]; k < pattern_.column_begin[j + 1]; ++k)
      position_.push_back(place(pattern_.row[static_cast<std::size_t>(k)]));
  }
  f_x_.assign(pattern_.nonzeros(), 0.0);
  f_dx_.assign(equations.form() == model::Form::implicit_dae ? pattern_.nonzeros() : 0, 0.0);
  return true;
}

/// SUNDIALS clears the structure of a sparse matrix together with its values.
void NewtonMatrix::clear(SUNMatrix matrix) const {
  SUNMatZero(matrix);
  if (!sparse_) return;
  std::copy(joined_.column_begin.begin(), joined_.column_begin.end(), SUNSparseMatrix_IndexPointers(matrix));
  std::copy(joined_.row.begin(), joined_.row.end(), SUNSparseMatrix_IndexValues(matrix));
}

int NewtonMatrix::fill(SUNMatrix matrix, Problem& problem, double t, std::span<const double> x,
                       std::span<const double> dx, double cj) noexcept {
  ++problem.counters.jacobians;
  if (evaluated(problem, {}, [&] { problem.equations->jacobian(t, x, dx, f_x_, f_dx_); }) != 0) return give_up;
  const auto finite = [](double v) { return std::isfinite(v) ? v : 0.0; };
  clear(matrix);
  double* const values = sparse_ ? SUNSparseMatrix_Data(matrix) : SUNDenseMatrix_Data(matrix);
  for (std::size_t k = 0; k < f_x_.size(); ++k)
    values[position_[k]] = finite(f_x_[k]) + (f_dx_.empty() ? 0.0 : cj * finite(f_dx_[k]));
  return 0;
}

bool NewtonMatrix::differentiate(Problem& problem, double t, std::span<const double> x, std::span<const double> dx,
                                 Vector& b) {
  ++problem.counters.jacobians;
  ++problem.counters.factorizations;
  problem.equations->jacobian(t, x, dx, f_x_, f_dx_);
  clear(matrix());
  double* const values = sparse_ ? SUNSparseMatrix_Data(matrix()) : SUNDenseMatrix_Data(matrix());
  for (std::size_t j = 0; j < n_; ++j)
    for (int k = pattern_.column_begin[j]; k < pattern_.column_begin[j + 1]; ++k) {
      const auto   entry = static_cast<std::size_t>(k);
      const double value = problem.equations->differential(j) ? f_dx_[entry] : f_x_[entry];
      if (!std::isfinite(value)) return false;
      values[position_[entry]] = value;
    }
  if (SUNLinSolSetup(solver(), matrix()) != SUNLS_SUCCESS) return false;
  for (double& v : b.values()) v = -v;
  if (SUNLinSolSolve(solver(), matrix(), b.get(), b.get(), 0) != SUNLS_SUCCESS) return false;
  return !first_not_finite(b.values());
}

}  // namespace saltus::integrate::sundials
