// radau_newton.cpp: the stage equations of a Radau step: matrices, first guess, simplified Newton iteration, polynomial.

#include <saltus/integrate/radau.hpp>
#include <saltus/integrate/radau_control.hpp>
#include <saltus/integrate/stage_loops.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace saltus::integrate {

namespace {

constexpr double same_step         = 1e-3;  // relative change of h that leaves the LU in place
constexpr double rounding_multiple = 8;     // of eps |x|: increments below are rounding
constexpr double stagnation_limit  = 1e4;   // of eps |x|: increments that stop shrinking below have converged ...
constexpr double stagnation_error  = 0.05;  // ... if they are below this part of the tolerance as well
constexpr double unimportant     = 1e-3;  // of the Newton tolerance: increments below may be the rounding of the solver
constexpr double linear_evidence = 1e-5;  // eta below which one look at the end may replace an iteration
constexpr double longest_jump    = 2;     // of h, over which the polynomial before is continued as it is

/// One over the distance of the points 0, c_1, ..., c_s between which differences are divided: [k - 1][j - 1] for the
/// points j and j - k.
template <std::size_t s>
constexpr StageMatrix<s> inverse_distances(const std::array<double, s>& c) {
  StageMatrix<s> result{};
  for (std::size_t k = 1; k <= s; ++k)
    for (std::size_t j = k; j <= s; ++j) result[k - 1][j - 1] = 1 / (c[j - 1] - (j == k ? 0 : c[j - 1 - k]));
  return result;
}

}  // namespace

/// Always at the committed point. Further ahead, where a step of high order would like it best, the state is a guess: an
/// exponential law makes the matrix so large there that any correction looks small.
void Radau::evaluate_jacobian() {
  const bool changed = matrices_.evaluate_jacobians(*equations_, t_, x_, dx_);
  ++counters_.jacobians;
  if (carried_over_) carrying_pays_ = !changed;  // the next event may change as much as this one
  jacobian_known_ = jacobian_current_ = true;
  carried_over_                       = false;
}

bool Radau::prepare_matrices(double h) {
  if (!jacobian_known_) evaluate_jacobian();
  if (!matrices_.find(stages_, h, same_step)) {
    ++counters_.factorizations;
    const bool regular = with_stages(
        stages_, [&](auto s) { return matrices_.factorize(stages_, h, radau_iia<s>.gamma, radau_iia<s>.lambda); });
    if (!regular) return false;
  }
  matrices_.stand_at(*equations_, t_, x_, dx_);
  return true;
}

/// Z from the polynomial of the step before, continued; zero when there is none. Far beyond that step only its value,
/// slope and curvature at the end are used.
void Radau::predict_stages(double h) {
  if (h_before_ == 0) {
    std::fill(z_.begin(), z_.end(), 0.0);
    return;
  }
  const std::size_t                   degree  = stages_before_;
  const double                        stretch = h / h_before_;
  std::array<double, most_stages + 1> p{};
  for (std::size_t j = 0; j < stages_; ++j) {
    const double c     = with_stages(stages_, [j](auto s) { return radau_iia<s>.c[j]; });
    const double ahead = c * stretch;  // theta - 1 on the polynomial before
    for (std::size_t k = 1; k <= degree; ++k) {
      const auto power = static_cast<double>(k);
      // (1 + ahead)^k - 1 without the cancellation, or its first two terms
      p[k] = stretch > longest_jump ? ahead * power * (1 + ahead * (power - 1) / 2) : p[k - 1] * (1 + ahead) + ahead;
    }
    with_stages(degree, [&](auto d) {
      std::array<double, d> powers;
      std::copy_n(p.begin() + 1, d.value, powers.begin());
      weighted_sum<d>(powers, c_before_.data() + n_, n_, z_.data() + j * n_, n_);
    });
  }
}

void Radau::residual(double t, std::span<const double> x, std::span<const double> dx, std::span<double> r) {
  if (form_ == model::Form::explicit_ode) {
    equations_->rhs(t, x, r);
    ++counters_.rhs;
    for (std::size_t i = 0; i < n_; ++i) r[i] = dx[i] - r[i];
  } else {
    equations_->residual(t, x, dx, r);
    ++counters_.residuals;
  }
}

/// X' = (1/h) A^-1 Z.
template <std::size_t s>
void Radau::derivatives(double h) {
  each_block(n_, [&](std::size_t first, std::size_t count) {
    for (std::size_t j = 0; j < s; ++j)
      weighted_sum<s>(scaled(radau_iia<s>.a_inverse[j], 1 / h), z_.data() + first, n_, &stage_dx_[j * n_ + first], count);
  });
}
/// Of the last stage alone: x and x' at the end of the step.
template <std::size_t s>
void Radau::end_of_step(double h, std::span<double> x, std::span<double> dx) {
  const double* const z = z_.data() + (s - 1) * n_;
  for (std::size_t i = 0; i < n_; ++i) x[i] = x_[i] + z[i];
  weighted_sum<s>(scaled(radau_iia<s>.a_inverse[s - 1], 1 / h), z_.data(), n_, dx.data(), n_);
}

