// Departure  Newton's matrix of an explicit system leaves out how z' depends on x: nothing depends on z, so x converges
//            as without it and z one iteration behind. Implicit systems have all entries, because there the matrix also
//            makes the error estimate.

#include <saltus/events/controlled_equations.hpp>

#include <algorithm>

namespace saltus::events {

using model::Form;
using model::Op;
using model::Program;

namespace {

template <class T>
std::span<T> room(std::vector<T>& work, const Program& p) {
  if (work.size() < p.registers() + 1) work.resize(p.registers() + 1);
  return work;
}

bool of_state(const Program::Input& in) { return in.kind == Op::variable || in.kind == Op::derivative; }

}  // namespace

void ControlledEquations::watch(const model::Catalogue& catalogue, std::span<const model::SurfaceId> surfaces,
                                std::span<const double> q) {
  catalogue_ = &catalogue;
  surfaces_.assign(surfaces.begin(), surfaces.end());
  q_.assign(q.begin(), q.end());
}

void ControlledEquations::of(model::Equations& equations) {
  equations_ = &equations;
  n_         = equations.size();
  f_.resize(n_);
  make_pattern();
}

Form ControlledEquations::form() const { return how_ == Appended::algebraic ? Form::implicit_dae : equations_->form(); }

bool ControlledEquations::differential(std::size_t i) const {
  return i < n_ ? equations_->differential(i) : !algebraic(i - n_);
}

void ControlledEquations::make_pattern() {
  const auto& inner = equations_->pattern();
  const auto  n     = static_cast<int>(n_);
  pattern_.n        = size();
  pattern_.column_begin.assign(1, 0);
  pattern_.row.clear();
  from_inner_.clear();
  const auto entry = [&](int row, int from) {
    pattern_.row.push_back(row);
    from_inner_.push_back(from);
  };
  for (int j = 0; j < n; ++j) {
    const auto begin = pattern_.row.size();
    for (int k = inner.column_begin[static_cast<std::size_t>(j)];
         k < inner.column_begin[static_cast<std::size_t>(j) + 1]; ++k)
      entry(inner.row[static_cast<std::size_t>(k)], k);
    const auto diagonal = std::lower_bound(pattern_.row.begin() + static_cast<long>(begin), pattern_.row.end(), j);
    if (diagonal == pattern_.row.end() || *diagonal != j) {
      from_inner_.insert(from_inner_.begin() + (diagonal - pattern_.row.begin()), -1);
      pattern_.row.insert(diagonal, j);
    }
    if (coupled())
      for (std::size_t k = 0; k < surfaces_.size(); ++k) {
        const auto inputs = surface(k).g.inputs();
        if (std::any_of(inputs.begin(), inputs.end(), [&](const auto& in) { return of_state(in) && in.index == j; }))
          entry(n + static_cast<int>(k), -1);
      }
    pattern_.column_begin.push_back(static_cast<int>(pattern_.row.size()));
  }
  for (std::size_t k = 0; k < surfaces_.size(); ++k) {
    entry(n + static_cast<int>(k), -1);
    pattern_.column_begin.push_back(static_cast<int>(pattern_.row.size()));
  }
  inner_x_.resize(inner.nonzeros());
  inner_dx_.resize(inner.nonzeros());
}

double ControlledEquations::value(std::size_t k, double t, std::span<const double> x, std::span<const double> dx) {
  const Program& g = surface(k).g;
  return g.      operator()<double>(
      [&](const Program::Input& in) {
        const auto i = static_cast<std::size_t>(in.index);
        switch (in.kind) {
          case Op::time: return t;
          case Op::variable: return x[i];
          case Op::derivative: return dx[i];
          default: return q_[i];
        }
      },
      room(plain_, g));
}

double ControlledEquations::flow_rate(std::size_t k, double t, std::span<const double> x, std::span<const double> dx) {
  using T          = Dual<double>;
  const Program& g = surface(k).g;
  return g
      .
      operator()<T>(
          [&](const Program::Input& in) -> T {
            const auto i = static_cast<std::size_t>(in.index);
            switch (in.kind) {
              case Op::time: return {t, {1.0}};
              case Op::variable: return {x[i], {dx[i]}};
              case Op::derivative: return T(dx[i]);
              default: return T(q_[i]);
            }
          },
          room(dual_, g))
      .d[0];
}

double ControlledEquations::slope(std::size_t k, const integrate::DenseOutput& step, double theta) {
  using T             = Dual<double>;
  const Program& g    = surface(k).g;
  const auto     bend = [&](std::size_t i) {  // d(x')/dtheta
    double v = 0;
    for (int p = step.degree; p >= 2; --p) v = v * theta + p * (p - 1) * step.coefficient(p, i);
    return v / step.h;
  };
  return g
      .
      operator()<T>(
          [&](const Program::Input& in) -> T {
            const auto i = static_cast<std::size_t>(in.index);
            switch (in.kind) {
              case Op::time: return {step.t0 + theta * step.h, {step.h}};
              case Op::variable: return {step.at(i, theta), {step.slope(i, theta) * step.h}};
              case Op::derivative: return {step.slope(i, theta), {bend(i)}};
              default: return T(q_[i]);
            }
          },
          room(dual_, g))
      .d[0];
}

void ControlledEquations::rhs(double t, std::span<const double> x, std::span<double> dx) {
  equations_->rhs(t, x.first(n_), dx.first(n_));
  for (std::size_t k = 0; k < surfaces_.size(); ++k) dx[n_ + k] = flow_rate(k, t, x, dx);
}

void ControlledEquations::residual(double t, std::span<const double> x, std::span<const double> dx, std::span<double> r) {
  std::span<const double> flow = dx;
  if (form() == Form::explicit_ode) {  // dg/dt along f, not along the dx of a trial
    equations_->rhs(t, x.first(n_), f_);
    for (std::size_t i = 0; i < n_; ++i) r[i] = dx[i] - f_[i];
    flow = f_;
  } else {
    equations_->residual(t, x.first(n_), dx.first(n_), r.first(n_));
  }
  for (std::size_t k = 0; k < surfaces_.size(); ++k)
    r[n_ + k] = algebraic(k) ? x[n_ + k] - value(k, t, x, dx) : dx[n_ + k] - flow_rate(k, t, x, flow);
}

void ControlledEquations::jacobian(double t, std::span<const double> x, std::span<const double> dx,
                                   std::span<double> f_x, std::span<double> f_dx) {
  const bool implicit = form() == Form::implicit_dae, inner_implicit = equations_->form() == Form::implicit_dae;
  std::fill(f_x.begin(), f_x.end(), 0.0);
  if (implicit) std::fill(f_dx.begin(), f_dx.end(), 0.0);
  equations_->jacobian(t, x.first(n_), dx.first(n_), inner_x_, inner_implicit ? inner_dx_ : std::span<double>());
  for (std::size_t e = 0; e < pattern_.row.size(); ++e) {
    if (from_inner_[e] < 0) continue;
    const auto from = static_cast<std::size_t>(from_inner_[e]);
    f_x[e]          = implicit && !inner_implicit ? -inner_x_[from] : inner_x_[from];  // F = x' - f
    if (inner_implicit) f_dx[e] = inner_dx_[from];
  }
  if (!implicit) return;  // z' of an explicit system: see above

  const auto at = [&](std::size_t row, std::size_t column) {
    const auto begin = pattern_.row.begin() + pattern_.column_begin[column];
    const auto end   = pattern_.row.begin() + pattern_.column_begin[column + 1];
    return static_cast<std::size_t>(std::lower_bound(begin, end, static_cast<int>(row)) - pattern_.row.begin());
  };
  if (!inner_implicit)
    for (std::size_t i = 0; i < n_; ++i) f_dx[at(i, i)] = 1;
  for (std::size_t k = 0; k < surfaces_.size(); ++k) {
    const std::size_t row                     = n_ + k;
    const Program&    g                       = surface(k).g;
    (algebraic(k) ? f_x : f_dx)[at(row, row)] = 1;
    for (const Program::Input& seeded : g.inputs()) {
      if (!of_state(seeded)) continue;
      // Outer derivative: to the seeded input. Inner: along the flow.
      using Flow  = Dual<double>;
      using T     = Dual<Flow>;
      const T out = g.operator()<T>(
          [&](const Program::Input& in) -> T {
            const auto i = static_cast<std::size_t>(in.index);
            const Flow one(in.kind == seeded.kind && in.index == seeded.index ? 1.0 : 0.0);
            switch (in.kind) {
              case Op::time: return {Flow(t, {1.0}), {Flow(0.0)}};
              case Op::variable: return {Flow(x[i], {dx[i]}), {one}};
              case Op::derivative: return {Flow(dx[i]), {one}};
              default: return T(q_[i]);
            }
          },
          room(second_, g));
      const auto   entry = at(row, static_cast<std::size_t>(seeded.index));
      const double g_i = out.d[0].v, rate_i = out.d[0].d[0];  // dg/dx_i; d(dg/dt)/dx_i
      if (algebraic(k)) {
        (seeded.kind == Op::derivative ? f_dx : f_x)[entry] -= g_i;
      } else {
        f_dx[entry] -= g_i;  // dg/dt = g_t + g_x x'
        f_x[entry] -= rate_i;
      }
    }
  }
}

}  // namespace saltus::events
