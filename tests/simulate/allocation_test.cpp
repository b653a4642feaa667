// Once a run has seen its modes and grown its arrays, nothing is allocated: not per step, not per event. The first run
// warms up, the second one is counted. See integrate/allocation_test.cpp for the way of counting.

#include "models.hpp"

#include <saltus/problems/problem.hpp>

#include <gtest/gtest.h>

#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define SALTUS_COUNTS_MALLOC 0
#else
#define SALTUS_COUNTS_MALLOC 1
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#undef SALTUS_COUNTS_MALLOC
#define SALTUS_COUNTS_MALLOC 0
#endif
#endif

namespace {
thread_local long allocations = 0;
}

#if SALTUS_COUNTS_MALLOC
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* malloc(std::size_t size) { return ++allocations, __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) { return ++allocations, __libc_calloc(count, size); }
void* realloc(void* block, std::size_t size) { return ++allocations, __libc_realloc(block, size); }
}
#endif

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

                           .detection       = GetParam().detection,
                           .surface_control = GetParam().control});
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
        Case{"rectifier_dae_06", MethodChoice::radau}, Case{"clutch", MethodChoice::tsit5, DetectionChoice::sign_change},
        Case{"clutch", MethodChoice::tsit5, DetectionChoice::derivative_sign, SurfaceControl::differential},
        Case{"clutch", MethodChoice::tsit5, DetectionChoice::certified, SurfaceControl::quadrature},
        Case{"rectifier_dae_06", MethodChoice::radau, DetectionChoice::polynomial_bounds, SurfaceControl::algebraic}),
    [](const auto& it) { return it.param.text(); });

}  // namespace
}  // namespace saltus
