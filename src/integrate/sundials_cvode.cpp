// sundials_cvode.cpp: Adams-Moulton and BDF of variable order for x' = f(t, x), by SUNDIALS CVODES.
//
// Problem    x' = f(t, x): smooth and not stiff (adams), or stiff (bdf).
// Method     variable-coefficient Adams-Moulton with functional iteration; fixed-leading-coefficient BDF with Newton on
//            I - gamma f_x and the model's own Jacobian. Nordsieck arrays.
// Reference  Hindmarsh et al., ACM Trans. Math. Softw. 31 (2005) 363-396; Byrne & Hindmarsh, ACM Trans. Math. Softw. 1
//            (1975) 71-96.
// Invariant  a correction vanishes at the start of its step, so the polynomial is continuous from step to step.

#include <saltus/integrate/sundials_solver.hpp>

#include <saltus/core/error.hpp>

#include <cvodes/cvodes.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace saltus::integrate::sundials {

namespace {

/// Until the shortest step is reached; then the failure is final.
constexpr int failures_allowed = 200;
/// Of Adams: higher orders save nothing (decision 0014), and detection encloses polynomials up to this degree.
constexpr int most_order_of_adams = 7;

class Cvode final : public Solver {
 public:
  Cvode(Problem& problem, Formula formula)
      : problem_(problem), x_(context_, problem.equations->size()), dx_(context_, problem.equations->size()),
        work_(context_, problem.equations->size()),
        memory_(CVodeCreate(formula == Formula::adams ? CV_ADAMS : CV_BDF, context_.get())) {
    if (!memory_) throw BugInSaltus("CVodeCreate failed");
    void* const cvode = memory_.get();
    check(CVodeSetErrHandlerFn(cvode, silent, nullptr), "CVodeSetErrHandlerFn");
    check(CVodeInit(cvode, rhs, 0, x_.get()), "CVodeInit");
    check(CVodeSetUserData(cvode, this), "CVodeSetUserData");
    check(CVodeWFtolerances(cvode, weights), "CVodeWFtolerances");
    check(CVodeSetMaxNumSteps(cvode, -1), "CVodeSetMaxNumSteps");
    check(CVodeSetMaxHnilWarns(cvode, -1), "CVodeSetMaxHnilWarns");
    check(CVodeSetMaxErrTestFails(cvode, failures_allowed), "CVodeSetMaxErrTestFails");
    check(CVodeSetMaxConvFails(cvode, failures_allowed), "CVodeSetMaxConvFails");
    if (std::isfinite(problem.limits.largest)) check(CVodeSetMaxStep(cvode, problem.limits.largest), "CVodeSetMaxStep");
    if (formula == Formula::adams) {
      check(CVodeSetMaxOrd(cvode, most_order_of_adams), "CVodeSetMaxOrd");
      iteration_.reset(SUNNonlinSol_FixedPoint(x_.get(), 0, context_.get()));
      check(CVodeSetNonlinearSolver(cvode, iteration_.get()), "CVodeSetNonlinearSolver");
    } else {
      newton_ = std::make_unique<NewtonMatrix>(context_, x_, problem);
      check(CVodeSetLinearSolver(cvode, newton_->solver(), newton_->matrix()), "CVodeSetLinearSolver");
      check(CVodeSetJacFn(cvode, jacobian), "CVodeSetJacFn");
    }
  }

  std::string linear_solver() const override { return newton_ ? newton_->description() : ""; }

  bool follow(const model::Equations& equations) override {
    return newton_ ? newton_->follow(equations) : equations.size() == x_.values().size();
  }

  bool derivatives(double t, std::span<const double> x, std::span<double> dx, std::span<double> ddx) override {
    ++problem_.counters.rhs;
    problem_.equations->rate(t, x, dx, dx, ddx);
    return std::all_of(ddx.begin(), ddx.end(), [](double v) { return std::isfinite(v); });
  }

  void begin(double t, std::span<const double> x, std::span<const double> dx, double h) override {
    std::copy(x.begin(), x.end(), x_.values().begin());
    problem_.slope.assign(dx.begin(), dx.end());
    problem_.slope_known = true;
    check(CVodeReInit(memory_.get(), t, x_.get()), "CVodeReInit");
    check(CVodeSetInitStep(memory_.get(), h), "CVodeSetInitStep");
    counted_ = {};
  }

