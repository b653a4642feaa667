#pragma once
// radau_iia.hpp: the coefficients of Radau IIA with 3, 5 and 7 stages, computed and proven while they are compiled.
//
// Problem    nodes c, matrix A^-1, and T with T^-1 A^-1 T = diag(gamma, blocks of alpha_m +- i beta_m), to the last bit.
// Method     nothing is copied from a table. c are the roots of P_s(2c - 1) - P_{s-1}(2c - 1) (Legendre). With
//            M(theta) = prod (theta - c_i), an eigenpair of A^-1 is a polynomial p of degree s with p(0) = 0 and
//            p' - lambda p = -lambda M, that is p = sum_k M^(k) / lambda^k: its value at 0 is the characteristic
//            equation, its values at the nodes are the eigenvector. All in long double, rounded once at the end.
// Reference  Hairer & Wanner, Solving ODEs II, sections IV.5, IV.8; J. Comput. Appl. Math. 111 (1999) 93-111.
// Notation   Z_i stage increments, u(theta) the collocation polynomial; u' - x' = K M(theta) for non-stiff components,
//            u - x = K theta M(theta) for algebraic ones, where K is of order h^(s+1).
// Invariant  static_asserts below: C(s), B(2s-1), A A^-1 = I, T diag T^-1 = A^-1.

#include <array>
#include <complex>
#include <cstddef>

namespace saltus::integrate {

template <std::size_t s, class Number = double>
using StageMatrix = std::array<std::array<Number, s>, s>;

/// Of M alone: they turn a residual at one point into the error of u within the step.
struct InsideError {
  double integral  = 0;  ///< max over [0, 1] of |int_0^theta M|: non-stiff components
  double product   = 0;  ///< max over [0, 1] of |theta M|: algebraic and very stiff components
  double at_start  = 0;  ///< |M(0)|
  double end_slope = 0;  ///< |M'(1)|
  double point     = 0;  ///< where |theta M| is largest
  double at_point  = 0;  ///< |M| there
  double beyond    = 0;  ///< |int_1^2 M|: how u fails when it is continued over the next step
};

template <std::size_t s, class Number = double>
struct RadauIIA {
  static constexpr std::size_t pairs = (s - 1) / 2;

