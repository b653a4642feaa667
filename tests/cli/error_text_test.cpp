// error_text_test.cpp: every error has a code, a headline, and help, however it arrives.

#include "error_text.hpp"

#include <saltus/saltus.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace saltus::cli {
namespace {

const Style plain(false), coloured(true);

TEST(Diagnostics, TheFirstSentenceIsTheHeadlineAndTheRestIsHelp) {
  const auto all = diagnostics(InputError("S0104: rtol is -1.5. It must be zero or positive."));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0], (Diagnostic{"S0104", "rtol is -1.5", {}, "It must be zero or positive."}));
}

TEST(Diagnostics, EachLineWithACodeIsAProblemOfItsOwn) {
  const auto all =
      diagnostics("S0104: rtol is -1. It must be zero.\nS0103: the time span is 0 to inf.\nUse stop_when.");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].code, "S0104");
  EXPECT_EQ(all[1], (Diagnostic{"S0103", "the time span is 0 to inf", {}, "Use stop_when."}));
}

TEST(Diagnostics, IndentedLinesAreNotes) {
  EXPECT_EQ(diagnostics("S0521: no such name.\nWhat can be set:\n  g = 9.81\n  e = 0.8").front(),
            (Diagnostic{"S0521", "no such name", {"g = 9.81", "e = 0.8"}, "What can be set:"}));
}

TEST(Diagnostics, AFullStopInsideQuotesOrBracketsEndsNoSentence) {
  const auto d = diagnostics("S0506: there is no \"a. b\" (see p. 7. there) here. Try another.").front();
  EXPECT_EQ(d.headline, "there is no \"a. b\" (see p. 7. there) here");
  EXPECT_EQ(d.help, "Try another.");
}

TEST(Diagnostics, ATextWithoutACodeIsStillAnError) {
  EXPECT_EQ(diagnostics("no luck.").front(), (Diagnostic{"", "no luck", {}, ""}));
  EXPECT_FALSE(diagnostics("").front().headline.empty());
}

TEST(Diagnostics, SeveralMistakesOfOneInputAreSeveralErrors) {
  BlackBox box;
  box.variables = {"x"};
  box.rhs       = [](double, std::span<const double> x, const Frozen&, std::span<double> dx) { dx[0] = -x[0]; };
  try {
    static_cast<void>(simulate(make_model(box), Start{}, {.t_end = 1.0 / 0.0, .rtol = -1}));
    FAIL() << "wrong input was accepted";
  } catch (const InputError& e) {
    const auto all = diagnostics(e);
    ASSERT_EQ(all.size(), 3u) << e.what();
    EXPECT_EQ(all[0].code, "S0101");
    EXPECT_EQ(all[1].code, "S0103");
    EXPECT_EQ(all[2].code, "S0104");
  }
}

TEST(Diagnostics, AnOutcomeKeepsItsNamesItsValuesAndItsHelp) {
  const Outcome outcome{.reason = Outcome::Reason::did_not_settle,
                        .t      = 2.5,
                        .names  = {"p > p_max", "p < p_min"},
                        .detail = "after 3 passes\nvalues: p = 2",
                        .help   = "set p_min < p_max."};
  EXPECT_EQ(diagnostic(outcome), (Diagnostic{"S0312",
                                             "the discrete part did not settle at t = 2.5",
                                             {"concerned: p > p_max, p < p_min", "after 3 passes", "values: p = 2"},
                                             "set p_min < p_max."}));
}

TEST(Render, HasTheShapeOfTheStyleGuide) {
  EXPECT_EQ(render({"S0312", "it did not settle", {"values: p = 2"}, "Set p."}, plain),
            "error[S0312]: it did not settle\n"
            "  = values: p = 2\n"
            "help: Set p. `saltus explain S0312` says more.\n");
}

TEST(Render, LongHelpIsWrappedUnderItselfAndCommandsStayWhole) {
  const std::string text = render({"S0312", "x", {}, std::string(60, 'a') + " " + std::string(20, 'b')}, plain);
  EXPECT_NE(text.find("\n      `saltus explain S0312` says more.\n"), std::string::npos) << text;
}

TEST(Render, OnATerminalTheCodeIsRed) {
  EXPECT_NE(render({"S0312", "x", {}, ""}, coloured).find("\x1b[1;31merror[S0312]\x1b[0m"), std::string::npos);
}

TEST(ToJson, HasTheFourParts) {
  EXPECT_EQ(to_json({"S0312", "x", {"n"}, "h"}).dump(), R"({"code":"S0312","message":"x","notes":["n"],"help":"h"})");
}

}  // namespace
}  // namespace saltus::cli
