#include "flat_models.hpp"

#include <saltus/front/modelica/tables.hpp>

#include <cmath>
#include <limits>

namespace saltus::modelica::test {
namespace {

Curve curve(Smoothness s, Extrapolation e = Extrapolation::last_two_points) {
  return make_curve({0, 1, 2, 4, 5}, {0, 1, 4, 4, 0}, s, e);
}

// Values from exact fractions of the published formulas.
TEST(ModelicaTables, InterpolateByEachKindOfCurve) {
  EXPECT_DOUBLE_EQ(curve(Smoothness::lines).at(1.5)->y, 2.5);
  EXPECT_DOUBLE_EQ(curve(Smoothness::steps).at(1.5)->y, 1);
  EXPECT_DOUBLE_EQ(curve(Smoothness::akima).at(1.5)->y, 99.0 / 40);
  EXPECT_DOUBLE_EQ(curve(Smoothness::akima).at(2.5)->y, 529.0 / 112);
  EXPECT_DOUBLE_EQ(curve(Smoothness::modified_akima).at(1.5)->y, 161.0 / 65);
  EXPECT_DOUBLE_EQ(curve(Smoothness::fritsch_butland).at(1.5)->y, 43.0 / 16);
  EXPECT_DOUBLE_EQ(curve(Smoothness::steffen).at(1.5)->y, 11.0 / 4);
}

TEST(ModelicaTables, GoThroughTheirRows) {
  for (int s = 1; s <= 6; ++s) {
    const Curve c = curve(static_cast<Smoothness>(s));
    for (std::size_t k = 0; k < c.u.size(); ++k) EXPECT_NEAR(c.at(c.u[k])->y, c.y[k], 1e-14) << s << " " << k;
  }
}

TEST(ModelicaTables, TellTheirDerivatives) {
  for (int s = 1; s <= 6; ++s) {
    const Curve c = curve(static_cast<Smoothness>(s));
    for (const double u : {-0.5, 0.3, 1.7, 3.1, 4.6, 5.5}) {
      const double h = 1e-5;  // the error of the difference is of the order h^2
      EXPECT_NEAR(c.at(u)->dy, (c.at(u + h)->y - c.at(u - h)->y) / (2 * h), 1e-8) << s << " " << u;
      EXPECT_NEAR(c.at(u)->ddy, (c.at(u + h)->dy - c.at(u - h)->dy) / (2 * h), 1e-8) << s << " " << u;
    }
  }
}

TEST(ModelicaTables, ContinueBeyondTheirEnds) {
  EXPECT_EQ(curve(Smoothness::lines).at(6)->y, -4);
  EXPECT_EQ(curve(Smoothness::akima).at(6)->y, -6) << "with the slope at the end";
  EXPECT_EQ(curve(Smoothness::lines, Extrapolation::hold).at(-3)->y, 0);
  EXPECT_EQ(curve(Smoothness::lines, Extrapolation::periodic).at(6.5)->y, 2.5);
  EXPECT_EQ(curve(Smoothness::lines, Extrapolation::periodic).at(-3.5)->y, 2.5);
  EXPECT_FALSE(curve(Smoothness::lines, Extrapolation::refuse).at(5.5));
}

TEST(ModelicaTables, JumpWhereARowRepeats) {
  const Curve c = make_curve({0, 1, 1, 2}, {0, 1, 5, 6}, Smoothness::lines, Extrapolation::hold);
  EXPECT_EQ(c.at(1)->y, 5);
  EXPECT_EQ(c.at(1, true)->y, 1);
  EXPECT_EQ(c.at(1.5)->y, 5.5);
}

TEST(ModelicaTables, OfTimeAnnounceTheirEvents) {
  TimeTable t;
  t.columns.push_back(make_curve({0, 1, 1, 3}, {0, 1, 5, 6}, Smoothness::lines, Extrapolation::periodic));
  t.shift       = 10;
  t.start       = 10;
  t.time_events = 1;
  EXPECT_EQ(t.next_event(0), 10);
  EXPECT_EQ(t.next_event(10), 11);
  EXPECT_EQ(t.next_event(11), 13);
  EXPECT_EQ(t.next_event(13), 14);
  t.time_events = 3;
  EXPECT_EQ(t.next_event(10), std::numeric_limits<double>::infinity());
  EXPECT_EQ(t.at(0, 9, 10, 10)->y, 0) << "nothing before its start";
  EXPECT_EQ(t.at(0, 11, 11, 11)->y, 1) << "up to the event the row before it";
  EXPECT_EQ(t.at(0, 11, 13, 11)->y, 5) << "in the event the row after it";
}

TEST(ModelicaTables, OfTimeHitTheirRowsInEveryPeriod) {
  TimeTable t;  // a step every third of 0.1, whose multiples are not exact
  t.columns.push_back(make_curve({0, 0.1 / 3, 0.2 / 3, 0.1}, {0, 1, 2, 0}, Smoothness::steps, Extrapolation::periodic));
  double now = 0;
  for (int k = 1; k < 3000; ++k) {
    const double next = t.next_event(now);
    ASSERT_NEAR(next, k * 0.1 / 3, 1e-11) << k;
    EXPECT_EQ(t.at(0, next, next, next)->y, (k - 1) % 3) << "before the event, " << k;
    EXPECT_EQ(t.at(0, next, next + 1, next)->y, k % 3) << "in the event, " << k;
    now = next;
  }
}

TEST(ModelicaTables, OfTwoArgumentsAreBilinear) {
  Table2D t;
  t.u1 = {0, 1};
  t.u2 = {0, 2};
  t.y  = {1, 3, 5, 11};
  EXPECT_DOUBLE_EQ(t.at(0.5, 1)->y, 5);
  EXPECT_DOUBLE_EQ(t.at(0.5, 1)->d1, 6);
  EXPECT_DOUBLE_EQ(t.at(0.5, 1)->d2, 2);
  t.extrapolation = Extrapolation::hold;
  EXPECT_DOUBLE_EQ(t.at(2, 3)->y, 11);
}

constexpr const char* combi_table = R"(package M
type Smoothness = enumeration(LinearSegments, ContinuousDerivative, ConstantSegments);
type Extrapolation = enumeration(HoldLastPoint, LastTwoPoints, Periodic, NoExtrapolation);
class Table
  extends ExternalObject;
  function constructor
    input String tableName;
    input String fileName;
    input Real table[:, :];
    input Integer columns[:];
    input Smoothness smoothness;
    input Extrapolation extrapolation = Extrapolation.LastTwoPoints;
    output Table t;
  external "C" t = ModelicaStandardTables_CombiTable1D_init2(fileName, tableName, table, size(table, 1), size(table, 2), columns, size(columns, 1), smoothness, extrapolation);
  end constructor;
  function destructor
    input Table t;
  external "C" ModelicaStandardTables_CombiTable1D_close(t);
  end destructor;
end Table;
function at
  input Table t;
  input Integer column;
  input Real u;
  output Real y;
external "C" y = ModelicaStandardTables_CombiTable1D_getValue(t, column, u);
  annotation(derivative = slope);
end at;
function slope
  input Table t;
  input Integer column;
  input Real u;
  input Real du;
  output Real dy;
external "C" dy = ModelicaStandardTables_CombiTable1D_getDerValue(t, column, u, du);
end slope;
model M
  parameter Table t = Table("", "NoName", {{0, 0, 1}, {1, 10, 2}, {2, 10, 4}}, {2, 3}, Smoothness.LinearSegments);
  parameter Real p = at(t, 2, 1.5);
  Real x, y;
equation
  x = time;
  y = at(t, 1, x) + at(t, 2, x);
end M;
end M;
)";

TEST(ModelicaTables, AreBuiltInsBehindExternalFunctions) {
  Flat f = flat(combi_table);
  EXPECT_EQ(f.parameter("p"), 3);
  EXPECT_EQ(f.value_of("y", {{"x", 0.5}}), 6.5);
  ASSERT_EQ(f->functions.size(), 2u);
  const double at[] = {0.5};
  EXPECT_EQ(f->functions[0].derivative(at, 0, 0), 10);
  EXPECT_EQ(f->functions[0].jumps.size(), 3u);
}

}  // namespace
}  // namespace saltus::modelica::test
