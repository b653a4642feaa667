// Saltus as a user calls it for speed: a Simulation that is rewound, with output at events only.

#include "contestant.hpp"
#include "methods.hpp"

#include <saltus/simulate/simulation.hpp>

namespace saltus::bench {
namespace {

class SaltusEntry final : public Entry {
 public:
  SaltusEntry(const problems::Problem& p, Options options) : simulation_(p.make(), p.start, std::move(options)) {}

  Answer check() override {
    run();
    const Run     result = simulation_.result();
    const auto&   s      = result.statistics();
    const Outcome end    = result.outcome();
    Answer        a{.finished = end.ok(), .trouble = end.ok() ? "" : end.code(), .t = end.t};
    for (const Event& e : result.events())
      if (e.kind != Event::Kind::initial) a.event_times.push_back(e.t);
    a.x.assign(simulation_.x().begin(), simulation_.x().end());
    a.q.assign(simulation_.discrete().begin(), simulation_.discrete().end());
    a.work = {s.steps, s.rejected, s.rhs + s.residuals, s.jacobians, s.surface_evaluations + s.enclosures};
    return a;
  }
  void run() override {
    simulation_.rewind();
    simulation_.run();
  }
  std::span<const double> x() const override { return simulation_.x(); }

 private:
  Simulation simulation_;
};

class Saltus final : public Contestant {
 public:
  explicit Saltus(MethodChoice method) : Contestant("saltus " + std::string(to_text(method))), method_(method) {}

  bool                   applies(const problems::Problem& p) const override { return suits(method_, p.implicit); }
  std::unique_ptr<Entry> enter(const problems::Problem& p, double tolerance) const override {
    return std::make_unique<SaltusEntry>(p, Options{.t_start = p.t_start,
                                                    .t_end   = p.t_end,
                                                    .rtol    = tolerance,
                                                    .atol    = tolerance,
                                                    .method  = method_,
                                                    .output  = Output::events});
  }

 private:
  MethodChoice method_;
};

}  // namespace

void add_saltus(Contestants& to) {
  to.push_back(std::make_unique<Saltus>(MethodChoice::automatic));
  for (const MethodChoice m : own_methods()) to.push_back(std::make_unique<Saltus>(m));
}

}  // namespace saltus::bench
