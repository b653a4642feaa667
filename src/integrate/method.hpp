#pragma once
// method.hpp: what every integration method offers, and nothing about events.
//
// A method stands at a committed point (t, x, x'). `step` computes one error-controlled step from there and hands over
// its polynomial; the committed point moves only with `commit`. An event inside the step therefore costs nothing more
// than a `restart` at the event: the polynomial has already said where the trajectory is.

#include <saltus/core/result.hpp>
#include <saltus/integrate/dense_output.hpp>
#include <saltus/integrate/linear_solver_choice.hpp>
#include <saltus/model/equations.hpp>

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace saltus::integrate {

/// Error weights: component i counts as exact to within absolute[i] + relative |x_i|.
struct Tolerances {
  double              relative = 1e-6;
  std::vector<double> absolute;  ///< one per component
};

struct StepLimits {
  double largest = std::numeric_limits<double>::infinity();  ///< |h| never exceeds this
  double first   = 0;                                        ///< |h| of the very first step; 0: chosen by the method
};

enum class StepFailureCause { step_too_small, newton_failed, not_finite };

struct StepFailure {
  StepFailureCause cause;
  double           t;          ///< where the step started
  double           h;          ///< the last step size tried
  std::size_t      component;  ///< the component with the largest error, or the first that is not finite
};

/// What a method has done since it was made. Plain sums, so that they can be pinned by tests.
struct Counters {
  long steps = 0, rejected = 0;
  long rhs = 0, residuals = 0;
  long jacobians = 0, factorizations = 0, newton_iterations = 0;
  long restarts = 0;

  Counters& operator+=(const Counters& c) {
    steps += c.steps;
    rejected += c.rejected;
    rhs += c.rhs;
    residuals += c.residuals;
    jacobians += c.jacobians;
    factorizations += c.factorizations;
    newton_iterations += c.newton_iterations;
    restarts += c.restarts;
    return *this;
  }
};

/// How a restart should choose its step size.
enum class Resume { fresh, keep_step };

class Method {
 public:
  virtual ~Method()                             = default;
  virtual std::string_view        name() const  = 0;
  virtual std::unique_ptr<Method> clone() const = 0;
  /// How linear systems are solved ("dense", "banded (2, 2)", ...); empty for methods that have none.
  virtual std::string linear_solver() const { return {}; }
  /// Names of the methods that came into use so far, in that order, and which of them is at work.
  virtual std::vector<std::string> used() const { return {std::string(name())}; }
  virtual int                      in_use() const { return 0; }

  /// Stand at (t, x, dx) under `equations`, which outlive the next restart. dx must be consistent with the equations
  /// (for the explicit form dx = f(t, x)). `direction` is +1 or -1. Nothing of the solution before t is used again; with
  /// Resume::keep_step the step size, the order and matrices that still serve are.
  virtual void restart(model::Equations& equations, double t, std::span<const double> x, std::span<const double> dx,
                       int direction, Resume resume) = 0;

  /// After a restart: the |h| to try first, known from an earlier stay in the same mode.
  virtual void suggest_step(double length) = 0;

  /// The same equations at another address: for copies.
  virtual void rebind(model::Equations& equations) = 0;

  /// One error-controlled step from the committed point, not beyond t_limit. Reaches t_limit exactly (same bits) when
  /// it gets that far. A step that would leave a sliver before t_limit is stretched or halved instead.
  virtual Result<DenseOutput, StepFailure> step(double t_limit) = 0;

  /// Moves the committed point to the end of the last step.
  virtual void commit() = 0;

  virtual double                  t() const  = 0;
  virtual std::span<const double> x() const  = 0;
  virtual std::span<const double> dx() const = 0;
  /// |h| that the method would try next.
  virtual double next_step() const = 0;
  /// Weighted local error estimate (1 = tolerance) of the last step, and per component in the units of x.
  virtual double                  error_norm() const     = 0;
  virtual std::span<const double> error_estimate() const = 0;
  virtual const Counters&         counters() const       = 0;
  /// Order of the last step, while it is pending.
  virtual int order() const = 0;
  /// |h| times the size of the Jacobian in the direction that the last step has seen, for explicit methods: where it stays
  /// about 3 or above, stability limits the step and not accuracy. 0 when not known.
  virtual double stiffness() const { return 0; }
};

std::unique_ptr<Method> make_tsit5(Tolerances tolerances, StepLimits limits);
std::unique_ptr<Method> make_dop853(Tolerances tolerances, StepLimits limits);

/// The numbers of stages that radau may choose from: 3, 5, 7. For tests, which fix the order.
struct RadauStages {
  std::size_t least = 3, most = 7;
};
std::unique_ptr<Method> make_radau(Tolerances tolerances, StepLimits limits,
                                   LinearSolverChoice solver = LinearSolverChoice::automatic, RadauStages stages = {});
/// Multistep methods, by SUNDIALS. Where Saltus was built without it they throw InputError S0118. Their linear systems are
/// solved by SUNDIALS: dense or sparse.
std::unique_ptr<Method> make_bdf(Tolerances tolerances, StepLimits limits,
                                 LinearSolverChoice solver = LinearSolverChoice::automatic);
std::unique_ptr<Method> make_adams(Tolerances tolerances, StepLimits limits);
bool                    has_sundials();

}  // namespace saltus::integrate
