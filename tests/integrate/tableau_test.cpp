// The order conditions themselves: that all trees are met, and that a wrong coefficient is noticed. The tableaux of the
// methods are asserted where they stand.

#include <saltus/integrate/tableau.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace saltus::integrate {
namespace {

constexpr Tableau<4> classic{.c = {0, 0.5, 0.5, 1}, .a = {{{}, {0.5}, {0, 0.5}, {0, 0, 1}}}};
constexpr Weights<4> simpson{1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};

static_assert(nodes_are_row_sums(classic) && has_order(4, simpson, classic));

TEST(RootedTrees, AreAllEnumerated) {
  const std::vector<int> known{1, 1, 2, 4, 9, 20, 48, 115};  // OEIS A000081
  for (int nodes = 1; nodes <= 8; ++nodes) {
    auto tree  = detail::tall_tree(nodes);
    int  count = 1;
    while (detail::advance(tree)) ++count;
    EXPECT_EQ(count, known[static_cast<std::size_t>(nodes) - 1]) << nodes << " nodes";
  }
}

TEST(OrderConditions, NoticeAWrongDigit) {
  auto wrong = classic;
  wrong.a[2][1] += 1e-9;
  EXPECT_FALSE(has_order(4, simpson, wrong));
  EXPECT_FALSE(nodes_are_row_sums(wrong));
}

TEST(OrderConditions, DoNotGrantAnOrderTooFewOrTooMany) {
  EXPECT_FALSE(has_order(3, simpson, classic));
  EXPECT_FALSE(has_order(5, simpson, classic));
}

}  // namespace
}  // namespace saltus::integrate
