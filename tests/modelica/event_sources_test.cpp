#include <saltus/front/modelica/event_sources.hpp>
#include <saltus/front/modelica/translate.hpp>

#include <gtest/gtest.h>

namespace saltus::modelica::test {
namespace {

struct Found {
  std::string how, kind;
  int         line = 0;
};

/// Of `model M` with these declarations in line 2 and equations from line 4 on.
Found source(const std::string& declarations, const std::string& equations, const std::string& text) {
  const auto model = translate("m.mo", "model M\n" + declarations + "\nequation\n" + equations + "\nend M;\n", {});
  for (const auto& s : event_sources(*model))
    if (s.text == text)
      return {std::string(s.scheduled ? "scheduled" : "searched") + (s.quiet ? ", quiet" : ""), s.kind,
              model->flat.source->position(s.place).line};
  return {"no source", "", 0};
}

TEST(EventSources, AreScheduledWhereTheyAreAffineInTime) {
  EXPECT_EQ(source("Real x; parameter Real T = 2;", "x = if time > T then 1 else 0;", "time > 2").how, "scheduled");
  const char* phase = "Real phase, x; discrete Real t0(start = 0, fixed = true);";
  const char* body =
      "when sample(0, 1) then t0 = time; end when;\nphase = 2*(time - t0);\nx = if phase < 1 then 1 else 0;";
  EXPECT_EQ(source(phase, body, "phase < 1").how, "scheduled") << "an explicit variable is replaced";
  EXPECT_EQ(source(phase, body, "phase < 1").line, 6);
  EXPECT_EQ(source(phase, body, "sample(0, 1)").kind, "sample");
  EXPECT_EQ(source("Real x;", "x = floor(3*time);", "floor(time * 3)").kind, "jump");
}

TEST(EventSources, AreSearchedForWhereTheStateDecides) {
  EXPECT_EQ(source("Real x(start = 1, fixed = true);", "der(x) = if x > 0 then -1 else 0;", "x > 0").how, "searched");
  EXPECT_EQ(source("Real x;", "x = if sin(time) > 0 then 1 else 0;", "sin(time) > 0").how, "searched");
  EXPECT_EQ(source("Real x;", "x = if time*time > 2 then 1 else 0;", "time * time > 2").how, "searched");
}

TEST(EventSources, AreQuietWhereOnlyTheEquationsSwitch) {
  const char* x = "Real x(start = 1, fixed = true);";
  EXPECT_EQ(source(x, "der(x) = noEvent(if x > 0 then -1 else 0);", "x > 0").how, "searched, quiet");
  EXPECT_EQ(source(x, "der(x) = -abs(x);", "abs(x)").how, "searched, quiet");
  EXPECT_EQ(source("Real x(start = 1, fixed = true), y;",
                   "der(x) = noEvent(if x > 0 then -1 else 0);\ny = if x > 0 then 1 else 2;", "x > 0")
                .how,
            "searched")
      << "one use that makes events is enough";
}

TEST(EventSources, DoNotCountWhatOnlyOtherEventsChange) {
  const char* declarations = "Integer n(start = 0, fixed = true); Real x;";
  EXPECT_EQ(
      source(declarations, "when sample(0, 1) then n = pre(n) + 1; end when;\nx = if n > 3 then 1 else 0;", "n > 3").how,
      "no source");
}

}  // namespace
}  // namespace saltus::modelica::test
