// What must not matter: the output grid, the order of declarations, the scale and shape of g, the direction of time, a
// pause in the middle. On the whole gallery, with the method that it gets by default and with a multistep method.

#include <saltus/integrate/method.hpp>
#include <saltus/model/sparsity.hpp>
#include <saltus/problems/problem.hpp>
#include <saltus/saltus.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace saltus {
namespace {

using problems::Problem;

constexpr double tolerance = 1e-7;

Options options_for(const Problem& p, MethodChoice method) {
  return {.t_start = p.t_start, .t_end = p.t_end, .rtol = tolerance, .atol = tolerance, .method = method};
}

/// Event times within the tolerance of each other, and finals too. Errors are bounded by the same factor as in gallery_test.
void expect_same(const Problem& p, const Run& a, const Run& b) {
  ASSERT_EQ(a.outcome().reason, b.outcome().reason) << a.outcome().message() << "\n" << b.outcome().message();
  const auto inner = [&](const Run& run) {
    std::vector<double> t;
    for (const Event& e : run.events())
      if (std::abs(e.t - p.t_end) > 1e-9 * std::abs(p.t_end - p.t_start)) t.push_back(e.t);
    return t;
  };
  const auto ta = inner(a), tb = inner(b);
  ASSERT_EQ(ta.size(), tb.size());
  const double allowed = 20 * tolerance * p.reference.time_scale * p.reference.condition;
  for (std::size_t k = 0; k < ta.size(); ++k) EXPECT_NEAR(ta[k], tb[k], allowed);
  for (const auto& name : a.trajectory().names())
    EXPECT_NEAR(a.final(name), b.final(name), 80 * tolerance * p.reference.condition * (1 + std::abs(a.final(name))))
        << name;
}

class Invariance : public testing::TestWithParam<std::tuple<std::string, MethodChoice>> {
 protected:
  const Problem& problem() const { return *problems::find(std::get<0>(GetParam())); }
  Options        options_for(const Problem& p) const { return saltus::options_for(p, std::get<1>(GetParam())); }
  saltus::Run    plain() const { return simulate(problem().make(), problem().start, options_for(problem())); }
};

TEST_P(Invariance, TheOutputGridChangesNotASingleBit) {
  const Problem& p    = problem();
  Options        grid = options_for(p);
  grid.output         = Output::grid;
  grid.interval       = std::abs(p.t_end - p.t_start) / 37;
  const saltus::Run a = plain(), b = simulate(p.make(), p.start, grid);
  EXPECT_EQ(a.events(), b.events());
  for (const auto& name : a.trajectory().names()) EXPECT_EQ(a.final(name), b.final(name));
}

/// The same model with its surfaces and relations seen in another order, or through another function with the same sign.
class Disguised final : public model::Model {
 public:
  enum class As { reversed_order, scaled_down, scaled_up, cubed };
  Disguised(std::unique_ptr<model::Model> inner, As as) : inner_(std::move(inner)), as_(as) {}

  std::unique_ptr<model::Model> clone() const override { return std::make_unique<Disguised>(inner_->clone(), as_); }
  std::string                   name() const override { return inner_->name(); }
  model::Form                   form() const override { return inner_->form(); }
  std::size_t                   size() const override { return inner_->size(); }
  const model::Catalogue&       catalogue() const override { return inner_->catalogue(); }
  std::vector<double>           initial_discrete() const override { return inner_->initial_discrete(); }
  bool                          rigorous() const override { return inner_->rigorous(); }
  bool               fits(const model::Mode& m, std::span<const double> q) const override { return inner_->fits(m, q); }
  const model::Mode& mode(int id) const override { return inner_->mode(id); }
  int                modes() const override { return inner_->modes(); }
  model::Equations&  equations(const model::Mode& m, std::span<const double> q) override {
    return inner_->equations(m, q);
  }
  void act(const model::Mode& m, double t, std::span<double> x, std::span<const double> dx, std::span<double> q,
           std::span<const char> fired, model::ResetRequest& r) override {
    std::vector<char> in_order(fired.begin(), fired.end());
    if (as_ == As::reversed_order) std::reverse(in_order.begin(), in_order.end());
    inner_->act(m, t, x, dx, q, in_order, r);
  }
  const model::Mode& mode_at(double t, std::span<const double> x, std::span<const double> dx, std::span<const double> q,
                             std::span<const int> prefix, std::vector<model::Sign>& signs) override {
    const model::Mode& m = inner_->mode_at(t, x, dx, q, prefix, signs);
    // The mode and the surfaces belong to the inner model, which this test owns.
    auto& mode      = const_cast<model::Mode&>(m);
    auto& catalogue = const_cast<model::Catalogue&>(inner_->catalogue());
    if (as_ == As::reversed_order) {
      if (reversed_.insert(m.id).second) {
        std::reverse(mode.whens.begin(), mode.whens.end());
        model::list_surfaces(mode, catalogue);
        std::reverse(mode.surfaces.begin(), mode.surfaces.end());
        std::reverse(mode.searched.begin(), mode.searched.end());
      }
      return m;
    }
    for (; disguised_ < catalogue.surfaces().size(); ++disguised_) {
      auto& s = const_cast<model::Surface&>(catalogue.surfaces()[disguised_]);
      if (s.black_box || s.of_time) continue;  // a scheduled time is not searched, whatever its g looks like
      s.affine.reset();
      auto&             dag = catalogue.dag;
      const model::Node g   = dag.binary(model::Op::sub, s.a, s.b);
      s.g                   = model::Program(dag, as_ == As::cubed
                                                      ? dag.pow_int(g, 3)
                                                      : dag.binary(model::Op::mul, dag.constant(as_ == As::scaled_down ? 1e-6 : 1e6), g));
    }
    return m;
  }

