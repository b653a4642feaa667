// Machine code against the tape, bit by bit. A NaN is a NaN: which of two operands lends its payload is nobody's promise.

#include "random_graph.hpp"

#include <saltus/model/machine_code.hpp>
#include <saltus/model/program.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <thread>

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace {

using namespace saltus;
using namespace saltus::model;
using saltus::model::test::RandomGraph;

struct Point {
  double              t;
  std::vector<double> x, dx, q;
};

Point random_point(RandomGraph& g, bool wild) {
  return {g.number(wild), g.numbers(RandomGraph::variables, wild), g.numbers(RandomGraph::variables, wild),
          g.numbers(RandomGraph::discrete, wild)};
}

std::vector<double> by_tape(const Dag& dag, std::span<const Node> roots, const Point& p) {
  const Program       program(dag, roots);
  std::vector<double> work(program.registers() + 1), out;
  program.run<double>(
      [&](const Program::Input& in) {
        const auto i = static_cast<std::size_t>(in.index);
        switch (in.kind) {
          case Op::time: return p.t;
          case Op::variable: return p.x[i];
          case Op::derivative: return p.dx[i];
          default: return p.q[i];
        }
      },
      std::span(work));
  for (std::size_t k = 0; k < roots.size(); ++k) out.push_back(program.output<double>(k, work));
  return out;
}

std::vector<double> by_code(const MachineCode& code, const Point& p) {
  std::vector<double> work(code.work()), out(code.outputs());
  code({p.t, p.x, p.dx, p.q}, work, out);
  return out;
}

void expect_same_bits(std::span<const double> tape, std::span<const double> code) {
  ASSERT_EQ(tape.size(), code.size());
  for (std::size_t k = 0; k < tape.size(); ++k) {
    if (std::isnan(tape[k]) && std::isnan(code[k])) continue;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(tape[k]), std::bit_cast<std::uint64_t>(code[k]))
        << "output " << k << ": " << tape[k] << " by the tape, " << code[k] << " by the code";
  }
}

void compare(RandomGraph& g, bool wild) {
  const auto code = MachineCode::make(g.dag, g.roots);
  ASSERT_TRUE(code) << code.error();
  std::size_t numbers = 0;
  for (int trial = 0; trial < 5; ++trial) {
    const Point p    = random_point(g, wild);
    const auto  tape = by_tape(g.dag, g.roots, p);
    expect_same_bits(tape, by_code(*code, p));
    if (testing::Test::HasFatalFailure()) return;
    numbers += static_cast<std::size_t>(std::count_if(tape.begin(), tape.end(), [](double v) { return v == v; }));
  }
  EXPECT_GT(5 * numbers, g.roots.size()) << "too few of the outputs are numbers for the comparison to say much";
}

class MachineCodeProperty : public testing::TestWithParam<unsigned> {};

TEST_P(MachineCodeProperty, GivesTheBitsOfTheTape) {
  for (const int size : {20, 60, 400}) {
    RandomGraph tame(GetParam(), size, false, 1000), chain(GetParam(), size, false, 10);
    compare(tame, false);
    compare(chain, false);
  }
}

TEST_P(MachineCodeProperty, GivesTheBitsOfTheTapeForInfinitiesAndNans) {
  RandomGraph wild(GetParam(), 200, true, 60);
  compare(wild, true);
}

INSTANTIATE_TEST_SUITE_P(Seeds, MachineCodeProperty, testing::Range(0u, 100u));

TEST(MachineCode, GivesTheBitsOfTheTapeWhenThousandsOfValuesAreAlive) {
  RandomGraph huge(1, 20'000, false, 20'000);
  compare(huge, false);
}

/// a[0] to a[99], all needed again in reverse order; then a call with most of them in memory.
TEST(MachineCode, KeepsMoreValuesThanThereAreRegisters) {
  Dag               dag;
  const Node        x = dag.leaf(Op::variable, 0);
  std::vector<Node> a;
  for (int i = 0; i < 100; ++i) a.push_back(dag.binary(Op::mul, x, dag.constant(1 + 0.1 * i)));
  Node sum = dag.constant(0);
  for (std::size_t i = a.size(); i-- > 0;) sum = dag.binary(Op::sub, dag.unary(Op::sin, sum), a[i]);
  const Point p{0, {0.7}, {}, {}};
  const auto  code = MachineCode::make(dag, std::span(&sum, 1));
  ASSERT_TRUE(code) << code.error();
  EXPECT_GE(code->work(), 100u - 16u);
  expect_same_bits(by_tape(dag, std::span(&sum, 1), p), by_code(*code, p));
}

