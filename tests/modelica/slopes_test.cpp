// Derivatives that have to be solved for: their rounding may exceed any tolerance, and must not stop the run.

#include "run_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace saltus::modelica::test {
namespace {

/// Two nodes with a capacitor between them that depends on the voltage, a billion times faster than what drives them: der(v)
/// is a difference of voltages over a nanosecond, with the rounding of 5 V over a nanosecond (1e-6, a hundred tolerances).
std::string fast_nodes(const std::string& declared, const std::string& slope, const std::string& defined) {
  return "model FastNodes\n"
         "  parameter Real r = 1, c = 1e-9;\n"
         "  Real v1(start = 5, fixed = true), v2(start = 5, fixed = true), u, i" +
         declared +
         ";\n"
         "equation\n"
         "  u = 5 + sin(time);\n"
         "  i = c * (1 + 0.1 * v1) * (" +
         slope +
         " - der(v2));\n"
         "  c * " +
         slope +
         " + i = (u - v1) / r;\n"
         "  c * der(v2) - i = (u - v2) / r - 1e-3 * v2;\n" +
         defined + "end FastNodes;\n";
}

void expect_settled(const Run& run) {
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_LT(run.statistics().steps, 1000);
  EXPECT_NEAR(run.final("v1"), 5 + std::sin(1.0), 1e-7);
  EXPECT_NEAR(run.final("v2"), (5 + std::sin(1.0)) / 1.001, 1e-7);
  EXPECT_NEAR(run.final("der(v2)"), std::cos(1.0) / 1.001, 1e-5);
}

TEST(Slopes, RoundingOfAnUnknownDerivativeDoesNotStopTheRun) {
  expect_settled(run_text(fast_nodes("", "der(v1)", ""), 1));
}

}  // namespace
}  // namespace saltus::modelica::test