 private:
  std::unique_ptr<model::Model> inner_;
  As                            as_;
  std::size_t                   disguised_ = 0;
  std::set<int>                 reversed_;
};

TEST_P(Invariance, TheOrderOfRelationsAndWhensDoesNotMatter) {
  const Problem& p = problem();
  expect_same(p, plain(),
              simulate(std::make_unique<Disguised>(p.make(), Disguised::As::reversed_order), p.start, options_for(p)));
}
TEST_P(Invariance, TheScaleOfGDoesNotMatter) {
  const Problem& p = problem();
  for (const auto as : {Disguised::As::scaled_down, Disguised::As::scaled_up})
    expect_same(p, plain(), simulate(std::make_unique<Disguised>(p.make(), as), p.start, options_for(p)));
}
TEST_P(Invariance, TheCubeOfGHasTheSameEvents) {
  const Problem& p = problem();
  expect_same(p, plain(), simulate(std::make_unique<Disguised>(p.make(), Disguised::As::cubed), p.start, options_for(p)));
}

TEST_P(Invariance, ARunCutAnywhereAndResumedFromACopyIsTheSameRun) {
  const Problem& p = problem();
  for (const double fraction : {0.237, 0.611}) {
    const double cut = p.t_start + fraction * (p.t_end - p.t_start);
    Simulation   first(p.make(), p.start, options_for(p));
    first.run_until(cut);
    Simulation copy = first;
    first.run_until(cut + 0.05 * (p.t_end - p.t_start));  // the original goes on and must not disturb the copy
    copy.run();
    expect_same(p, plain(), copy.result());
  }
}

TEST_P(Invariance, TimeReversedGivesTheSameEventsBackwards) {
  const Problem& p = problem();
  if (!p.reversible) return;  // resets and memory have no past
  const saltus::Run forward = plain();
  Start             end;
  end.x.assign(
      forward.trajectory().row(forward.trajectory().size() - 1).begin(),
      forward.trajectory().row(forward.trajectory().size() - 1).begin() + static_cast<std::ptrdiff_t>(p.start.x.size()));
  Options back = options_for(p);
  std::swap(back.t_start, back.t_end);
  const saltus::Run   backward = simulate(p.make(), end, back);
  std::vector<double> t1, t2;
  const double        margin = 1e-6 * std::abs(p.t_end - p.t_start);
  for (const Event& e : forward.events())
    if (std::abs(e.t - p.t_end) > margin && std::abs(e.t - p.t_start) > margin) t1.push_back(e.t);
  for (const Event& e : backward.events())
    if (std::abs(e.t - p.t_end) > margin && std::abs(e.t - p.t_start) > margin) t2.push_back(e.t);
  std::reverse(t2.begin(), t2.end());
  ASSERT_EQ(t1.size(), t2.size()) << backward.outcome().message();
  // Backward, a stable problem is an unstable one: the error may grow by the amplification of the whole span.
  for (std::size_t k = 0; k < t1.size(); ++k) EXPECT_NEAR(t1[k], t2[k], 1e-3 * p.reference.time_scale);
}

std::vector<std::tuple<std::string, MethodChoice>> all_runs() {
  std::vector<std::tuple<std::string, MethodChoice>> list;
  for (const Problem& p : problems::gallery()) {
    if (p.later) continue;
    list.emplace_back(p.id, MethodChoice::automatic);
    if (integrate::has_sundials()) list.emplace_back(p.id, p.implicit ? MethodChoice::bdf : MethodChoice::adams);
  }
  return list;
}
INSTANTIATE_TEST_SUITE_P(All, Invariance, testing::ValuesIn(all_runs()), [](const auto& it) {
  return std::get<0>(it.param) + "_" + std::string(to_text(std::get<1>(it.param)));
});

}  // namespace
}  // namespace saltus