Radau::Solved Radau::solve_stages(double h) {
  return with_stages(stages_, [&](auto s) {
    const Solved solved = iterate<s>(h);
    if (solved != Solved::converged) return solved;
    end_of_step<s>(h, x_new_, dx_new_);
    polynomial<s>();
    return solved;
  });
}

/// In a step of next to nothing, with the matrix of this very point, small increments that do not get smaller are the
/// rounding of terms that cancel. In a longer one they may come from a matrix that is far too large.
bool Radau::only_rounding(double h) const {
  constexpr double next_to_nothing = 1e6 * std::numeric_limits<double>::epsilon();
  return jacobian_current_ && std::abs(h) <= next_to_nothing * std::abs(t_);
}

/// Simplified Newton: T^-1 F on the right, one real and several complex systems, Z += T dW.
template <std::size_t s>
Radau::Solved Radau::iterate(double h) {
  constexpr auto& r    = radau_iia<s>;
  Convergence&    seen = matrices_.convergence();

  // Evidence of earlier steps fades, and does not cover a factor that was made for another h.
  const double grown       = seen.at_h > 0 ? std::max(1.0, std::abs(h) / seen.at_h) : 1.0;
  const double eta_before  = std::max(std::pow(std::max(seen.eta, std::numeric_limits<double>::epsilon()), 0.8) * grown,
                                      std::abs(h / matrices_.factorized_h() - 1));
  double       size_before = 0;
  newton_shrink_           = 0.5;
  for (iterations_ = 0; iterations_ < most_iterations; ++iterations_) {
    derivatives<s>(h);
    for (std::size_t j = 0; j < s; ++j) {
      for (std::size_t i = 0; i < n_; ++i) stage_x_[i] = x_[i] + z_[j * n_ + i];
      const auto f = row(stage_f_, j);
      residual(t_ + r.c[j] * h, stage_x_, row(stage_dx_, j), f);
      if (const auto component = first_not_finite(f)) {
        worst_ = *component;
        return Solved::not_finite;
      }
    }
    transform_residuals<s>();
    matrices_.solve_real(real_);
    for (std::size_t m = 0; m < r.pairs; ++m) matrices_.solve_complex(m, {complex_.data() + m * n_, n_});
    ++counters_.newton_iterations;

    increment_.swap(increment_before_);
    const double size = add_increment<s>();  // in units of the tolerance
    // The residuals were finite: an old matrix may be to blame.
    if (!std::isfinite(size)) return jacobian_current_ ? Solved::not_finite : Solved::diverged;

    const double negligible = rounding_multiple * rounding_;
    if (iterations_ == 0) {
      if (size <= negligible || first_iterate_will_do<s>(h, size, eta_before)) {
        iterations_ = 1;
        return Solved::converged;
      }
    } else {
      const double theta = size / size_before;
      if (theta >= 0.99) {
        const bool rounded = size <= stagnation_limit * rounding_ || only_rounding(h);
        if (rounded && size <= stagnation_error) return Solved::converged;
        return Solved::diverged;
      }
      seen.contraction = theta;
      seen.eta         = std::max(theta / (1 - theta), remaining_error(theta, negligible) / size);
      seen.at_h        = std::abs(h);
      if (seen.eta * size <= newton_tolerance || size <= negligible) {
        ++iterations_;
        return Solved::converged;
      }
      const int    left      = most_iterations - 1 - iterations_;
      const double slowest   = std::max(theta, seen.eta / (1 + seen.eta));
      const double predicted = size * seen.eta * std::pow(slowest, left - 1);
      if (left == 0 || predicted > std::max(newton_tolerance, negligible)) {
        if (only_rounding(h) && size <= newton_tolerance && seen.eta * size <= stagnation_error)
          return Solved::converged;
        newton_shrink_ = std::clamp(0.8 * std::pow(predicted / newton_tolerance, -1.0 / (4 + left)), 0.1, 0.5);
        return Solved::slow;
      }
    }
    size_before = size;
  }
  return Solved::slow;
}

/// The right-hand sides: -T^-1 F.
template <std::size_t s>
void Radau::transform_residuals() {
  constexpr auto& r = radau_iia<s>;
  each_block(n_, [&](std::size_t first, std::size_t count) {
    std::array<double, block_size> re, im;
    const auto                     row = [&](std::size_t j, double* to) {
      weighted_sum<s>(scaled(r.TI[j], -1), stage_f_.data() + first, n_, to, count);
    };
    row(0, &real_[first]);
    for (std::size_t m = 0; m < r.pairs; ++m) {
      row(1 + 2 * m, re.data());
      row(2 + 2 * m, im.data());
      for (std::size_t i = 0; i < count; ++i) complex_[m * n_ + first + i] = {re[i], im[i]};
    }
  });
}

