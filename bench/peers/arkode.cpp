// ARKODE, ERKStep with the pair of Dormand and Prince: its explicit method of order 5. After an event it is reset, not
// initialised anew, so that it keeps its step size, as Saltus does.

#include "sundials.hpp"

#include <arkode/arkode_erkstep.h>

namespace saltus::bench {
namespace {

struct FreeErk {
  void operator()(void* memory) const { ERKStepFree(&memory); }
};

class Erk final : public SundialsSolver {
 public:
  Erk(std::size_t n, const model::Pattern& pattern, double tolerance) : SundialsSolver(n, pattern, tolerance) {}

  Arrival advance(double t_out) override {
    ERKStepSetStopTime(memory_.get(), t_out);
    code_ = ERKStepEvolve(memory_.get(), t_out, x_.get(), &t_, ARK_NORMAL);
    if (code_ < 0) return Arrival::failed;
    if (code_ != ARK_ROOT_RETURN) return Arrival::time;
    ERKStepGetRootInfo(memory_.get(), roots_.data());
    return Arrival::root;
  }
  double last_step() const override {
    double h = 0;
    ERKStepGetLastStep(memory_.get(), &h);
    return h;
  }
  std::span<double> dx() override { return {}; }

 protected:
  void initialise(bool fresh) override {
    if (memory_ != nullptr) {
      if (fresh) ERKStepReInit(memory_.get(), right_hand_side, t_, x_.get());
      else ERKStepReset(memory_.get(), t_, x_.get());
      return;
    }
    memory_.reset(ERKStepCreate(right_hand_side, t_, x_.get(), context_.get()));
    void* const m = memory_.get();
    ERKStepSetErrHandlerFn(m, keep_message, &message_);
    ERKStepSetUserData(m, this);
    ERKStepSStolerances(m, tolerance_, tolerance_);
    ERKStepSetTableNum(m, ARKODE_DORMAND_PRINCE_7_4_5);
    ERKStepSetMaxNumSteps(m, most_steps);
    ERKStepSetNoInactiveRootWarn(m);
  }
  void watch(int roots) override { ERKStepRootInit(memory_.get(), roots, switching); }
  /// A reset leaves the counters alone, so that there is only one piece.
  Work steps_since_restart() const override {
    Work w;
    ERKStepGetNumSteps(memory_.get(), &w.steps);
    ERKStepGetNumErrTestFails(memory_.get(), &w.rejected);
    w.steps -= work_.steps;
    w.rejected -= work_.rejected;
    return w;
  }

 private:
  static int right_hand_side(double t, N_Vector x, N_Vector dx, void* self) {
    auto& s = *static_cast<Erk*>(self);
    ++s.work_.evaluations;
    s.plant_->equations().rhs(t, read(x), values(dx));
    return 0;
  }
  static int switching(double t, N_Vector x, double* g, void* self) {
    auto& s = *static_cast<Erk*>(self);
    ++s.work_.g;
    s.plant_->g(t, read(x).data(), nullptr, g);
    return 0;
  }

  std::unique_ptr<void, FreeErk> memory_;
};

}  // namespace

Solver* make_erk(std::size_t n, bool, const model::Pattern& pattern, double tolerance) {
  return new Erk(n, pattern, tolerance);
}

}  // namespace saltus::bench
