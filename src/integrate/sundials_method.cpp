// sundials_method.cpp: `bdf` and `adams`, the multistep methods of SUNDIALS behind the interface of all methods.
//
// Problem    SUNDIALS moves its own state with each step and hands out derivatives of an interpolating polynomial; a Method
//            stands at a committed point and hands over the polynomial itself.
// Method     one internal step at a time, with the limit as stop time. The polynomial comes from the derivatives at the
//            start of the step (GetDky): c_k = h^k x^(k)(t0) / k!, of the order k = 0 .. q of the step.
//            bdf: CVODES for x' = f, IDAS for F(t, x, x') = 0. adams: CVODES. The first step after a restart is of order 1;
//            its length follows from x'', which one directional derivative of the equations gives:
//            h = sqrt(2 share / |x''|) has the error share.
// Reference  Hindmarsh et al., ACM Trans. Math. Softw. 31 (2005) 363-396.
// Notation   q is the order of a step, share a part of the tolerance.
// Invariant  the polynomial begins at the committed x with the same bits: what GetDky is away from it, which is rounding,
//            is taken out linearly. It ends at the next committed x up to rounding.
// Cost       a restart begins anew at order 1. So does a step that follows an uncommitted one, and the first step of a
//            clone: SUNDIALS cannot go back, and its memory cannot be copied. The engine does the former only before a
//            restart, which costs the same anyway.
// Departure  the norm is the largest component (sundials_memory.hpp). SUNDIALS' root finding is not used.

#include <saltus/integrate/step_control.hpp>
#include <saltus/integrate/sundials_solver.hpp>

#include <saltus/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace saltus::integrate {

int sundials::polynomial(Solver& solver, double t0, double h, std::span<const double> x0, std::span<double> c) {
  const std::size_t n      = x0.size();
  const int         degree = solver.order();
  double            factor = 1;
  for (int k = 0; k <= degree; factor *= h / ++k) {
    const auto row = c.subspan(static_cast<std::size_t>(k) * n, n);
    solver.derivative(t0, k, row);
    for (double& v : row) v *= factor;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double gap = x0[i] - c[i];
    c[i]             = x0[i];
    c[n + i] -= gap;
  }
  return degree;
}

namespace {

using sundials::Advanced;
using sundials::Formula;

constexpr int most_order = 7;  // of Adams; BDF ends at 5
/// The error of the first step, in units of the tolerance given to SUNDIALS. Its end is tested against 1.
constexpr double first_share = 0.05;

class Multistep final : public Method {
 public:
  Multistep(Formula formula, Tolerances tolerances, StepLimits limits, LinearSolverChoice linear_solver)
      : formula_(formula) {
    problem_.tolerances    = std::move(tolerances);
    problem_.limits        = limits;
    problem_.linear_solver = linear_solver;
  }
  Multistep(const Multistep& o)
      : formula_(o.formula_), problem_(o.problem_), t_(o.t_), t_new_(o.t_new_), direction_(o.direction_), x_(o.x_),
        dx_(o.dx_), x_new_(o.x_new_), dx_new_(o.dx_new_), error_(o.error_), ddx_(o.ddx_), slope_(o.slope_), c_(o.c_),
        order_(o.order_), next_length_(o.next_length_), error_norm_(o.error_norm_), pending_(o.pending_),
        started_(o.started_) {}

  std::string_view        name() const override { return formula_ == Formula::adams ? "adams" : "bdf"; }
  std::unique_ptr<Method> clone() const override { return std::make_unique<Multistep>(*this); }
  std::string             linear_solver() const override { return solver_ ? solver_->linear_solver() : ""; }

  void restart(model::Equations& equations, double t, std::span<const double> x, std::span<const double> dx,
               int direction, Resume resume) override;
  void suggest_step(double length) override { next_length_ = length; }
  void rebind(model::Equations& equations) override { problem_.equations = &equations; }
  Result<DenseOutput, StepFailure> step(double t_limit) override;
  void                             commit() override;

  double                  t() const override { return t_; }
  std::span<const double> x() const override { return x_; }
  std::span<const double> dx() const override { return dx_; }
  double                  next_step() const override { return next_length_; }
  double                  error_norm() const override { return error_norm_; }
  std::span<const double> error_estimate() const override { return error_; }
  const Counters&         counters() const override { return problem_.counters; }
  int                     order() const override { return order_; }

 private:
  void        begin(double t_limit);
  double      first_length(double t_limit, bool derivatives_known) const;
  double      stop_before(double t_limit) const;
  StepFailure failure(Advanced how);

  Formula                           formula_;
  sundials::Problem                 problem_;
  std::unique_ptr<sundials::Solver> solver_;
  bool                              running_ = false;  ///< the solver stands at the committed point, with its history