  Advanced advance(double t_stop, double h_min) override {
    void* const cvode = memory_.get();
    check(CVodeSetStopTime(cvode, t_stop), "CVodeSetStopTime");
    check(CVodeSetMinStep(cvode, h_min), "CVodeSetMinStep");
    const int code = CVode(cvode, t_stop, x_.get(), &t_, CV_ONE_STEP);
    count();
    problem_.rethrow();
    switch (code) {
      case CV_SUCCESS:
      case CV_TSTOP_RETURN: derivative(t_, 1, dx_.values()); return Advanced::done;
      case CV_ERR_FAILURE:
      case CV_TOO_MUCH_ACC: return Advanced::error_test_failed;
      case CV_CONV_FAILURE:
      case CV_LSETUP_FAIL:
      case CV_LSOLVE_FAIL: return Advanced::newton_failed;
      case CV_FIRST_RHSFUNC_ERR:
      case CV_REPTD_RHSFUNC_ERR:
      case CV_UNREC_RHSFUNC_ERR: return Advanced::not_finite;
      default: throw BugInSaltus(fmt::format("CVode returned {} on the way to t = {}", code, t_stop));
    }
  }

  double                  t() const override { return t_; }
  std::span<const double> x() const override { return x_.values(); }
  std::span<const double> dx() const override { return dx_.values(); }
  int                     order() const override {
    int q = 0;
    CVodeGetLastOrder(memory_.get(), &q);
    return q;
  }
  void derivative(double t, int k, std::span<double> d) override {
    check(CVodeGetDky(memory_.get(), t, k, work_.get()), "CVodeGetDky");
    std::copy(work_.values().begin(), work_.values().end(), d.begin());
  }
  std::span<const double> local_error() override {
    check(CVodeGetEstLocalErrors(memory_.get(), work_.get()), "CVodeGetEstLocalErrors");
    return work_.values();
  }
  double current_step() const override {
    double h = 0;
    CVodeGetCurrentStep(memory_.get(), &h);
    return h;
  }

 private:
  struct Free {
    void operator()(void* memory) const noexcept { CVodeFree(&memory); }
    void operator()(SUNNonlinearSolver solver) const noexcept { SUNNonlinSolFree(solver); }
  };
  struct Counted {
    long error_failures = 0, newton_failures = 0, iterations = 0, setups = 0;
  };

  static Cvode& self(void* data) { return *static_cast<Cvode*>(data); }
  static int    rhs(double t, N_Vector x, N_Vector dx, void* data) {
       return self(data).problem_.rhs(t, values_of(x), values_of(dx));
  }
  static int jacobian(double t, N_Vector x, N_Vector dx, SUNMatrix matrix, void* data, N_Vector, N_Vector, N_Vector) {
    Cvode& cvode = self(data);
    return cvode.newton_->fill(matrix, cvode.problem_, t, values_of(x), values_of(dx), 0);
  }
  static int weights(N_Vector x, N_Vector w, void* data) {
    return self(data).problem_.weights(values_of(x), values_of(w));
  }
  static void silent(int, const char*, const char*, char*, void*) {}  // codes are enough

  static void check(int code, const char* call) {
    if (code != CV_SUCCESS) throw BugInSaltus(fmt::format("{} returned {}", call, code));
  }

  void count() {
    void* const cvode = memory_.get();
    Counted     now;
    CVodeGetNumErrTestFails(cvode, &now.error_failures);
    CVodeGetNumStepSolveFails(cvode, &now.newton_failures);
    CVodeGetNumNonlinSolvIters(cvode, &now.iterations);
    CVodeGetNumLinSolvSetups(cvode, &now.setups);
    auto& c = problem_.counters;
    c.rejected += now.error_failures - counted_.error_failures + now.newton_failures - counted_.newton_failures;
    if (newton_) c.newton_iterations += now.iterations - counted_.iterations;
    if (newton_) c.factorizations += now.setups - counted_.setups;
    counted_ = now;
  }

  Problem&                                           problem_;
  Context                                            context_;
  Vector                                             x_, dx_, work_;
  std::unique_ptr<NewtonMatrix>                      newton_;     ///< bdf only
  std::unique_ptr<_generic_SUNNonlinearSolver, Free> iteration_;  ///< adams only
  std::unique_ptr<void, Free>                        memory_;
  double                                             t_ = 0;
  Counted                                            counted_;  ///< since `begin`
};

}  // namespace

std::unique_ptr<Solver> make_cvode(Problem& problem, Formula formula) {
  return std::make_unique<Cvode>(problem, formula);
}

}  // namespace saltus::integrate::sundials
