#include <saltus/integrate/stage_matrices.hpp>

#include <algorithm>
#include <cmath>

namespace saltus::integrate {

StageMatrices::StageMatrices(const StageMatrices& other)
    : solver_(other.solver_), form_(other.form_), pattern_(other.pattern_), f_x_(other.f_x_), f_dx_(other.f_dx_),
      position_(other.position_), diagonal_(other.diagonal_), real_values_(other.real_values_),
      complex_values_(other.complex_values_), real_(other.real_ ? other.real_->clone() : nullptr),
      complex_(other.complex_ ? other.complex_->clone() : nullptr), real_shift_(other.real_shift_),
      complex_shift_(other.complex_shift_), here_(other.here_) {}

void StageMatrices::match(const model::Equations& equations) {
  if (real_ && equations.form() == form_ && equations.pattern() == pattern_) return;
  form_    = equations.form();
  pattern_ = equations.pattern();

  model::Pattern joined{.n = pattern_.n, .column_begin = {0}, .row = {}};
  position_.clear();
  diagonal_.clear();
  for (std::size_t j = 0; j < pattern_.n; ++j) {
    const int  diagonal       = static_cast<int>(j);
    bool       placed         = false;
    const auto place_diagonal = [&] {
      diagonal_.push_back(joined.row.size());
      placed = true;
    };
    for (int k = pattern_.column_begin[j]; k < pattern_.column_begin[j + 1]; ++k) {
      const int i = pattern_.row[static_cast<std::size_t>(k)];
      if (!placed && i > diagonal) {
        place_diagonal();
        joined.row.push_back(diagonal);
      }
      if (i == diagonal) place_diagonal();
      position_.push_back(joined.row.size());
      joined.row.push_back(i);
    }
    if (!placed) {
      place_diagonal();
      joined.row.push_back(diagonal);
    }
    joined.column_begin.push_back(static_cast<int>(joined.row.size()));
  }

  f_x_.assign(pattern_.nonzeros(), 0.0);
  f_dx_.assign(form_ == model::Form::implicit_dae ? pattern_.nonzeros() : 0, 0.0);
  real_values_.assign(joined.nonzeros(), 0.0);
  complex_values_.assign(joined.nonzeros(), 0.0);
  real_    = make_real_solver(joined, solver_);
  complex_ = make_complex_solver(joined, solver_);
}

void StageMatrices::evaluate_jacobians(model::Equations& equations, double t, std::span<const double> x,
                                       std::span<const double> dx) {
  equations.jacobian(t, x, dx, f_x_, f_dx_);
  const auto drop_not_finite = [](double& v) { v = std::isfinite(v) ? v : 0.0; };
  std::for_each(f_x_.begin(), f_x_.end(), drop_not_finite);
  std::for_each(f_dx_.begin(), f_dx_.end(), drop_not_finite);
}

bool StageMatrices::factorize(double real, std::complex<double> complex) {
  real_shift_    = real;
  complex_shift_ = complex;
  std::fill(real_values_.begin(), real_values_.end(), 0.0);
  std::fill(complex_values_.begin(), complex_values_.end(), 0.0);
  if (form_ == model::Form::explicit_ode) {
    for (std::size_t k = 0; k < f_x_.size(); ++k) {
      real_values_[position_[k]]    = -f_x_[k];
      complex_values_[position_[k]] = -f_x_[k];
    }
    for (const std::size_t d : diagonal_) {
      real_values_[d] += real;
      complex_values_[d] += complex;
    }
  } else {
    for (std::size_t k = 0; k < f_x_.size(); ++k) {
      real_values_[position_[k]]    = real * f_dx_[k] + f_x_[k];
      complex_values_[position_[k]] = complex * f_dx_[k] + f_x_[k];
    }
  }
  return real_->factorize(real_values_) && complex_->factorize(complex_values_);
}

void StageMatrices::multiply_f_dx(std::span<const double> v, std::span<double> result) const {
  if (form_ == model::Form::explicit_ode) {
    std::copy(v.begin(), v.end(), result.begin());
    return;
  }
  std::fill(result.begin(), result.end(), 0.0);
  for (std::size_t j = 0; j < pattern_.n; ++j)
    for (int k = pattern_.column_begin[j]; k < pattern_.column_begin[j + 1]; ++k)
      result[static_cast<std::size_t>(pattern_.row[static_cast<std::size_t>(k)])] +=
          f_dx_[static_cast<std::size_t>(k)] * v[j];
}

}  // namespace saltus::integrate
