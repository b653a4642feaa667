#include <saltus/events/schedule.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace saltus::events {
namespace {

using model::When;

TEST(Samples, TickAtOneProductAndOneSum) {  // the tenth tick of sample(0, 0.1) is 1.0
  When w;
  w.trigger = When::Trigger::sample;
  w.start   = 0;
  w.period  = 0.1;
  EXPECT_EQ(Schedule::tick(w, 10), 1.0);
  EXPECT_EQ(Schedule::tick(w, 3), 3 * 0.1);
}

TEST(Samples, FirstTickIsStrictlyAfterOrAtTheStartAsAsked) {
  When w;
  w.start  = 0;
  w.period = 0.25;
  EXPECT_EQ(Schedule::first_tick(w, 0.5, 1, false), 3);
  EXPECT_EQ(Schedule::first_tick(w, 0.5, 1, true), 2);
  EXPECT_EQ(Schedule::first_tick(w, -1, 1, false), 0);
  EXPECT_EQ(Schedule::first_tick(w, 0.5, -1, false), 1);
  EXPECT_EQ(Schedule::first_tick(w, 0.1, -1, false), 0);
  EXPECT_LT(Schedule::first_tick(w, 0.0, -1, false), 0);
  w.period = std::numeric_limits<double>::infinity();
  EXPECT_EQ(Schedule::first_tick(w, -1, 1, false), 0);
  EXPECT_LT(Schedule::first_tick(w, 1, 1, false), 0);
}

TEST(TimeSurfaces, AreDueAtTheFirstNumberWhereTheRelationHolds) {
  model::Catalogue c;
  const auto       r = c.relation(c.dag.binary(model::Op::mul, c.dag.constant(3), c.dag.time()), c.dag.constant(1),
                                  model::Comparison::greater_equal);
  model::Mode      mode;
  mode.timed = {c.relation(r).surface};
  Schedule          s;
  const model::Sign signs[] = {-1};
  s.plan(c, mode, 0, 1, {}, signs, {});
  EXPECT_GE(3 * s.next(), 1.0);
  EXPECT_LT(3 * std::nextafter(s.next(), 0.0), 1.0);
  EXPECT_NEAR(s.next(), 1.0 / 3, 1e-15);
}

TEST(TimeSurfaces, ThatAreBehindAreNotDue) {
  model::Catalogue c;
  const auto       r = c.relation(c.dag.time(), c.dag.constant(1), model::Comparison::greater_equal);
  model::Mode      mode;
  mode.timed = {c.relation(r).surface};
  Schedule          s;
  const model::Sign signs[] = {1};
  s.plan(c, mode, 2, 1, {}, signs, {});
  EXPECT_TRUE(s.all().empty());
  s.plan(c, mode, 2, -1, {}, signs, {});
  ASSERT_EQ(s.all().size(), 1u);
  EXPECT_EQ(s.next(), 1.0);
}

}  // namespace
}  // namespace saltus::events