/// Z += T dW. The largest change of any component, in tolerances; worst_ is where, or the first that is not finite.
template <std::size_t s>
double Radau::add_increment() {
  constexpr auto& r    = radau_iia<s>;
  double          size = 0;
  each_block(n_, [&](std::size_t first, std::size_t count) {
    std::array<double, s * block_size> w;
    std::array<double, block_size>     dz, largest, sum{};  // 0 times what is not finite is not zero
    std::copy_n(&real_[first], count, w.begin());
    for (std::size_t m = 0; m < r.pairs; ++m)
      for (std::size_t i = 0; i < count; ++i) {
        w[(1 + 2 * m) * block_size + i] = complex_[m * n_ + first + i].real();
        w[(2 + 2 * m) * block_size + i] = complex_[m * n_ + first + i].imag();
      }
    for (std::size_t j = 0; j < s; ++j) {
      weighted_sum<s>(r.T[j], w.data(), block_size, dz.data(), count);
      double* const z = &z_[j * n_ + first];
      for (std::size_t i = 0; i < count; ++i) {
        z[i] += dz[i];
        sum[i] += 0 * dz[i];
        const double change = std::abs(dz[i]);
        largest[i]          = j > 0 && !(change > largest[i]) ? largest[i] : change;
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      const double change = increment_[first + i] = largest[i] * per_weight_[first + i];
      if (sum[i] == 0 && !(change > size)) continue;
      if (size == INFINITY) continue;
      size   = sum[i] == 0 ? change : INFINITY;
      worst_ = first + i;
    }
  });
  return size;
}

/// After a single iteration the contraction is that of earlier steps, and perhaps of another mode. A diode that begins to
/// conduct in this step, or an algebraic variable that is a nonlinear function of others, would be accepted with the
/// error of a linearisation, and no error estimate would see it. So the end of the step itself is looked at: one residual
/// instead of a second iteration's s.
template <std::size_t s>
bool Radau::first_iterate_will_do(double h, double size, double eta_before) {
  const bool expected = eta_before * size <= newton_tolerance;
  if (matrices_.convergence().at_h == 0) return false;  // no evidence at all: a matrix far too large hides any error
  if (size <= newton_tolerance) return expected;
  if (!expected && eta_before > linear_evidence) return false;
  const double correction = end_correction<s>(h);
  if (!(correction <= (expected ? 10 : 1) * newton_tolerance)) return false;
  matrices_.convergence().eta = std::max(correction / size, std::numeric_limits<double>::epsilon());
  return true;
}

/// The Newton correction at the end of the step, in tolerances.
template <std::size_t s>
double Radau::end_correction(double h) {
  end_of_step<s>(h, stage_x_, row(stage_dx_, s - 1));
  residual(t_ + h, stage_x_, row(stage_dx_, s - 1), real_);
  if (first_not_finite(real_)) return INFINITY;
  matrices_.solve_real(real_);
  double largest = 0;
  for (std::size_t i = 0; i < n_; ++i) largest = std::max(largest, std::abs(real_[i]) * per_weight_[i]);
  return largest;
}

/// The error that the last increment leaves behind. Each component answers for itself: one that converges at once, and
/// is large, must not vouch for a small one that does not.
double Radau::remaining_error(double theta, double negligible) const {
  constexpr double slowest   = 0.5;  // a component may have been small by chance in the iteration before
  const double     too_small = std::max(negligible, unimportant * newton_tolerance);
  double           error     = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    if (increment_[i] <= too_small) continue;
    const double now = increment_[i], before = increment_before_[i];
    const double own = std::max(theta, now < slowest * before ? now / before : slowest);
    error            = std::max(error, now * own / (1 - own));
  }
  return error;
}

/// Through (0, 0) and (c_j, Z_j): divided differences, then powers of theta. A matrix in place of these would multiply
/// the rounding of Z by 1e4 for seven stages; differences of smooth values are small, and so is their rounding.
template <std::size_t s>
void Radau::polynomial() {
  std::copy(x_.begin(), x_.end(), c_.begin());
  std::size_t i = 0;
  for (; i + 4 <= n_; i += 4) polynomials<s, 4>(i);
  for (; i + 2 <= n_; i += 2) polynomials<s, 2>(i);
  if (i < n_) polynomials<s, 1>(i);
}

/// Of a few components side by side, as vector instructions.
template <std::size_t s, std::size_t lanes>
void Radau::polynomials(std::size_t first) {
  constexpr auto&                              c       = radau_iia<s>.c;
  constexpr StageMatrix<s>                     per_way = inverse_distances(c);
  std::array<std::array<double, lanes>, s + 1> d;
  for (std::size_t j = 1; j <= s; ++j) std::copy_n(&z_[(j - 1) * n_ + first], lanes, d[j].begin());
  d[0].fill(0);
  for (std::size_t k = 1; k <= s; ++k)
    for (std::size_t j = s; j >= k; --j)
      for (std::size_t i = 0; i < lanes; ++i) d[j][i] = (d[j][i] - d[j - 1][i]) * per_way[k - 1][j - 1];
  for (std::size_t k = s; k-- > 1;)
    for (std::size_t j = k; j < s; ++j)
      for (std::size_t i = 0; i < lanes; ++i) d[j][i] -= c[k - 1] * d[j + 1][i];
  for (std::size_t j = 1; j <= s; ++j) std::copy_n(d[j].begin(), lanes, &c_[j * n_ + first]);
}

}  // namespace saltus::integrate
