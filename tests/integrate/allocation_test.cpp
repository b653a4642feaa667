// After the first steps nothing is allocated. Eigen calls malloc itself, so it is malloc that is counted, which glibc
// allows a program to replace; sanitizers replace it themselves, so there the test has nothing to say.

#include "systems.hpp"

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

namespace saltus::integrate {
namespace {

using namespace testing;

class Allocation : public ::testing::TestWithParam<std::string> {
  void SetUp() override {
    if (!SALTUS_COUNTS_MALLOC) GTEST_SKIP() << "malloc cannot be counted in this build";
  }
};

/// A run makes what it needs when it first needs it (radau: the factors of each order). The same run again needs nothing.
TEST_P(Allocation, NothingIsAllocatedInASecondRunAlsoAcrossRestartsRejectionsAndChangesOfOrder) {
  auto         system = van_der_pol(5);
  auto         method = make_method(GetParam(), same_tolerance(1e-7, 2));
  const Vector x{2, 0}, dx{0, -2};
  method->restart(system, 0, x, dx, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 20));

  const long rejected = method->counters().rejected, before = allocations;
  ASSERT_GT(before, 0) << "the counter counts";
  int degrees = 0;  // met, one bit each
  method->restart(system, 0, x, dx, 1, Resume::keep_step);
  bool reached = run(*method, 20, [&](const DenseOutput& step) { degrees |= 1 << step.degree; });
  method->restart(system, 0, x, dx, 1, Resume::fresh);
  reached          = reached && run(*method, 20);
  const long after = allocations;
  EXPECT_TRUE(reached);
  EXPECT_EQ(after - before, 0);
  EXPECT_GT(method->counters().rejected, rejected);
  if (GetParam() == "radau") { EXPECT_EQ(degrees, 1 << 3 | 1 << 5 | 1 << 7); }
}

TEST_P(Allocation, NothingIsAllocatedForTwentyStatesEither) {
  ExplicitSystem chain{20,
                       [](double, auto x, auto dx) {
                         for (std::size_t i = 0; i < 20; ++i) dx[i] = (i > 0 ? x[i - 1] : 1) - 2 * x[i];
                       },
                       [](double, auto, auto f_x) {
                         for (std::size_t j = 0; j < 20; ++j)
                           for (std::size_t i = 0; i < 20; ++i) f_x[j * 20 + i] = i == j ? -2 : i == j + 1 ? 1 : 0;
                       }};
  auto method = make_method(GetParam(), same_tolerance(1e-6, 20));
  const Vector   x(20, 0.0);
  const Vector   dx = chain.slope(0, x);
  method->restart(chain, 0, x, dx, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 20));
  method->restart(chain, 0, x, dx, 1, Resume::fresh);
  const long before  = allocations;
  const bool reached = run(*method, 20);
  const long after   = allocations;
  EXPECT_TRUE(reached);
  EXPECT_EQ(after - before, 0);
}

INSTANTIATE_TEST_SUITE_P(Methods, Allocation, ::testing::Values("tsit5", "dop853", "radau"),
                         [](const auto& made) { return made.param; });

}  // namespace
}  // namespace saltus::integrate
