#pragma once
// explain.hpp: what went wrong, in the user's names: failures of the layers below as outcomes.

#include <saltus/events/settle.hpp>
#include <saltus/events/strategy.hpp>
#include <saltus/integrate/method.hpp>
#include <saltus/simulate/options.hpp>
#include <saltus/simulate/outcome.hpp>

#include <span>
#include <string>
#include <vector>

namespace saltus {

/// Throws one InputError that lists everything wrong with the input.
void check_input(const model::Model& model, const Start& start, const Options& options);

/// Turns failures into outcomes at the state where they happened.
class Explain {
 public:
  Explain(const model::Model& model, const events::HybridState& state) : model_(model), state_(state) {}

  Outcome operator()(const integrate::StepFailure& failure) const;
  Outcome operator()(const events::SurfaceNotFinite& failure) const;
  Outcome operator()(const events::NotSettled& failure) const;
  Outcome too_many_steps(long steps, double next_step) const;
  Outcome steps_in_vain(long steps, double next_step) const;
  Outcome no_progress(const events::Happenings& happenings, int events) const;
  Outcome ended_by(const events::Happenings& happenings) const;
  Outcome threw(const char* what) const;
  Outcome cancelled() const;

 private:
  Outcome     at(Outcome::Reason reason, std::vector<std::string> names, std::string detail, std::string help) const;
  Outcome     not_consistent(const events::NotConsistent& failure) const;
  std::string variable(std::size_t i) const { return model_.catalogue().names.variables[i]; }
  std::string when(int k) const { return state_.mode->whens[static_cast<std::size_t>(k)].name; }
  std::string values(std::span<const int> first = {}) const;

  const model::Model&        model_;
  const events::HybridState& state_;
};

}  // namespace saltus
