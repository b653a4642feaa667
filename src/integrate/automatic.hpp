#pragma once
// automatic.hpp: a method that chooses among the others, and says why.
//
// Problem    the user should not have to know whether a model is stiff, or which order pays at a tolerance.
// Method     implicit models: radau. Explicit ones start with a Runge-Kutta pair, dop853 where the tolerance is tight and
//            tsit5 elsewhere, and go over to radau when stability limits their steps; each mode of the model remembers
//            what it was left with. All of these are one-step methods, so a change costs no more than an event.
// Reference  Hairer & Wanner, Solving ODEs II, section IV.2 (stiffness detection by two stages at the end of a step).
// Invariant  counters are sums over all methods in use.
// Departure  a mode that was found stiff stays with radau: nothing is tried again within it.

#include <saltus/integrate/method.hpp>

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace saltus::integrate {

class Automatic final : public Method {
 public:
  enum Kind { tsit5, dop853, radau };
  using Make = std::function<std::unique_ptr<Method>(Kind)>;

  /// `tolerance` is the relative tolerance, or the smallest absolute one where that is zero.
  Automatic(Make make, model::Form form, double tolerance);
  Automatic(const Automatic& other);

  std::string_view        name() const override { return name_; }
  std::unique_ptr<Method> clone() const override { return std::make_unique<Automatic>(*this); }

  std::vector<std::string> used() const override;
  int                      in_use() const override;

  /// The mode of the model that the next restart is about.
  void in_mode(int mode) { mode_ = mode; }
  /// What was chosen and why, in words.
  const std::string& reasons() const { return reasons_; }
  /// As if nothing had been learnt.
  void forget();

  void restart(model::Equations& equations, double t, std::span<const double> x, std::span<const double> dx,
               int direction, Resume resume) override;
  void suggest_step(double length) override { now().suggest_step(length); }
  void rebind(model::Equations& equations) override;
  Result<DenseOutput, StepFailure> step(double t_limit) override { return now().step(t_limit); }
  void                             commit() override;

  double                  t() const override { return now().t(); }
  std::span<const double> x() const override { return now().x(); }
  std::span<const double> dx() const override { return now().dx(); }
  double                  next_step() const override { return made_[current_] ? now().next_step() : 0.0; }
  double                  error_norm() const override { return now().error_norm(); }
  std::span<const double> error_estimate() const override { return now().error_estimate(); }
  const Counters&         counters() const override;
  int                     order() const override { return now().order(); }
  double                  stiffness() const override { return now().stiffness(); }
  /// Of the implicit method, if one came into use.
  std::string linear_solver() const override { return made_[radau] ? made_[radau]->linear_solver() : std::string(); }

 private:
  Method&       now() { return *made_[current_]; }
  const Method& now() const { return *made_[current_]; }
  Method&       use(Kind kind);
  void          go_over_to_radau();
  void          explain(const std::string& why);

  Make                                   make_;
  model::Form                            form_;
  double                                 tolerance_;
  Kind                                   first_;  ///< for modes that nothing is known of
  std::array<std::unique_ptr<Method>, 3> made_;
  Kind                                   current_;
  std::vector<char>                      stiff_;  ///< by mode
  int                                    mode_ = 0, suspicious_ = 0, harmless_ = 0, steps_ = 0;
  int               stay_ = 0, short_stays_ = 0;  ///< steps since the last restart; stays of few steps in a row
  Kind              pair_      = tsit5;           ///< for modes that are not stiff
  model::Equations* equations_ = nullptr;
  int               direction_ = 1;
  std::vector<Kind> used_;  ///< in the order in which they came into use
  std::string       name_, reasons_;
  mutable Counters  counters_;
};

}  // namespace saltus::integrate
