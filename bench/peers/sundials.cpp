#include "sundials.hpp"

#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

namespace saltus::bench {
namespace {

// As integrate::prefers_sparse.
bool prefers_sparse(const model::Pattern& pattern) {
  const auto n = static_cast<double>(pattern.n);
  return pattern.n >= 30 && static_cast<double>(pattern.nonzeros()) <= 0.2 * n * n;
}

SUNContext make_context() {
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  return context;
}

/// The pattern with its diagonal: I - gamma f_x needs it.
model::Pattern with_diagonal(const model::Pattern& p) {
  model::Pattern full{p.n, {0}, {}};
  for (std::size_t j = 0; j < p.n; ++j) {
    const auto       begin = p.row.begin() + p.column_begin[j], end = p.row.begin() + p.column_begin[j + 1];
    std::vector<int> rows(begin, end);
    if (!std::binary_search(begin, end, static_cast<int>(j))) rows.push_back(static_cast<int>(j));
    std::sort(rows.begin(), rows.end());
    full.row.insert(full.row.end(), rows.begin(), rows.end());
    full.column_begin.push_back(static_cast<int>(full.row.size()));
  }
  return full;
}

}  // namespace

DirectSolver::DirectSolver(N_Vector like, const model::Pattern& pattern, SUNContext context) {
  const auto n = static_cast<sunindextype>(pattern.n);
  if (prefers_sparse(pattern)) {
    const auto full = with_diagonal(pattern);
    matrix.reset(SUNSparseMatrix(n, n, static_cast<sunindextype>(full.nonzeros()), CSC_MAT, context));
    solver.reset(SUNLinSol_KLU(like, matrix.get(), context));
  } else {
    matrix.reset(SUNDenseMatrix(n, n, context));
    solver.reset(SUNLinSol_Dense(like, matrix.get(), context));
  }
}

SundialsSolver::SundialsSolver(std::size_t n, const model::Pattern& pattern, double tolerance)
    : context_(make_context()), x_(N_VNew_Serial(static_cast<sunindextype>(n), context_.get())),
      dx_(N_VNew_Serial(static_cast<sunindextype>(n), context_.get())), tolerance_(tolerance) {
  use(pattern);
}

void SundialsSolver::begin(Plant& plant, double t, std::span<const double> x, std::span<const double> dx, double t_end) {
  plant_ = &plant;
  t_     = t;
  t_end_ = t_end;
  work_  = {};
  code_  = 0;
  std::copy(x.begin(), x.end(), values(x_.get()).begin());
  std::copy(dx.begin(), dx.end(), values(dx_.get()).begin());
  roots_.assign(plant.roots(), 0);
  initialise(true);
  watch(watched_ = static_cast<int>(plant.roots()));
}

void SundialsSolver::restart(double t) {
  const Work piece = steps_since_restart();
  work_.steps += piece.steps;
  work_.rejected += piece.rejected;
  t_ = t;
  initialise(false);
  if (const int n = static_cast<int>(plant_->roots()); n != watched_) {
    roots_.assign(static_cast<std::size_t>(n), 0);
    watch(watched_ = n);
  }
}

Work SundialsSolver::work() const {
  Work       all   = work_;
  const Work piece = steps_since_restart();
  all.steps += piece.steps;
  all.rejected += piece.rejected;
  return all;
}

void SundialsSolver::use(const model::Pattern& pattern) {
  pattern_ = pattern;
  full_    = with_diagonal(pattern);
  place_.clear();
  diagonal_.clear();
  f_x_.resize(pattern_.nonzeros());
  f_dx_.resize(pattern_.nonzeros());
  for (std::size_t j = 0; j < pattern_.n; ++j) {
    const auto begin = full_.row.begin() + full_.column_begin[j], end = full_.row.begin() + full_.column_begin[j + 1];
    const auto place = [&](int i) { return std::lower_bound(begin, end, i) - full_.row.begin(); };
    for (int k = pattern_.column_begin[j]; k < pattern_.column_begin[j + 1]; ++k)
      place_.push_back(place(pattern_.row[static_cast<std::size_t>(k)]));
    diagonal_.push_back(place(static_cast<int>(j)));
  }
}

void SundialsSolver::jacobian_into(SUNMatrix m, double t, N_Vector x, N_Vector dx, double shift) {
  ++work_.jacobians;
  auto& equations = plant_->equations();
  // Modes met since the solver was made may have added entries.
  if (const auto& now = equations.pattern(); now.nonzeros() != pattern_.nonzeros()) use(now);
  const bool implicit = equations.form() == model::Form::implicit_dae;
  equations.jacobian(t, read(x), dx == nullptr ? std::span<const double>{} : read(dx), f_x_, f_dx_);

  SUNMatZero(m);
  const bool sparse = SUNMatGetID(m) == SUNMATRIX_SPARSE;
  if (sparse) {
    if (static_cast<std::size_t>(SUNSparseMatrix_NNZ(m)) < full_.nonzeros())
      SUNSparseMatrix_Reallocate(m, static_cast<sunindextype>(full_.nonzeros()));
    std::copy(full_.column_begin.begin(), full_.column_begin.end(), SUNSparseMatrix_IndexPointers(m));
    std::copy(full_.row.begin(), full_.row.end(), SUNSparseMatrix_IndexValues(m));
  }
  double* const data        = sparse ? SUNSparseMatrix_Data(m) : SUNDenseMatrix_Data(m);
  const bool    as_residual = !implicit && dx != nullptr;  // explicit equations as a residual are x' - f
  for (std::size_t j = 0, e = 0; j < pattern_.n; ++j) {
    double* const column = data + j * pattern_.n;
    for (const int end = pattern_.column_begin[j + 1]; static_cast<int>(e) < end; ++e) {
      const double v = as_residual ? -f_x_[e] : implicit ? f_x_[e] + shift * f_dx_[e] : f_x_[e];
      (sparse ? data[place_[e]] : column[pattern_.row[e]]) = v;
    }
    if (as_residual) (sparse ? data[diagonal_[j]] : column[j]) += shift;
  }
}

}  // namespace saltus::bench

extern "C" {
extern const saltus::bench::SolverMaker saltus_bench_solvers[];
const saltus::bench::SolverMaker        saltus_bench_solvers[] = {
           {"CVODE BDF", saltus::bench::make_cvode_bdf, false, true},
           {"CVODE Adams", saltus::bench::make_cvode_adams, false, true},
           {"ARKODE ERK", saltus::bench::make_erk, false, true},
           {"IDA", saltus::bench::make_ida, true, true},
           {nullptr, nullptr, false, false},
};
}
