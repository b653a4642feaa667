// IDA: variable-order BDF on the residual, with Newton, a direct solver and the exact Jacobian. Explicit problems are
// given as x' - f(t, x).

#include "sundials.hpp"

#include <ida/ida.h>

#include <optional>

namespace saltus::bench {
namespace {

struct FreeIda {
  void operator()(void* memory) const { IDAFree(&memory); }
};

class Ida final : public SundialsSolver {
 public:
  Ida(std::size_t n, bool implicit, const model::Pattern& pattern, double tolerance)
      : SundialsSolver(n, pattern, tolerance), memory_(IDACreate(context_.get())), implicit_(implicit) {}

  Arrival advance(double t_out) override {
    IDASetStopTime(memory_.get(), t_out);
    code_ = IDASolve(memory_.get(), t_out, &t_, x_.get(), dx_.get(), IDA_NORMAL);
    if (code_ < 0) return Arrival::failed;
    if (code_ != IDA_ROOT_RETURN) return Arrival::time;
    IDAGetRootInfo(memory_.get(), roots_.data());
    return Arrival::root;
  }
  double last_step() const override {
    double h = 0;
    IDAGetLastStep(memory_.get(), &h);
    return h;
  }
  std::span<double> dx() override { return implicit_ ? values(dx_.get()) : std::span<double>{}; }

 protected:
  void initialise(bool) override {
    if (!implicit_) {  // a consistent x' is one evaluation
      ++work_.evaluations;
      plant_->equations().rhs(t_, read(x_.get()), values(dx_.get()));
    }
    if (made_) {
      IDAReInit(memory_.get(), t_, x_.get(), dx_.get());
      return;
    }
    made_         = true;
    void* const m = memory_.get();
    IDASetErrHandlerFn(m, keep_message, &message_);
    IDAInit(m, residual, t_, x_.get(), dx_.get());
    IDASetUserData(m, this);
    IDASStolerances(m, tolerance_, tolerance_);
    IDASetMaxNumSteps(m, most_steps);
    IDASetNoInactiveRootWarn(m);
    IDASetMaxErrTestFails(m, 40);  // x' of algebraic variables is a guess, and the first step has to come down to it
    direct_.emplace(x_.get(), pattern_, context_.get());
    IDASetLinearSolver(m, direct_->solver.get(), direct_->matrix.get());
    IDASetJacFn(m, jacobian);
  }
  void watch(int roots) override { IDARootInit(memory_.get(), roots, switching); }
  Work steps_since_restart() const override {
    Work w;
    IDAGetNumSteps(memory_.get(), &w.steps);
    IDAGetNumErrTestFails(memory_.get(), &w.rejected);
    return w;
  }

 private:
  static int residual(double t, N_Vector x, N_Vector dx, N_Vector r, void* self) {
    auto& s = *static_cast<Ida*>(self);
    ++s.work_.evaluations;
    s.plant_->equations().residual(t, read(x), read(dx), values(r));
    return 0;
  }
  static int switching(double t, N_Vector x, N_Vector dx, double* g, void* self) {
    auto& s = *static_cast<Ida*>(self);
    ++s.work_.g;
    s.plant_->g(t, read(x).data(), read(dx).data(), g);
    return 0;
  }
  static int jacobian(double t, double shift, N_Vector x, N_Vector dx, N_Vector, SUNMatrix m, void* self, N_Vector,
                      N_Vector, N_Vector) {
    static_cast<Ida*>(self)->jacobian_into(m, t, x, dx, shift);
    return 0;
  }

  std::unique_ptr<void, FreeIda> memory_;
  bool                           implicit_;
  bool                           made_ = false;
  std::optional<DirectSolver>    direct_;
};

}  // namespace

Solver* make_ida(std::size_t n, bool implicit, const model::Pattern& pattern, double tolerance) {
  return new Ida(n, implicit, pattern, tolerance);
}

}  // namespace saltus::bench
