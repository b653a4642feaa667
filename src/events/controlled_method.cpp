#include <saltus/events/controlled_method.hpp>

#include <saltus/core/error.hpp>
#include <saltus/integrate/step_control.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace saltus::events {

using integrate::DenseOutput;
using integrate::Resume;
using integrate::StepFailure;

namespace {
constexpr double safety = 0.9, largest_growth = 8, largest_shrink = 0.2;
constexpr double keep_below =
    1.2;  // a step that would grow by less is kept, and the factors of an implicit method with it
}  // namespace

ControlledMethod::ControlledMethod(Make make, std::optional<Appended> appended, double absolute, double relative)
    : make_(std::move(make)), appended_(appended), absolute_(absolute), relative_(relative),
      equations_(appended.value_or(Appended::differential)) {
  inner_ = (inners_[0] = make_(0)).get();
}

ControlledMethod::ControlledMethod(const ControlledMethod& o)
    : make_(o.make_), appended_(o.appended_), absolute_(o.absolute_), relative_(o.relative_), equations_(o.equations_),
      catalogue_(o.catalogue_), watched_(o.watched_), n_(o.n_), z_(o.z_), z_length_(o.z_length_), repeated_(o.repeated_) {
  for (const auto& [more, method] : o.inners_) {
    auto& copy = inners_[more] = method->clone();
    if (method.get() == o.inner_) inner_ = copy.get();
  }
}

void ControlledMethod::watch(const model::Catalogue& catalogue, std::span<const model::SurfaceId> pending,
                             std::span<const double> q) {
  catalogue_ = &catalogue;
  watched_.clear();
  for (const model::SurfaceId s : pending)
    if (!catalogue.surface(s).of_time && !catalogue.surface(s).constant) watched_.push_back(s);
  equations_.watch(catalogue, watched_, q);
}

void ControlledMethod::restart(model::Equations& equations, double t, std::span<const double> x,
                               std::span<const double> dx, int direction, Resume resume) {
  n_ = equations.size();
  equations_.of(equations);
  x_.assign(x.begin(), x.end());
  dx_.assign(dx.begin(), dx.end());
  z_.clear();
  for (std::size_t k = 0; k < watched_.size(); ++k) {
    z_.push_back(equations_.value(k, t, x, dx));
    if (!appended_) continue;
    x_.push_back(z_.back());
    dx_.push_back(equations_.flow_rate(k, t, x, dx));
  }

  auto& wanted = inners_[more()];
  if (!wanted) wanted = make_(more());
  const double kept        = resume == Resume::keep_step ? next_step() : 0.0;
  const bool   another     = wanted.get() != inner_;
  inner_                   = wanted.get();
  model::Equations& system = appended_ ? static_cast<model::Equations&>(equations_) : equations;
  inner_->restart(system, t, x_, dx_, direction, another ? Resume::fresh : resume);
  if (kept > 0) inner_->suggest_step(kept);
  z_length_ = 0;
}

void ControlledMethod::rebind(model::Equations& equations) {
  equations_.of(equations);
  inner_->rebind(appended_ ? static_cast<model::Equations&>(equations_) : equations);
}

Result<DenseOutput, StepFailure> ControlledMethod::step(double t_limit) {
  for (;;) {
    auto step = inner_->step(t_limit);
    if (!step) {
      StepFailure failure = step.error();
      failure.component   = variable_of(failure.component);
      return failure;
    }
    split(*step);
    if (!appended_) {
      const double err = integrate_surfaces(*step), h = std::abs(step->h);
      // err is O(h^(D + 1)).
      const double factor = safety * std::pow(std::max(err, 1e-9), -1.0 / (step->degree + 1));
      if (!(err <= 1)) {
        ++repeated_;
        const double shorter = h * (std::isfinite(err) ? std::clamp(factor, largest_shrink, safety) : largest_shrink);
        if (shorter < integrate::smallest_step(step->t0, t_limit))
          return StepFailure{integrate::StepFailureCause::step_too_small, step->t0, step->h, variable_of(n_ + worst_)};
        inner_->suggest_step(shorter);
        continue;
      }
      z_length_ = h * (factor >= 1 && factor <= keep_below ? 1.0 : std::clamp(factor, largest_shrink, largest_growth));
    }
    return DenseOutput{.t0 = step->t0, .h = step->h, .degree = step->degree, .n = n_, .c = c_, .t_end = step->t_end};
  }
}

double ControlledMethod::next_step() const {
  return z_length_ > 0 ? std::min(z_length_, inner_->next_step()) : inner_->next_step();
}

