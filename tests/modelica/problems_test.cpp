#include "flat_models.hpp"

namespace saltus::modelica::test {
namespace {

/// The codes of what is wrong, and the first headline.
struct Wrong {
  std::vector<std::string> codes;
  std::string              headline, help;
  int                      line = 0;
};
Wrong wrong(std::string text, std::vector<Setting> settings = {}) {
  const Flat f = read(std::move(text), std::move(settings));
  EXPECT_FALSE(f.model.has_value());
  Wrong out;
  for (const auto& p : f.tree->problems.found()) out.codes.push_back(p.code);
  if (!out.codes.empty()) {
    const auto& p = f.tree->problems.found()[0];
    out.headline  = p.headline;
    out.help      = p.help;
    out.line      = f.tree->source.position(p.place).line;
  }
  return out;
}
using Codes = std::vector<std::string>;

TEST(ModelicaProblems, AreReportedSeveralAtOnceWithTheirLines) {
  const Wrong w = wrong("model M\n  Real x, y;\nequation\n  x = yy;\n  y = true;\n  x + = 2;\nend M;\n");
  EXPECT_EQ(w.codes, Codes{"S0601"}) << "what cannot be read is not elaborated";
  EXPECT_EQ(w.line, 6);
  const Wrong v = wrong("model M\n  Real x, y;\nequation\n  x = yy;\n  y = true;\nend M;\n");
  EXPECT_EQ(v.codes, (Codes{"S0602", "S0603"}));
  EXPECT_EQ(v.line, 4);
  EXPECT_EQ(v.help, "did you mean `y`?");
}

TEST(ModelicaProblems, NameWhatIsUnknown) {
  EXPECT_EQ(wrong(model("Real x;", "x = speed;")).headline, "there is no variable or parameter `speed`");
  EXPECT_EQ(wrong(model("Rael x;", "x = 1;")).help, "did you mean `Real`?");
  EXPECT_EQ(wrong(model("Real x;", "x = sine(time);")).codes, Codes{"S0604"});
  EXPECT_EQ(wrong(model("Real x(strat = 1);", "x = 1;")).codes, Codes{"S0602"});
  EXPECT_EQ(wrong(model("Real x, x;", "x = 1;")).headline, "`x` is declared twice");
}

TEST(ModelicaProblems, NameTypesAndSizesThatDoNotFit) {
  EXPECT_EQ(wrong(model("Real x[2];", "x = {1, 2, 3};")).headline,
            "the left side is Real[2], the right side is Integer[3]");
  EXPECT_EQ(wrong(model("Real x;", "x = 1 + true;")).codes, Codes{"S0603"});
  EXPECT_EQ(wrong(model("Real x;", "x = {1, 2}[3];")).headline, "the index 3 is outside of 1:2");
  EXPECT_EQ(wrong(model("parameter Integer n = 1.5;")).codes, Codes{"S0603"});
  EXPECT_EQ(wrong(model("Real x;", "x = if time then 1 else 2;")).headline, "a condition is a Boolean, not Real");
  EXPECT_EQ(wrong(model("Real x;", "x = {{1, 2}} * {1, 2, 3};")).codes, Codes{"S0603"});
}

TEST(ModelicaProblems, NameWrongArguments) {
  EXPECT_EQ(wrong(model("Real x;", "x = sin(1, 2);")).headline, "`sin` has 1 argument, not 2");
  const char* f = "function f input Real a; output Real b; algorithm b := a; end f;";
  EXPECT_EQ(wrong(std::string("package M ") + f + model("Real x;", "x = f();") + "end M;").headline,
            "the argument `a` of `f` is missing");
  EXPECT_EQ(wrong(std::string("package M ") + f + model("Real x;", "x = f(1, 2);") + "end M;").codes, Codes{"S0604"});
  EXPECT_EQ(wrong(std::string("package M ") + f + model("Real x;", "x = f(c = 1);") + "end M;").codes, Codes{"S0604"});
}

TEST(ModelicaProblems, NameParametersThatCannotBeComputed) {
  EXPECT_EQ(wrong(model("parameter Real a = b; parameter Real b = a;")).codes, Codes{"S0605"});
  EXPECT_EQ(wrong(model("parameter Real a;")).headline, "the parameter `a` has no value");
  EXPECT_EQ(wrong(model("parameter Real a = 2 * x; Real x;", "x = time;")).headline,
            "`a` does not change, but its value depends on the variable `x`");
}

TEST(ModelicaProblems, NameSettingsThatDoNotFit) {
  EXPECT_EQ(wrong(model("parameter Real speed = 1;"), {{"sped", "1"}}).help, "did you mean `speed`?");
  EXPECT_EQ(wrong(model("parameter Real a = 1;"), {{"a", "fast"}}).headline,
            "`a` cannot be set to `fast`: that is not a number");
  EXPECT_EQ(wrong(model("constant Real a = 1;"), {{"a", "2"}}).codes, Codes{"S0605"});
}

TEST(ModelicaProblems, NameBranchesThatAreNotBalanced) {
  EXPECT_EQ(wrong(model("Real x; Boolean b;", "b = time > 1; if b then x = 1; end if;")).codes, Codes{"S0606"});
}

TEST(ModelicaProblems, NameWhatSaltusDoesNotHaveYet) {
  EXPECT_EQ(wrong(model("Real x;", "x = cardinality(x);")).codes, Codes{"S0608"});
  EXPECT_EQ(wrong("package M function f input Real a; output Real b; external \"C\" b = my_function(a); end f;" +
                  model("parameter Real x = f(1);") + "end M;")
                .codes,
            Codes{"S0608"});
}

TEST(ModelicaProblems, NameAssertionsThatFailAtOnce) {
  const Wrong w = wrong(
      model("parameter Real m = -1; Real x;", "x = 1; assert(m > 0, \"m = \" + String(m) + \" is not a mass\");"));
  EXPECT_EQ(w.codes, Codes{"S0610"});
  EXPECT_EQ(w.headline, "this assertion fails: m = -1 is not a mass");
}

}  // namespace
}  // namespace saltus::modelica::test
