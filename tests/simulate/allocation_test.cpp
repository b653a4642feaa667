// Once a run has seen its modes and grown its arrays, nothing is allocated: not per step, not per event. The first run
// warms up, the second one is counted.

#include "count_allocations.hpp"
#include "models.hpp"

#include <saltus/problems/diffusion.hpp>
#include <saltus/problems/problem.hpp>

#include <gtest/gtest.h>

namespace saltus {
namespace {

using problems::Problem;

struct Case {
  std::string     id;
  MethodChoice    method;
  DetectionChoice detection = DetectionChoice::certified;
  SurfaceControl  control   = SurfaceControl::none;

  std::string text() const {
    std::string name = id + "_" + std::string(to_text(method));
    if (detection != DetectionChoice::certified) name += "_" + std::string(to_text(detection));
    if (control != SurfaceControl::none) name += "_" + std::string(to_text(control));
    return name;
  }
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.text(); }

class Allocation : public ::testing::TestWithParam<Case> {
  void SetUp() override {
    if (!SALTUS_COUNTS_MALLOC) GTEST_SKIP() << "malloc cannot be counted in this build";
  }
};

TEST_P(Allocation, NothingIsAllocatedInTheSecondRun) {
  const Problem& p = *problems::find(GetParam().id);
  for (const Output output : {Output::steps, Output::grid, Output::events}) {
    Simulation simulation(p.make(), p.start,
                          {.t_start  = p.t_start,
                           .t_end    = p.t_end,
                           .method   = GetParam().method,
                           .output   = output,
                           .interval = std::abs(p.t_end - p.t_start) / 100,
                           .dense    = output == Output::steps,
                           .history  = output == Output::steps,

                           .detection       = GetParam().detection,
                           .surface_control = GetParam().control});
    if (output == Output::steps) simulation.watch([](const Progress&) { return true; });
    simulation.run();
    const long warm = allocations;
    ASSERT_GT(warm, 0) << "the counter counts";
    simulation.rewind();
    const long rewound = allocations;
    simulation.run();
    const long after = allocations;
    EXPECT_EQ(rewound - warm, 0) << "by rewind";
    EXPECT_EQ(after - rewound, 0) << "by " << simulation.result().statistics().steps << " steps and "
                                  << simulation.result().events().size() << " events";
    EXPECT_GT(simulation.result().events().size(), 1u);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Models, Allocation,
    ::testing::Values(
        Case{"bouncing_ball", MethodChoice::tsit5}, Case{"bouncing_ball", MethodChoice::dop853},
        Case{"bouncing_ball", MethodChoice::radau}, Case{"switched_growth", MethodChoice::tsit5},
        Case{"switched_growth", MethodChoice::dop853}, Case{"switched_growth", MethodChoice::radau},
        Case{"gear_box", MethodChoice::tsit5}, Case{"clutch", MethodChoice::tsit5}, Case{"ticks", MethodChoice::tsit5},
        Case{"rectifier_dae_06", MethodChoice::radau}, Case{"diffusion_100", MethodChoice::radau},
        Case{"clutch", MethodChoice::tsit5, DetectionChoice::sign_change},
        Case{"clutch", MethodChoice::tsit5, DetectionChoice::derivative_sign, SurfaceControl::differential},
        Case{"clutch", MethodChoice::tsit5, DetectionChoice::certified, SurfaceControl::quadrature},
        Case{"rectifier_dae_06", MethodChoice::radau, DetectionChoice::polynomial_bounds, SurfaceControl::algebraic}),
    [](const auto& it) { return it.param.text(); });

/// Ten thousand unknowns, with two events: each piece of memory is a modest number of vectors. A full matrix would be
/// 10 000 of them.
TEST(LargeSystem, NothingGrowsLikeTheSquareOfItsSize) {
  if (!SALTUS_COUNTS_MALLOC) GTEST_SKIP() << "malloc cannot be counted in this build";
  constexpr std::size_t n = 10'000;
  const Problem         p = problems::diffusion(n);
  for (const auto solver : {LinearSolverChoice::automatic, LinearSolverChoice::sparse}) {
    SCOPED_TRACE(to_text(solver));
    largest_allocation    = 0;
    const saltus::Run run = simulate(p.make(), p.start,
                                     {.t_end         = 0.5 * (p.reference.event_times[1] + p.reference.event_times[2]),
                                      .linear_solver = solver,
                                      .output        = Output::events});
    EXPECT_LE(largest_allocation, 200 * n * sizeof(double));
    ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
    EXPECT_EQ(run.statistics().linear_solver, solver == LinearSolverChoice::sparse ? "sparse" : "banded (1, 1)");
    ASSERT_EQ(run.events().size(), 2u);
    for (std::size_t k = 0; k < 2; ++k) EXPECT_NEAR(run.events()[k].t, p.reference.event_times[k], 1e-6);
  }
}

}  // namespace
}  // namespace saltus