  double              t_ = 0, t_new_ = 0;
  int                 direction_ = 1;
  std::vector<double> x_, dx_;          ///< the committed point
  std::vector<double> x_new_, dx_new_;  ///< the end of the pending step
  std::vector<double> error_, ddx_, slope_;
  std::vector<double> c_;  ///< polynomial by rows
  int                 order_       = 1;
  double              next_length_ = 0;
  double              error_norm_  = 0;
  bool                pending_ = false, started_ = false;
};

Result<DenseOutput, StepFailure> Multistep::step(double t_limit) {
  SALTUS_ASSERT(problem_.equations != nullptr);
  if (pending_) running_ = false;  // the solver is at the end of that step and cannot go back
  pending_ = false;
  if (!running_) begin(t_limit);

  running_           = false;  // should the step fail, or the model throw
  const Advanced how = solver_->advance(stop_before(t_limit), smallest_step(t_, t_limit));
  if (how != Advanced::done) return failure(how);
  running_ = true;

  t_new_         = solver_->t();
  const double h = t_new_ - t_;
  std::copy(solver_->x().begin(), solver_->x().end(), x_new_.begin());
  std::copy(solver_->dx().begin(), solver_->dx().end(), dx_new_.begin());
  order_           = sundials::polynomial(*solver_, t_, h, x_, c_);  // its degree
  const auto error = solver_->local_error();
  std::copy(error.begin(), error.end(), error_.begin());
  error_norm_  = integrate::error_norm(error_, x_, x_new_, problem_.tolerances).value;
  next_length_ = std::abs(solver_->current_step());
  pending_     = true;
  started_     = true;
  ++problem_.counters.steps;
  return DenseOutput{.t0 = t_, .h = h, .degree = order_, .n = x_.size(), .c = c_, .t_end = t_new_};
}

void Multistep::restart(model::Equations& equations, double t, std::span<const double> x, std::span<const double> dx,
                        int direction, Resume resume) {
  SALTUS_ASSERT(direction == 1 || direction == -1);
  SALTUS_ASSERT(formula_ == Formula::bdf || equations.form() == model::Form::explicit_ode);
  SALTUS_ASSERT(x.size() == equations.size() && dx.size() == x.size() && problem_.tolerances.absolute.size() == x.size());
  problem_.equations  = &equations;
  t_                  = t;
  direction_          = direction;
  const std::size_t n = x.size();
  x_.assign(x.begin(), x.end());
  dx_.assign(dx.begin(), dx.end());
  for (auto* v : {&x_new_, &dx_new_, &ddx_, &slope_}) v->resize(n);
  c_.resize((most_order + 1) * n);
  error_.assign(n, 0.0);
  if (resume == Resume::fresh) next_length_ = 0;
  error_norm_ = 0;
  pending_    = false;
  running_    = false;
  ++problem_.counters.restarts;
}

void Multistep::commit() {
  SALTUS_ASSERT(pending_);
  t_ = t_new_;
  x_.swap(x_new_);
  dx_.swap(dx_new_);
  pending_ = false;
}

/// The solver takes over at the committed point, without history.
void Multistep::begin(double t_limit) {
  if (solver_ && !solver_->follow(*problem_.equations)) solver_.reset();
  if (!solver_) {
    const bool is_explicit = problem_.equations->form() == model::Form::explicit_ode;
    solver_                = is_explicit ? sundials::make_cvode(problem_, formula_) : sundials::make_ida(problem_);
  }
  std::copy(dx_.begin(), dx_.end(), slope_.begin());
  const bool known = solver_->derivatives(t_, x_, slope_, ddx_);
  if (!known) std::copy(dx_.begin(), dx_.end(), slope_.begin());
  next_length_ = first_length(t_limit, known);
  solver_->begin(t_, x_, slope_, direction_ * next_length_);
}

/// The step with which a mode was left was of another order, or cut short by a limit: it counts only where x'' says nothing.
double Multistep::first_length(double t_limit, bool derivatives_known) const {
  if (problem_.limits.first > 0 && !started_) return std::min(problem_.limits.first, problem_.limits.largest);
  const double room   = room_for_first_step(t_, t_limit, problem_.limits);
  double       length = next_length_ > 0 ? std::min(next_length_, room) : room, size = 0;
  if (derivatives_known)
    for (std::size_t i = 0; i < x_.size(); ++i)
      size = std::max(size, std::abs(ddx_[i]) / (sundials::tolerance_share * weight(problem_.tolerances, i, x_[i])));
  if (size > 0) {
    length = std::min(room, std::sqrt(2 * first_share / size));
  } else if (next_length_ == 0) {
    const StartSizes sizes = start_sizes(x_, slope_, problem_.tolerances);
    length                 = std::min(length, integrate::first_length(sizes, 0, probe_length(sizes, room), 2, room));
  }
  return std::max(length, smallest_step(t_, t_limit));
}

/// SUNDIALS ends a step at its stop time, but would leave a sliver before it: halve the way instead.
double Multistep::stop_before(double t_limit) const {
  const double way = std::abs(t_limit - t_);
  return way > next_length_ && way < 2 * next_length_ ? t_ + 0.5 * (t_limit - t_) : t_limit;
}

StepFailure Multistep::failure(Advanced how) {
  const double h = solver_->current_step();
  if (problem_.not_finite && how != Advanced::error_test_failed)
    return {StepFailureCause::not_finite, t_, h, *problem_.not_finite};
  const Norm worst = integrate::error_norm(solver_->local_error(), x_, x_, problem_.tolerances);
  return {how == Advanced::newton_failed ? StepFailureCause::newton_failed : StepFailureCause::step_too_small, t_, h,
          worst.component};
}

}  // namespace

bool has_sundials() { return true; }

std::unique_ptr<Method> make_bdf(Tolerances tolerances, StepLimits limits, LinearSolverChoice solver) {
  using enum LinearSolverChoice;
  if (solver == banded || solver == gmres)
    throw InputError(
        fmt::format("S0125: the linear solver {} is not there for the method bdf. Choose automatic, dense or "
                    "sparse, or the method radau.",
                    to_text(solver)));
  return std::make_unique<Multistep>(Formula::bdf, std::move(tolerances), limits, solver);
}
std::unique_ptr<Method> make_adams(Tolerances tolerances, StepLimits limits) {
  return std::make_unique<Multistep>(Formula::adams, std::move(tolerances), limits, LinearSolverChoice::automatic);
}

}  // namespace saltus::integrate