  std::array<Number, s>                   c{};
  StageMatrix<s, Number>                  a{}, a_inverse{};
  StageMatrix<s, Number>                  T{}, TI{};  ///< columns 1 + 2m, 2 + 2m: Re and -Im of eigenvector m
  Number                                  gamma{};
  std::array<std::complex<Number>, pairs> lambda{};  ///< alpha_m + i beta_m, beta_m > 0
  InsideError                             inside;
};

namespace radau_detail {

using Real    = long double;
using Complex = std::complex<Real>;

constexpr Real magnitude(Real v) { return v < 0 ? -v : v; }

/// P_s - P_{s-1} at 2 theta - 1.
constexpr Real radau_polynomial(std::size_t s, Real theta) {
  const Real x      = 2 * theta - 1;
  Real       before = 1, now = x;
  for (std::size_t k = 1; k < s; ++k) {
    const Real next = (static_cast<Real>(2 * k + 1) * x * now - static_cast<Real>(k) * before) / static_cast<Real>(k + 1);
    before          = now;
    now             = next;
  }
  return now - before;
}

template <std::size_t s>
constexpr std::array<Real, s> nodes() {
  constexpr int       pieces = 100;  // no two roots lie closer than 0.07
  std::array<Real, s> c{};
  std::size_t         found = 0;
  for (int k = 0; k + 1 < pieces; ++k) {
    Real a = static_cast<Real>(k) / pieces, b = static_cast<Real>(k + 1) / pieces;
    if (radau_polynomial(s, a) * radau_polynomial(s, b) > 0) continue;
    for (int halving = 0; halving < 70; ++halving) {
      const Real m                                                   = (a + b) / 2;
      (radau_polynomial(s, a) * radau_polynomial(s, m) <= 0 ? b : a) = m;
    }
    c[found++] = (a + b) / 2;
  }
  c[found] = 1;
  return c;
}

/// Coefficients of M(at + tau) by powers of tau.
template <std::size_t s>
constexpr std::array<Real, s + 1> node_polynomial(const std::array<Real, s>& c, Real at) {
  std::array<Real, s + 1> m{1};
  for (std::size_t i = 0; i < s; ++i) {
    for (std::size_t k = i + 1; k > 0; --k) m[k] = m[k - 1] + (at - c[i]) * m[k];
    m[0] *= at - c[i];
  }
  return m;
}

/// sum_k M^(k) / lambda^k, from the coefficients m of M about the point.
template <std::size_t s>
constexpr Complex eigenpolynomial(const std::array<Real, s + 1>& m, Complex lambda) {
  const Complex per_lambda = Real{1} / lambda;
  Complex       sum        = 0;
  for (std::size_t k = s + 1; k-- > 0;) sum = sum * per_lambda * static_cast<Real>(k + 1) + m[k];
  return sum;
}

/// Weierstrass' iteration for all eigenvalues at once: the real one first, then those above the real axis.
template <std::size_t s>
constexpr std::array<Complex, (s + 1) / 2> eigenvalues(const std::array<Real, s>& c) {
  const auto             m = node_polynomial(c, 0);
  std::array<Complex, s> z{};
  z[0] = {6, 1};
  for (std::size_t i = 1; i < s; ++i) z[i] = z[i - 1] * Complex(0.4L, 0.9L);
  for (int sweep = 0; sweep < 40; ++sweep)
    for (std::size_t i = 0; i < s; ++i) {
      Complex step = eigenpolynomial<s>(m, z[i]) / m[0], others = 1;
      for (std::size_t j = 0; j < s; ++j) {
        step *= z[i];
        if (j != i) others *= z[i] - z[j];
      }
      z[i] -= step / others;
    }
  std::array<Complex, (s + 1) / 2> chosen{};
  std::size_t                      upper = 1;
  for (const Complex& root : z) {
    if (magnitude(root.imag()) < 1e-12L) chosen[0] = root.real();
    if (root.imag() > 1e-12L && upper < chosen.size()) chosen[upper++] = root;
  }
  for (std::size_t i = 1; i < chosen.size(); ++i)  // by beta, so that the order does not depend on the iteration
    for (std::size_t j = i + 1; j < chosen.size(); ++j)
      if (chosen[j].imag() < chosen[i].imag()) {
        const Complex swapped = chosen[i];
        chosen[i]             = chosen[j];
        chosen[j]             = swapped;
      }
  return chosen;
}

template <std::size_t s>
constexpr StageMatrix<s, Real> product(const StageMatrix<s, Real>& p, const StageMatrix<s, Real>& q) {
  StageMatrix<s, Real> r{};
  for (std::size_t i = 0; i < s; ++i)
    for (std::size_t j = 0; j < s; ++j)
      for (std::size_t k = 0; k < s; ++k) r[i][j] += p[i][k] * q[k][j];
  return r;
}

/// Gauss and Jordan, with row exchanges.
template <std::size_t s>
constexpr StageMatrix<s, Real> inverse(StageMatrix<s, Real> p) {
  StageMatrix<s, Real> q{};
  for (std::size_t i = 0; i < s; ++i) q[i][i] = 1;
  for (std::size_t k = 0; k < s; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < s; ++i)
      if (magnitude(p[i][k]) > magnitude(p[pivot][k])) pivot = i;
    for (auto* m : {&p, &q}) {
      const auto row = (*m)[k];
      (*m)[k]        = (*m)[pivot];
      (*m)[pivot]    = row;
    }
    for (std::size_t i = 0; i < s; ++i) {
      if (i == k) continue;
      const Real factor = p[i][k] / p[k][k];
      for (std::size_t j = 0; j < s; ++j) {
        p[i][j] -= factor * p[k][j];
        q[i][j] -= factor * q[k][j];
      }
    }
  }
  for (std::size_t i = 0; i < s; ++i)
    for (std::size_t j = 0; j < s; ++j) q[i][j] /= p[i][i];
  return q;
}

/// Slopes at the nodes of the polynomials through (0, 0) that are 1 at one node and 0 at the others.
template <std::size_t s>
constexpr StageMatrix<s, Real> slopes_at_nodes(const std::array<Real, s>& c) {
  std::array<Real, s> scale{};  // prod over the other nodes and 0 of c_i - c_k
  for (std::size_t i = 0; i < s; ++i) {
    scale[i] = c[i];
    for (std::size_t k = 0; k < s; ++k)
      if (k != i) scale[i] *= c[i] - c[k];
  }
  StageMatrix<s, Real> slope{};
  for (std::size_t i = 0; i < s; ++i) {
    slope[i][i] = 1 / c[i];
    for (std::size_t j = 0; j < s; ++j) {
      if (j == i) continue;
      slope[i][i] += 1 / (c[i] - c[j]);
      slope[i][j] = scale[i] / scale[j] / (c[i] - c[j]);
    }
  }
  return slope;
}

template <std::size_t s>
constexpr InsideError inside_error(const std::array<Real, s>& c) {
  const auto m  = node_polynomial(c, 0);
  const auto at = [&](Real theta) {
    Real v = 0;
    for (std::size_t k = s + 1; k-- > 0;) v = v * theta + m[k];
    return v;
  };
  const auto integral = [&](Real theta) {
    Real v = 0;
    for (std::size_t k = s + 1; k-- > 0;) v = (v + m[k] / static_cast<Real>(k + 1)) * theta;
    return v;
  };
  InsideError e{.at_start = static_cast<double>(magnitude(m[0]))};
  for (int k = 1; k < 200; ++k) {
    const Real theta = static_cast<Real>(k) / 200;
    const auto whole = static_cast<double>(magnitude(integral(theta)));
    const auto value = static_cast<double>(magnitude(theta * at(theta)));
    if (whole > e.integral) e.integral = whole;
    if (value > e.product) {
      e.product  = value;
      e.point    = static_cast<double>(theta);
      e.at_point = static_cast<double>(magnitude(at(theta)));
    }
  }
  e.end_slope = static_cast<double>(magnitude(node_polynomial(c, 1)[1]));
  e.beyond    = static_cast<double>(magnitude(integral(2) - integral(1)));
  return e;
}

template <std::size_t s>
constexpr RadauIIA<s, Real> compute() {
  RadauIIA<s, Real> r;
  r.c         = nodes<s>();
  r.a_inverse = slopes_at_nodes(r.c);
  r.a         = inverse(r.a_inverse);
  r.inside    = inside_error(r.c);

  const auto lambda = eigenvalues(r.c);
  r.gamma           = lambda[0].real();
  for (std::size_t m = 0; m < lambda.size(); ++m) {
    if (m > 0) r.lambda[m - 1] = lambda[m];
    const Complex at_end = eigenpolynomial<s>(node_polynomial(r.c, 1), lambda[m]);
    for (std::size_t i = 0; i < s; ++i) {
      const Complex v = eigenpolynomial<s>(node_polynomial(r.c, r.c[i]), lambda[m]) / at_end;
      if (m == 0) r.T[i][0] = v.real();
      if (m > 0) r.T[i][2 * m - 1] = v.real(), r.T[i][2 * m] = -v.imag();
    }
  }
  r.TI = inverse(r.T);
  return r;
}

template <std::size_t s>
constexpr StageMatrix<s, Real> eigenvalue_blocks(const RadauIIA<s, Real>& r) {
  StageMatrix<s, Real> d{};
  d[0][0] = r.gamma;
  for (std::size_t m = 0; m < r.pairs; ++m) {
    const std::size_t k = 1 + 2 * m;
    d[k][k] = d[k + 1][k + 1] = r.lambda[m].real();
    d[k + 1][k]               = r.lambda[m].imag();
    d[k][k + 1]               = -r.lambda[m].imag();
  }
  return d;
}

template <std::size_t s>
constexpr Real largest_difference(const StageMatrix<s, Real>& p, const StageMatrix<s, Real>& q) {
  Real largest = 0;
  for (std::size_t i = 0; i < s; ++i)
    for (std::size_t j = 0; j < s; ++j)
      if (!(magnitude(p[i][j] - q[i][j]) <= largest)) largest = magnitude(p[i][j] - q[i][j]);
  return largest;
}

/// The largest residual of sum_j weight_j c_j^(k-1) = upto^k / k for k = 1 to `order`.
template <std::size_t s>
constexpr Real quadrature_defect(const std::array<Real, s>& weight, const std::array<Real, s>& c, Real upto,
                                 std::size_t order) {
  Real                largest = 0, power = 1;
  std::array<Real, s> term = weight;
  for (std::size_t k = 1; k <= order; ++k) {
    power *= upto;
    Real sum = -power / static_cast<Real>(k);
    for (std::size_t j = 0; j < s; ++j) {
      sum += term[j];
      term[j] *= c[j];
    }
    if (!(magnitude(sum) <= largest)) largest = magnitude(sum);
  }
  return largest;
}

/// What makes these numbers Radau IIA of order 2s - 1, and T its transformation; to far below the rounding of a double.
template <std::size_t s>
constexpr bool proves_itself(const RadauIIA<s, Real>& r) {
  constexpr Real       rounding = 1e-16L;
  StageMatrix<s, Real> identity{};
  for (std::size_t i = 0; i < s; ++i) identity[i][i] = 1;
  for (std::size_t i = 0; i < s; ++i)  // C(s)
    if (!(quadrature_defect(r.a[i], r.c, r.c[i], s) < rounding)) return false;
  return quadrature_defect(r.a[s - 1], r.c, 1, 2 * s - 1) < rounding &&  // B(2s-1), with b the last row of A
         quadrature_defect(r.a[s - 1], r.c, 1, 2 * s) > 1e-10L &&        // and no more
         largest_difference(product(r.a, r.a_inverse), identity) < rounding &&
         largest_difference(product(r.T, r.TI), identity) < rounding &&
         largest_difference(product(product(r.T, eigenvalue_blocks(r)), r.TI), r.a_inverse) < 100 * rounding;
}

template <std::size_t s>
inline constexpr RadauIIA<s, Real> exact = compute<s>();

static_assert(proves_itself(exact<3>) && proves_itself(exact<5>) && proves_itself(exact<7>));

template <std::size_t s>
constexpr RadauIIA<s> rounded(const RadauIIA<s, Real>& exact) {
  RadauIIA<s> r{.gamma = static_cast<double>(exact.gamma), .inside = exact.inside};
  for (std::size_t i = 0; i < s; ++i) {
    r.c[i] = static_cast<double>(exact.c[i]);
    for (std::size_t j = 0; j < s; ++j) {
      r.a[i][j]         = static_cast<double>(exact.a[i][j]);
      r.a_inverse[i][j] = static_cast<double>(exact.a_inverse[i][j]);
      r.T[i][j]         = static_cast<double>(exact.T[i][j]);
      r.TI[i][j]        = static_cast<double>(exact.TI[i][j]);
    }
  }
  for (std::size_t m = 0; m < r.pairs; ++m) r.lambda[m] = std::complex<double>(exact.lambda[m]);
  return r;
}

}  // namespace radau_detail

template <std::size_t s>
inline constexpr RadauIIA<s> radau_iia = radau_detail::rounded(radau_detail::exact<s>);

}  // namespace saltus::integrate
