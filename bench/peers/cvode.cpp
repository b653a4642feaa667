// CVODE: BDF with Newton, a direct solver and the exact Jacobian; Adams with fixed-point iteration. Both as its manual
// recommends for stiff and non-stiff systems.

#include "sundials.hpp"

#include <cvode/cvode.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <optional>

namespace saltus::bench {
namespace {

struct FreeCvode {
  void operator()(void* memory) const { CVodeFree(&memory); }
};
struct FreeNonlinear {
  void operator()(SUNNonlinearSolver s) const { SUNNonlinSolFree(s); }
};

class Cvode final : public SundialsSolver {
 public:
  Cvode(std::size_t n, const model::Pattern& pattern, double tolerance, int family)
      : SundialsSolver(n, pattern, tolerance), memory_(CVodeCreate(family, context_.get())), family_(family) {}

  Arrival advance(double t_out) override {
    CVodeSetStopTime(memory_.get(), t_out);
    code_ = CVode(memory_.get(), t_out, x_.get(), &t_, CV_NORMAL);
    if (code_ < 0) return Arrival::failed;
    if (code_ != CV_ROOT_RETURN) return Arrival::time;
    CVodeGetRootInfo(memory_.get(), roots_.data());
    return Arrival::root;
  }
  double last_step() const override {
    double h = 0;
    CVodeGetLastStep(memory_.get(), &h);
    return h;
  }
  std::span<double> dx() override { return {}; }

 protected:
  void initialise(bool) override {
    if (made_) {
      CVodeReInit(memory_.get(), t_, x_.get());
      return;
    }
    made_         = true;
    void* const m = memory_.get();
    CVodeSetErrHandlerFn(m, keep_message, &message_);
    CVodeInit(m, right_hand_side, t_, x_.get());
    CVodeSetUserData(m, this);
    CVodeSStolerances(m, tolerance_, tolerance_);
    CVodeSetMaxNumSteps(m, most_steps);
    CVodeSetNoInactiveRootWarn(m);
    if (family_ == CV_BDF) {
      direct_.emplace(x_.get(), pattern_, context_.get());
      CVodeSetLinearSolver(m, direct_->solver.get(), direct_->matrix.get());
      CVodeSetJacFn(m, jacobian);
    } else {
      fixed_point_.reset(SUNNonlinSol_FixedPoint(x_.get(), 0, context_.get()));
      CVodeSetNonlinearSolver(m, fixed_point_.get());
    }
  }
  void watch(int roots) override { CVodeRootInit(memory_.get(), roots, switching); }
  Work steps_since_restart() const override {
    Work w;
    CVodeGetNumSteps(memory_.get(), &w.steps);
    CVodeGetNumErrTestFails(memory_.get(), &w.rejected);
    return w;
  }

 private:
  static int right_hand_side(double t, N_Vector x, N_Vector dx, void* self) {
    auto& s = *static_cast<Cvode*>(self);
    ++s.work_.evaluations;
    s.plant_->equations().rhs(t, read(x), values(dx));
    return 0;
  }
  static int switching(double t, N_Vector x, double* g, void* self) {
    auto& s = *static_cast<Cvode*>(self);
    ++s.work_.g;
    s.plant_->g(t, read(x).data(), nullptr, g);
    return 0;
  }
  static int jacobian(double t, N_Vector x, N_Vector, SUNMatrix m, void* self, N_Vector, N_Vector, N_Vector) {
    static_cast<Cvode*>(self)->jacobian_into(m, t, x, nullptr, 0);
    return 0;
  }

  std::unique_ptr<void, FreeCvode>         memory_;
  int                                      family_;
  bool                                     made_ = false;
  std::optional<DirectSolver>              direct_;
  Owned<SUNNonlinearSolver, FreeNonlinear> fixed_point_;
};

}  // namespace

Solver* make_cvode_bdf(std::size_t n, bool, const model::Pattern& pattern, double tolerance) {
  return new Cvode(n, pattern, tolerance, CV_BDF);
}
Solver* make_cvode_adams(std::size_t n, bool, const model::Pattern& pattern, double tolerance) {
  return new Cvode(n, pattern, tolerance, CV_ADAMS);
}

}  // namespace saltus::bench
