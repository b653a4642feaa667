// sundials_ida.cpp: BDF of variable order (1 to 5) for F(t, x, x') = 0, by SUNDIALS IDAS.
//
// Problem    F(t, x, x') = 0 of index 1.
// Method     fixed-leading-coefficient BDF with modified divided differences; Newton on F_x + cj F_x' with the model's own
//            Jacobians. Algebraic variables stay in the error test: events depend on them.
// Reference  Hindmarsh et al., ACM Trans. Math. Softw. 31 (2005) 363-396; Brenan, Campbell & Petzold, Numerical Solution of
//            Initial-Value Problems in DAEs, chapter 5.
// Invariant  the polynomial of a step of order k passes through the last k + 1 points: it is continuous from step to step.
// Departure  IDA starts with x' as it is given, and leaves y' of algebraic variables to luck; here y' and the length of the
//            first step come from the differentiated equations (`derivatives`).

#include <saltus/integrate/sundials_solver.hpp>

#include <saltus/core/error.hpp>

#include <idas/idas.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace saltus::integrate::sundials {

namespace {

/// Until the shortest step is reached; then the failure is final.
constexpr int failures_allowed = 200;
/// Newton stops when its error is this part of the tolerance given to SUNDIALS (0.33 by default): over many steps it adds up.
constexpr double newton_share = 0.1;

class Ida final : public Solver {
 public:
  explicit Ida(Problem& problem)
      : problem_(problem), x_(context_, problem.equations->size()), dx_(context_, problem.equations->size()),
        work_(context_, problem.equations->size()), newton_(context_, x_, problem), memory_(IDACreate(context_.get())) {
    if (!memory_) throw BugInSaltus("IDACreate failed");
    void* const ida = memory_.get();
    check(IDASetErrHandlerFn(ida, silent, nullptr), "IDASetErrHandlerFn");
    check(IDAInit(ida, residual, 0, x_.get(), dx_.get()), "IDAInit");
    check(IDASetUserData(ida, this), "IDASetUserData");
    check(IDAWFtolerances(ida, weights), "IDAWFtolerances");
    check(IDASetLinearSolver(ida, newton_.solver(), newton_.matrix()), "IDASetLinearSolver");
    check(IDASetJacFn(ida, jacobian), "IDASetJacFn");
    check(IDASetMaxNumSteps(ida, -1), "IDASetMaxNumSteps");
    check(IDASetMaxErrTestFails(ida, failures_allowed), "IDASetMaxErrTestFails");
    check(IDASetMaxConvFails(ida, failures_allowed), "IDASetMaxConvFails");
    check(IDASetNonlinConvCoef(ida, newton_share), "IDASetNonlinConvCoef");
    if (std::isfinite(problem.limits.largest)) check(IDASetMaxStep(ida, problem.limits.largest), "IDASetMaxStep");
  }

  std::string linear_solver() const override { return newton_.description(); }

  bool follow(const model::Equations& equations) override { return newton_.follow(equations); }

  bool derivatives(double t, std::span<const double> x, std::span<double> dx, std::span<double> ddx) override {
    auto& equations = *problem_.equations;
    ++problem_.counters.residuals;
    for (std::size_t i = 0; i < dx.size(); ++i)
      if (!equations.differential(i)) dx[i] = 0;
    equations.rate(t, x, dx, dx, work_.values());
    if (!newton_.differentiate(problem_, t, x, dx, work_)) return false;
    for (std::size_t i = 0; i < dx.size(); ++i) {
      const bool differential = equations.differential(i);
      ddx[i]                  = differential ? work_.values()[i] : 0.0;
      if (!differential) dx[i] = work_.values()[i];
    }
    return true;
  }

  void begin(double t, std::span<const double> x, std::span<const double> dx, double h) override {
    std::copy(x.begin(), x.end(), x_.values().begin());
    std::copy(dx.begin(), dx.end(), dx_.values().begin());
    check(IDAReInit(memory_.get(), t, x_.get(), dx_.get()), "IDAReInit");
    check(IDASetInitStep(memory_.get(), h), "IDASetInitStep");
    counted_ = {};
  }