void ControlledMethod::commit() {
  inner_->commit();
  if (appended_) return;
  for (std::size_t k = 0; k < watched_.size(); ++k) z_[k] = z_step_.at(static_cast<std::size_t>(watched_[k]), 1);
  if (next_step() < inner_->next_step()) inner_->suggest_step(next_step());
  z_length_ = 0;
}

/// The user's part of the polynomials by itself, and that of z by surface.
void ControlledMethod::split(const DenseOutput& step) {
  const auto        powers   = static_cast<std::size_t>(step.degree) + 1;
  const std::size_t surfaces = catalogue_->surfaces().size();
  c_.resize(powers * n_);
  z_c_.assign(powers * surfaces, 0.0);
  for (std::size_t p = 0; p < powers; ++p) {
    for (std::size_t i = 0; i < n_; ++i) c_[p * n_ + i] = step.c[p * step.n + i];
    for (std::size_t k = 0; k < more(); ++k)
      z_c_[p * surfaces + static_cast<std::size_t>(watched_[k])] = step.c[p * step.n + n_ + k];
  }
  z_step_ = {.t0 = step.t0, .h = step.h, .degree = step.degree, .n = surfaces, .c = z_c_, .t_end = step.t_end};
}

// Quadrature: dz/dtheta through D of D + 1 values along the step is the polynomial of z; through all of them it is the
// better one, and the largest difference of the two integrals is the error. Returns the worst, in tolerances.
double ControlledMethod::integrate_surfaces(const DenseOutput& step) {
  constexpr std::size_t most = 16;
  using Powers               = std::array<double, most>;
  const auto D               = static_cast<std::size_t>(step.degree);
  const auto skipped         = D / 2;
  if (D + 2 > most) throw BugInSaltus("controlled_method.cpp: a polynomial of this degree is not foreseen");
  Powers node{};
  // Radau's end, Chebyshev's spacing: symmetric nodes would not see the error of an odd function, half a sine.
  for (std::size_t j = 0; j <= D; ++j)
    node[j] = 0.5 + 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(D - j) / static_cast<double>(2 * D + 1));
  std::rotate(node.begin() + static_cast<long>(skipped), node.begin() + static_cast<long>(skipped) + 1,
              node.begin() + static_cast<long>(D) + 1);  // the one that is left out comes last

  double worst = 0;
  for (std::size_t k = 0; k < watched_.size(); ++k) {
    Powers d{};
    for (std::size_t j = 0; j <= D; ++j) d[j] = equations_.slope(k, step, node[j]);
    for (std::size_t p = 1; p <= D; ++p)
      for (std::size_t j = D; j >= p; --j) d[j] = (d[j] - d[j - 1]) / (node[j] - node[j - p]);
    // Newton's form: the last term is what the last node adds.
    Powers c{}, omega{};
    omega[0] = 1;
    for (std::size_t j = 0; j < D; ++j) {
      for (std::size_t p = 0; p <= j; ++p) c[p] += d[j] * omega[p];
      for (std::size_t p = j + 1; p > 0; --p) omega[p] = omega[p - 1] - omega[p] * node[j];
      omega[0] *= -node[j];
    }
    const auto column = static_cast<std::size_t>(watched_[k]), surfaces = z_step_.n;
    z_c_[column] = z_[k];
    for (std::size_t p = 1; p <= D; ++p) z_c_[p * surfaces + column] = c[p - 1] / static_cast<double>(p);

    double error = 0;
    for (const double theta : {0.25, 0.5, 0.75, 1.0}) {
      double integral = 0;
      for (std::size_t p = D + 1; p > 0; --p) integral = (integral + omega[p - 1] / static_cast<double>(p)) * theta;
      error = std::max(error, std::abs(d[D] * integral));
    }
    error /= z_tolerance(std::max(std::abs(z_[k]), std::abs(z_step_.at(column, 1))));
    if (!(error <= worst)) {
      worst  = error;
      worst_ = k;
    }
  }
  return worst;
}

/// Failures speak of variables: that of a surface, of the first that it depends on.
std::size_t ControlledMethod::variable_of(std::size_t component) const {
  if (component < n_) return component;
  for (const auto& in : catalogue_->surface(watched_[component - n_]).g.inputs())
    if (in.kind == model::Op::variable || in.kind == model::Op::derivative) return static_cast<std::size_t>(in.index);
  return 0;
}

const integrate::Counters& ControlledMethod::counters() const {
  counters_ = {.steps = -repeated_, .rejected = repeated_};
  for (const auto& [more, method] : inners_) { counters_ += method->counters(); }
  return counters_;
}

}  // namespace saltus::events
