// Every problem of the gallery is a sound model with a sensible reference. Accuracy is tested elsewhere.

#include <saltus/problems/problem.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>

namespace saltus::problems {

void PrintTo(const Problem& p, std::ostream* out) { *out << p.id; }

namespace {

/// Nothing known about any surface.
std::vector<model::Sign>& fresh() {
  static std::vector<model::Sign> signs;
  signs.clear();
  return signs;
}

class EachProblem : public testing::TestWithParam<Problem> {
 protected:
  const Problem&                p  = GetParam();
  std::unique_ptr<model::Model> m  = p.make();
  std::vector<double>           x  = p.start.x;
  std::vector<double>           dx = p.start.dx.empty() ? std::vector<double>(x.size(), 0.0) : p.start.dx;
  std::vector<double>           q  = m->initial_discrete();

  const model::Mode& mode_at_start() { return m->mode_at(p.t_start, x, dx, q, {}, fresh()); }
};

TEST_P(EachProblem, TracesAtItsStart) {
  ASSERT_EQ(m->size(), x.size());
  EXPECT_EQ(m->catalogue().names.variables.size(), m->size());
  EXPECT_EQ(m->form() == model::Form::implicit_dae, p.implicit);
  const model::Mode& mode = mode_at_start();
  EXPECT_EQ(mode.equations.size(), m->size());
  for (const model::When& w : mode.whens) EXPECT_FALSE(w.name.empty());
  for (const model::SurfaceId s : mode.surfaces) EXPECT_FALSE(m->catalogue().surface(s).text.empty());
  EXPECT_EQ(&mode, &mode_at_start()) << "the same point must give the same mode";
}

TEST_P(EachProblem, CopiesAreIndependentAndAlike) {
  const auto copy = m->clone();
  EXPECT_EQ(copy->mode_at(p.t_start, x, dx, q, {}, fresh()).lock, mode_at_start().lock);
}

// Central differences of step d have an error of d^2 f''' / 6 + eps f / d; with d = eps^(1/3) (1 + |x|) both are some
// 4e-11 of the size of the terms, so 1e-6 of the largest entry of the row leaves room for cancellation inside f.
TEST_P(EachProblem, JacobianAgreesWithDifferencesOfTheResidual) {
  const model::Mode& mode      = mode_at_start();
  auto&              equations = m->equations(mode, q);
  const auto&        pattern   = equations.pattern();
  const std::size_t  n         = m->size();
  const double       small     = std::cbrt(std::numeric_limits<double>::epsilon());
  const auto         largest   = std::min<std::size_t>(n, 50);  // columns that are compared

  for (const double away : {0.0, 1e-3, -1e-3}) {
    // The lock stays what it is, so the point may be anywhere near; only the domain of the functions matters.
    const double        t  = p.t_start + away * (p.t_end - p.t_start);
    std::vector<double> at = x, slope = dx;
    for (std::size_t i = 0; i < n; ++i) {
      at[i] += away * (1 + 0.1 * double(i % 7)) * (x[i] != 0 ? std::abs(x[i]) : 1.0);
      slope[i] += away * (1 + 0.1 * double(i % 5));
    }
    std::vector<double> f_x(pattern.nonzeros()), f_dx(p.implicit ? pattern.nonzeros() : 0);
    equations.jacobian(t, at, slope, f_x, f_dx);

    std::vector<double> high(n), low(n);
    const auto          compare = [&](std::vector<double>& varied, const std::vector<double>& by_ad, double sign) {
      for (std::size_t j = 0; j < largest; ++j) {
        const double centre = varied[j], d = small * (1 + std::abs(centre));
        varied[j] = centre + d;
        equations.residual(t, at, slope, high);
        varied[j] = centre - d;
        equations.residual(t, at, slope, low);
        varied[j] = centre;
        std::vector<double> column(n, 0.0);
        for (int k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k)
          column[std::size_t(pattern.row[std::size_t(k)])] = sign * by_ad[std::size_t(k)];
        for (std::size_t i = 0; i < n; ++i) {
          const double difference = (high[i] - low[i]) / (2 * d);
          const double scale = std::max({std::abs(difference), std::abs(column[i]), std::abs(high[i]), 1e-3});
          if (!std::isfinite(difference)) continue;  // at the border of the domain of a function
          EXPECT_NEAR(column[i], difference, 1e-6 * scale) << "row " << i << ", column " << j << ", at " << away;
        }
      }
    };
    compare(at, f_x, p.implicit ? 1 : -1);  // an explicit model gives f_x, and its residual is x' - f
    if (p.implicit) compare(slope, f_dx, 1);
  }
}

TEST_P(EachProblem, ReferenceIsOrderedAndInsideTheRun) {
  const double direction = p.t_end > p.t_start ? 1 : -1;
  double       before    = p.t_start;
  for (const double t : p.reference.event_times) {
    EXPECT_GT(direction * (t - before), 0) << "at " << t;
    EXPECT_GT(direction * (p.t_end - t), 0) << "at " << t;
    before = t;
  }
}

TEST_P(EachProblem, FinalValuesBelongToVariables) {
  const auto& names = m->catalogue().names;
  const auto  known = [&](const std::string& name) {
    return std::count(names.variables.begin(), names.variables.end(), name) +
           std::count(names.discrete.begin(), names.discrete.end(), name);
  };
  EXPECT_NE(p.reference.final.empty(), p.reference.final_known);
  for (const auto& [name, value] : p.reference.final) {
    EXPECT_EQ(known(name), 1) << name;
    EXPECT_TRUE(std::isfinite(value));
  }
}

TEST_P(EachProblem, ReversibleMeansNoMemoryAndNoActions) { EXPECT_TRUE(!p.reversible || q.empty()); }

TEST_P(EachProblem, EveryNameThatCanBeSetMeansOneThing) {
  std::set<std::string> names;
  for (const auto& name : m->catalogue().names.variables) EXPECT_TRUE(names.insert(name).second) << name;
  for (const auto& name : m->catalogue().names.discrete) EXPECT_TRUE(names.insert(name).second) << name;
  for (const auto& parameter : p.make.parameters()) {
    EXPECT_TRUE(names.insert(parameter.name).second) << parameter.name;
    EXPECT_FALSE(parameter.description.empty()) << parameter.name;
    EXPECT_TRUE(std::isfinite(parameter.value)) << parameter.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Gallery, EachProblem, testing::ValuesIn(gallery()),
                         [](const auto& each) { return each.param.id; });

TEST(Gallery, IdsAreUniqueAndFound) {
  std::set<std::string> ids;
  for (const Problem& p : gallery()) {
    EXPECT_TRUE(ids.insert(p.id).second) << p.id;
    EXPECT_EQ(find(p.id), &p);
    EXPECT_FALSE(p.case_id.empty() || p.title.empty() || p.source.empty()) << p.id;
  }
  EXPECT_EQ(find("no_such_problem"), nullptr);
}

TEST(Gallery, ParametersAreThoseOfTheModel) {
  const Problem* softer = find("softer_ball");
  ASSERT_NE(softer, nullptr);
  ASSERT_EQ(softer->make.parameters().size(), 2u);
  EXPECT_EQ(softer->make.parameters()[0].value, 9.81);
  EXPECT_EQ(softer->make.parameters()[1].name, "e");
  EXPECT_EQ(softer->make.parameters()[1].value, 0.7);  // its own, not that of the type

  // h' = v, v' = -g
  const auto                moon = softer->make(std::vector<double>{1.62, 0.5});
  const std::vector<double> x = {1, 0}, dx = {0, 0};
  std::vector<double>       slope(2);
  const model::Mode&        mode = moon->mode_at(0, x, dx, {}, {}, fresh());
  moon->equations(mode, {}).rhs(0, x, slope);
  EXPECT_EQ(slope, (std::vector<double>{0, -1.62}));
}

TEST(Gallery, AtLeastTwelveProblemsHaveParameters) {
  EXPECT_GE(
      std::count_if(gallery().begin(), gallery().end(), [](const Problem& p) { return !p.make.parameters().empty(); }),
      12);
}

TEST(Gallery, ThermostatsSwitchAsOftenAsTheProbeSays) {
  ASSERT_NE(find("thermostats_10"), nullptr);
  EXPECT_EQ(find("thermostats_10")->reference.event_times.size(), 99u);
}

}  // namespace
}  // namespace saltus::problems