/// pow(a, b) with both in each other's register, and all other places that two arguments can be in.
TEST(MachineCode, PassesTwoArgumentsFromAnyRegisters) {
  Dag               dag;
  std::vector<Node> roots;
  const Node        x = dag.leaf(Op::variable, 0), y = dag.leaf(Op::variable, 1), one = dag.constant(1.5);
  for (int shift = 0; shift < 4; ++shift) {
    std::vector<Node> held;
    for (int i = 0; i < shift; ++i) held.push_back(dag.binary(Op::add, x, dag.constant(10 * shift + i + 1)));
    const Node b = dag.binary(Op::add, y, dag.constant(shift + 1)), a = dag.binary(Op::add, x, dag.constant(shift + 2));
    roots.push_back(dag.binary(Op::pow, a, b));
    const Node c = dag.binary(Op::add, x, dag.constant(shift + 30)), d = dag.binary(Op::add, y, dag.constant(shift + 40));
    roots.push_back(dag.binary(Op::atan2, c, d));
    roots.push_back(dag.binary(Op::hypot, roots.back(), roots.back()));
    roots.push_back(dag.binary(Op::pow, one, roots.back()));
    for (const Node h : held) roots.push_back(dag.unary(Op::neg, h));
  }
  const Point p{0, {0.3, 0.9}, {}, {}};
  const auto  code = MachineCode::make(dag, roots);
  ASSERT_TRUE(code) << code.error();
  expect_same_bits(by_tape(dag, roots, p), by_code(*code, p));
}

TEST(MachineCode, ThrowsWhatAFunctionOfTheModelThrows) {
  Dag  dag;
  auto strict   = std::make_shared<Function>();
  strict->name  = "strict";
  int calls     = 0;
  strict->value = [&calls](std::span<const double> in) {
    ++calls;
    if (in[0] < 0) throw std::domain_error("negative " + std::to_string(in[0]));
    return in[0];
  };
  const int               f  = dag.add(strict);
  const std::vector<Node> in = {dag.leaf(Op::variable, 0)}, again = {dag.leaf(Op::variable, 1)};
  const Node              first = dag.call(f, in), second = dag.call(f, again);
  const Node              root = dag.binary(Op::add, first, second);
  const auto              code = MachineCode::make(dag, std::span(&root, 1));
  ASSERT_TRUE(code) << code.error();
  EXPECT_EQ(by_code(*code, {0, {2, 3}, {}, {}}).front(), 5);
  calls = 0;
  try {
    by_code(*code, {0, {-1, -2}, {}, {}});
    FAIL() << "nothing was thrown";
  } catch (const std::domain_error& e) { EXPECT_STREQ(e.what(), "negative -1.000000"); }
  EXPECT_EQ(calls, 1) << "functions were called after one had thrown";
  EXPECT_EQ(by_code(*code, {0, {2, 3}, {}, {}}).front(), 5);
}

TEST(MachineCode, RunsOnThreadsAtOnce) {
  RandomGraph g(7, 2000, false, 300);
  const auto  code = MachineCode::make(g.dag, g.roots);
  ASSERT_TRUE(code) << code.error();
  std::vector<Point>               points;
  std::vector<std::vector<double>> expected, found(8);
  for (int k = 0; k < 8; ++k) {
    points.push_back(random_point(g, false));
    expected.push_back(by_code(*code, points.back()));
  }
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < 8; ++k)
    threads.emplace_back([&, k] {
      for (int again = 0; again < 50; ++again) found[k] = by_code(*code, points[k]);
    });
  for (auto& t : threads) t.join();
  for (std::size_t k = 0; k < 8; ++k) expect_same_bits(expected[k], found[k]);
}

#if defined(__linux__)
/// The system refuses memory that becomes executable, as a hardened one does, to a child of this process.
TEST(MachineCode, SaysWhyThereIsNoneWhereMemoryMayNotBeExecuted) {
  constexpr int refuse_exec_gain = 65, unknown = 2, refused = 0, granted = 1;  // PR_SET_MDWE of Linux 6.3
  const pid_t   child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (prctl(refuse_exec_gain, 1, 0, 0, 0) != 0) _exit(unknown);
    Dag        dag;
    const Node root = dag.binary(Op::add, dag.leaf(Op::variable, 0), dag.constant(1));
    const auto code = MachineCode::make(dag, std::span(&root, 1));
    _exit(!code && code.error().starts_with("the system grants no executable memory (mprotect") ? refused : granted);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == unknown) GTEST_SKIP() << "this system cannot refuse it";
  EXPECT_EQ(WEXITSTATUS(status), refused);
}
#endif

}  // namespace