  Advanced advance(double t_stop, double h_min) override {
    void* const ida = memory_.get();
    check(IDASetStopTime(ida, t_stop), "IDASetStopTime");
    check(IDASetMinStep(ida, h_min), "IDASetMinStep");
    const int code = IDASolve(ida, t_stop, &t_, x_.get(), dx_.get(), IDA_ONE_STEP);
    count();
    problem_.rethrow();
    switch (code) {
      case IDA_SUCCESS:
      case IDA_TSTOP_RETURN: return Advanced::done;
      case IDA_ERR_FAIL:
      case IDA_TOO_MUCH_ACC: return Advanced::error_test_failed;
      case IDA_CONV_FAIL:
      case IDA_LSETUP_FAIL:
      case IDA_LSOLVE_FAIL: return Advanced::newton_failed;
      case IDA_REP_RES_ERR:
      case IDA_FIRST_RES_FAIL: return Advanced::not_finite;
      default: throw BugInSaltus(fmt::format("IDASolve returned {} on the way to t = {}", code, t_stop));
    }
  }

  double                  t() const override { return t_; }
  std::span<const double> x() const override { return x_.values(); }
  std::span<const double> dx() const override { return dx_.values(); }
  int                     order() const override {
    int k = 0;
    IDAGetLastOrder(memory_.get(), &k);
    return k;
  }
  void derivative(double t, int k, std::span<double> d) override {
    check(IDAGetDky(memory_.get(), t, k, work_.get()), "IDAGetDky");
    std::copy(work_.values().begin(), work_.values().end(), d.begin());
  }
  std::span<const double> local_error() override {
    check(IDAGetEstLocalErrors(memory_.get(), work_.get()), "IDAGetEstLocalErrors");
    return work_.values();
  }
  double current_step() const override {
    double h = 0;
    IDAGetCurrentStep(memory_.get(), &h);
    return h;
  }

 private:
  struct Free {
    void operator()(void* memory) const noexcept { IDAFree(&memory); }
  };
  struct Counted {
    long error_failures = 0, newton_failures = 0, iterations = 0, setups = 0;
  };

  static Ida& self(void* data) { return *static_cast<Ida*>(data); }
  static int  residual(double t, N_Vector x, N_Vector dx, N_Vector r, void* data) {
     return self(data).problem_.residual(t, values_of(x), values_of(dx), values_of(r));
  }
  static int jacobian(double t, double cj, N_Vector x, N_Vector dx, N_Vector, SUNMatrix matrix, void* data, N_Vector,
                      N_Vector, N_Vector) {
    Ida& ida = self(data);
    return ida.newton_.fill(matrix, ida.problem_, t, values_of(x), values_of(dx), cj);
  }
  static int weights(N_Vector x, N_Vector w, void* data) {
    return self(data).problem_.weights(values_of(x), values_of(w));
  }
  static void silent(int, const char*, const char*, char*, void*) {}  // codes are enough

  static void check(int code, const char* call) {
    if (code != IDA_SUCCESS) throw BugInSaltus(fmt::format("{} returned {}", call, code));
  }

  void count() {
    void* const ida = memory_.get();
    Counted     now;
    IDAGetNumErrTestFails(ida, &now.error_failures);
    IDAGetNumStepSolveFails(ida, &now.newton_failures);
    IDAGetNumNonlinSolvIters(ida, &now.iterations);
    IDAGetNumLinSolvSetups(ida, &now.setups);
    auto& c = problem_.counters;
    c.rejected += now.error_failures - counted_.error_failures + now.newton_failures - counted_.newton_failures;
    c.newton_iterations += now.iterations - counted_.iterations;
    c.factorizations += now.setups - counted_.setups;
    counted_ = now;
  }

  Problem&                    problem_;
  Context                     context_;
  Vector                      x_, dx_, work_;
  NewtonMatrix                newton_;
  std::unique_ptr<void, Free> memory_;
  double                      t_ = 0;
  Counted                     counted_;  ///< since `begin`
};

}  // namespace

std::unique_ptr<Solver> make_ida(Problem& problem) { return std::make_unique<Ida>(problem); }

}  // namespace saltus::integrate::sundials
