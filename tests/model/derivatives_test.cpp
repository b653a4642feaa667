// Derivatives as a graph against dual numbers: the same bits, but for the sign of zeros and what zero times inf makes.

#include "random_graph.hpp"

#include <saltus/core/dual.hpp>
#include <saltus/model/derivatives.hpp>
#include <saltus/model/program.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace {

using namespace saltus;
using namespace saltus::model;
using saltus::model::test::RandomGraph;

constexpr std::size_t plenty = 1'000'000;

struct Point {
  double              t;
  std::vector<double> x, dx, q;
};

class DerivativesProperty : public testing::TestWithParam<unsigned> {};

TEST_P(DerivativesProperty, AreThoseOfDualNumbers) {
  RandomGraph g(GetParam(), 80, false, 15);
  const auto  found = differentiate(g.dag, g.roots, plenty);
  ASSERT_TRUE(found);
  const Point p{g.number(false), g.numbers(RandomGraph::variables, false), g.numbers(RandomGraph::variables, false),
                g.numbers(RandomGraph::discrete, false)};

  const std::vector<Node>                    nodes = found->nodes();
  const Program                              slopes(found->dag, nodes), values(g.dag, g.roots);
  std::map<std::tuple<int, Op, int>, double> symbolic;
  std::vector<double>                        work(slopes.registers() + 1);
  slopes.run<double>(
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
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const auto& e                       = found->entries[k];
    symbolic[{e.root, e.kind, e.index}] = slopes.output<double>(k, work);
  }

  using T = Dual<double>;
  std::vector<T> dual(values.registers() + 1);
  int            compared = 0;
  for (const Op kind : {Op::variable, Op::derivative})
    for (int j = 0; j < RandomGraph::variables; ++j) {
      values.run<T>(
          [&](const Program::Input& in) -> T {
            const auto   i    = static_cast<std::size_t>(in.index);
            const double seed = in.kind == kind && in.index == j ? 1.0 : 0.0;
            switch (in.kind) {
              case Op::time: return T(p.t);
              case Op::variable: return T(p.x[i], {seed});
              case Op::derivative: return T(p.dx[i], {seed});
              default: return T(p.q[i]);
            }
          },
          std::span(dual));
      for (std::size_t k = 0; k < g.roots.size(); ++k) {
        const double expected = values.output<T>(k, dual).d[0];
        const auto   at       = symbolic.find({static_cast<int>(k), kind, j});
        const double slope    = at == symbolic.end() ? 0.0 : at->second;
        if (!std::isfinite(expected) || !std::isfinite(slope)) continue;
        ASSERT_EQ(expected, slope) << "d root " << k << " / d component " << j;
        compared += expected != 0 ? 1 : 0;
      }
    }
  EXPECT_GT(compared, 0);
}

INSTANTIATE_TEST_SUITE_P(Seeds, DerivativesProperty, testing::Range(0u, 300u));

TEST(Derivatives, LeaveOutWhatIsAlwaysZero) {
  Dag                     dag;
  const Node              x = dag.leaf(Op::variable, 0), y = dag.leaf(Op::variable, 1), v = dag.leaf(Op::derivative, 0);
  const std::vector<Node> roots{dag.binary(Op::sub, v, dag.binary(Op::mul, x, dag.time())), y, dag.time()};
  const auto              found = differentiate(dag, roots, plenty);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->entries.size(), 3u);
  EXPECT_EQ(found->entries[0].root, 0);
  EXPECT_EQ(found->entries[0].kind, Op::variable);
  EXPECT_EQ(found->dag.text(found->entries[0].node, {}), "-t");
  EXPECT_EQ(found->entries[1].kind, Op::derivative);
  EXPECT_TRUE(found->dag.is_constant(found->entries[1].node, 1));
  EXPECT_EQ(found->entries[2].root, 1);
  EXPECT_EQ(found->entries[2].index, 1);
}

TEST(Derivatives, GiveUpWhereTheGraphWouldBecomeTooLarge) {
  RandomGraph g(3, 2000, false, 2000);
  EXPECT_FALSE(differentiate(g.dag, g.roots, 2500));
  EXPECT_TRUE(differentiate(g.dag, g.roots, plenty));
}

}  // namespace
