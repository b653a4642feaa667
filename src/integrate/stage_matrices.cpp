#include <saltus/integrate/stage_matrices.hpp>

#include <saltus/core/error.hpp>

#include <algorithm>
#include <cmath>

namespace saltus::integrate {

namespace {

/// As many as the modes that systems with a few switches go back and forth between.
constexpr std::size_t kept_jacobians = 4;

/// Matrices up to this size are stored in full, unless another solver is asked for: they are dense to every solver, and a pattern that grows with the modes
/// met so far leaves everything in place. A second run through the same modes then repeats the first one bit for bit.
constexpr std::size_t largest_full = 16;

/// A forgotten place, or a new one if there may be one more, else the one that was used longest ago.
template <class Kept>
std::size_t place_in(std::vector<Kept>& kept, std::size_t most) {
  const auto oldest =
      std::min_element(kept.begin(), kept.end(), [](const Kept& a, const Kept& b) { return a.used_at < b.used_at; });
  if (oldest != kept.end() && (oldest->used_at == 0 || kept.size() == most))
    return static_cast<std::size_t>(oldest - kept.begin());
  kept.emplace_back();
  return kept.size() - 1;
}

}  // namespace

StageMatrices::StageMatrices(const StageMatrices& other)
    : choice_(other.choice_), maker_(other.maker_), form_(other.form_), pattern_(other.pattern_),
      joined_(other.joined_), position_(other.position_), diagonal_(other.diagonal_), real_values_(other.real_values_),
      complex_values_(other.complex_values_), evaluated_(other.evaluated_), scratch_(other.scratch_),
      jacobians_(other.jacobians_), current_jacobian_(other.current_jacobian_),
      current_factors_(other.current_factors_), last_id_(other.last_id_), clock_(other.clock_), here_(other.here_) {
  for (const auto& from : other.factors_) factors_.push_back(copy(from));
}

StageMatrices::Factors StageMatrices::copy(const Factors& from) {
  Factors to;
  to.jacobian      = from.jacobian;
  to.stages        = from.stages;
  to.h             = from.h;
  to.used_at       = from.used_at;
  to.real_shift    = from.real_shift;
  to.complex_shift = from.complex_shift;
  if (from.real) to.real = from.real->clone();
  for (std::size_t m = 0; m < most_pairs; ++m)
    if (from.complex[m]) to.complex[m] = from.complex[m]->clone();
  return to;
}

bool StageMatrices::match(const model::Equations& equations) {
  const model::Pattern& pattern = equations.pattern();
  if (joined_.n > 0 && equations.form() == form_ && pattern == pattern_) return true;
  const bool full =
      pattern.n <= largest_full && (choice_ == LinearSolverChoice::automatic || choice_ == LinearSolverChoice::dense);
  const bool keep = full && joined_.n == pattern.n && equations.form() == form_;
  form_           = equations.form();
  pattern_        = pattern;

  joined_ = {.n = pattern.n, .column_begin = {0}, .row = {}};
  position_.clear();
  diagonal_.clear();
  for (std::size_t j = 0; j < pattern.n; ++j) {
    auto       entry = static_cast<std::size_t>(pattern.column_begin[j]);
    const auto end   = static_cast<std::size_t>(pattern.column_begin[j + 1]);
    const int  none = static_cast<int>(pattern.n), here = static_cast<int>(j);
    for (int i = -1;;) {
      const int next_entry = entry < end ? pattern.row[entry] : none;
      i                    = full ? i + 1 : std::min(next_entry, here > i ? here : none);
      if (i >= none) break;
      if (i == next_entry) {
        position_.push_back(joined_.row.size());
        ++entry;
      }
      if (i == here) diagonal_.push_back(joined_.row.size());
      joined_.row.push_back(i);
    }
    joined_.column_begin.push_back(static_cast<int>(joined_.row.size()));
  }
  const bool implicit = form_ == model::Form::implicit_dae;
  evaluated_.f_x.assign(pattern.nonzeros(), 0.0);
  evaluated_.f_dx.assign(implicit ? pattern.nonzeros() : 0, 0.0);
  if (keep) {
    std::fill(scratch_.f_x.begin(), scratch_.f_x.end(), 0.0);
    std::fill(scratch_.f_dx.begin(), scratch_.f_dx.end(), 0.0);
    return true;
  }
  scratch_.f_x.assign(joined_.nonzeros(), 0.0);
  scratch_.f_dx.assign(implicit ? joined_.nonzeros() : 0, 0.0);
  real_values_.assign(joined_.nonzeros(), 0.0);
  complex_values_.assign(joined_.nonzeros(), 0.0);
  maker_.emplace(joined_, choice_, equations.open_values_stay() ? Singular::least_norm : Singular::fails);
  jacobians_.clear();
  jacobians_.reserve(kept_jacobians);
  factors_.clear();
  factors_.reserve(kept_factors());
  return false;
}

void StageMatrices::forget() {
  for (auto& jacobian : jacobians_) jacobian.id = jacobian.used_at = 0;
  for (auto& factors : factors_) factors.jacobian = factors.used_at = 0;
}

bool StageMatrices::evaluate_jacobians(model::Equations& equations, double t, std::span<const double> x,
                                       std::span<const double> dx) {
  equations.jacobian(t, x, dx, evaluated_.f_x, evaluated_.f_dx);
  const auto place = [&](const std::vector<double>& from, std::vector<double>& to) {
    for (std::size_t k = 0; k < from.size(); ++k) to[position_[k]] = std::isfinite(from[k]) ? from[k] : 0.0;
  };
  place(evaluated_.f_x, scratch_.f_x);
  place(evaluated_.f_dx, scratch_.f_dx);

  const long before = jacobians_.empty() ? 0 : jacobians_[current_jacobian_].id;
  const auto same   = std::find_if(jacobians_.begin(), jacobians_.end(),
                                   [&](const Jacobian& j) { return j.id != 0 && j.same_values(scratch_); });
  if (same != jacobians_.end()) {
    current_jacobian_ = static_cast<std::size_t>(same - jacobians_.begin());
  } else {
    current_jacobian_    = place_in(jacobians_, kept_jacobians);
    Jacobian& jacobian   = jacobians_[current_jacobian_];
    jacobian.f_x         = scratch_.f_x;
    jacobian.f_dx        = scratch_.f_dx;
    jacobian.convergence = {};
    jacobian.id          = ++last_id_;
  }
  jacobians_[current_jacobian_].used_at = ++clock_;
  return jacobians_[current_jacobian_].id != before;
}

bool StageMatrices::find(std::size_t stages, double h, double same_step) {
  const long id   = jacobians_[current_jacobian_].id;
  const auto fits = [&](const Factors& f) {
    return f.jacobian == id && f.stages == stages && std::abs(h / f.h - 1) <= same_step;
  };
  if (current_factors_ >= factors_.size() || !fits(factors_[current_factors_])) {
    const auto found = std::find_if(factors_.begin(), factors_.end(), fits);
    if (found == factors_.end()) return false;
    current_factors_ = static_cast<std::size_t>(found - factors_.begin());
  }
  factors_[current_factors_].used_at = ++clock_;
  return true;
}

template <class Scalar>
void StageMatrices::assemble(Scalar sigma, std::vector<Scalar>& values) const {
  const Jacobian& jacobian = jacobians_[current_jacobian_];
  if (form_ == model::Form::implicit_dae) {
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = sigma * jacobian.f_dx[k] + jacobian.f_x[k];
    return;
  }
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = -jacobian.f_x[k];
  for (const std::size_t d : diagonal_) values[d] += sigma;
}

bool StageMatrices::factorize(std::size_t stages, double h, double real, std::span<const std::complex<double>> complex) {
  SALTUS_ASSERT(complex.size() <= most_pairs);
  current_factors_ = place_in(factors_, kept_factors());
  Factors& factors = factors_[current_factors_];
  factors.jacobian = 0;
  factors.stages   = stages;
  factors.h        = h;
  factors.used_at  = ++clock_;

  if (!factors.real) factors.real = maker_->real();
  factors.real_shift = real / h;
  assemble(factors.real_shift, real_values_);
  bool regular = factors.real->factorize(real_values_);
  for (std::size_t m = 0; m < complex.size() && regular; ++m) {
    if (!factors.complex[m]) factors.complex[m] = maker_->complex();
    factors.complex_shift[m] = complex[m] / h;
    assemble(factors.complex_shift[m], complex_values_);
    regular = factors.complex[m]->factorize(complex_values_);
  }
  if (regular) factors.jacobian = jacobians_[current_jacobian_].id;
  return regular;
}

std::string StageMatrices::description() const {
  return factors_.empty() || !factors_.front().real ? "" : factors_.front().real->description();
}

void StageMatrices::multiply_f_dx(std::span<const double> v, std::span<double> result) const {
  if (form_ == model::Form::explicit_ode) {
    std::copy(v.begin(), v.end(), result.begin());
    return;
  }
  const auto& f_dx = jacobians_[current_jacobian_].f_dx;
  std::fill(result.begin(), result.end(), 0.0);
  for (std::size_t j = 0; j < joined_.n; ++j)
    for (int k = joined_.column_begin[j]; k < joined_.column_begin[j + 1]; ++k)
      result[static_cast<std::size_t>(joined_.row[static_cast<std::size_t>(k)])] +=
          f_dx[static_cast<std::size_t>(k)] * v[j];
}

}  // namespace saltus::integrate
