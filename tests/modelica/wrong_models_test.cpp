// Models that are wrong, one mistake each: tests/modelica/wrong/*.mo. What `saltus run` prints about each of them stands
// beside it, in a .txt; the table below says how it ends, and which code belongs to which line. SALTUS_UPDATE_SNAPSHOTS=1
// writes the texts anew. Ask of each: would a modeller know what to do?

#include "snapshots.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <memory>
#include <regex>
#include <set>

namespace {

namespace fs = std::filesystem;
using saltus::snapshots::contents;
using saltus::snapshots::updating;

struct Wrong {
  const char* name;
  int         exit;
  const char* problems;  ///< code:line ..., in the order in which they are told; a code alone: it has no place in the text
};

constexpr int stopped = 1, wrong_input = 2, done = 0;

// clang-format off
constexpr Wrong table[] = {
    {"assert_at_start",                    stopped,     "S0610"},
    {"assert_during_run",                  stopped,     "S0610"},
    {"assert_initial",                     wrong_input, "S0610:5"},
    {"assert_warning",                     done,        ""},
    {"balance_branches",                   wrong_input, "S0606:6"},
    {"balance_discrete_loop",              wrong_input, "S0606:4"},
    {"balance_discrete_without_equation",  wrong_input, "S0606:2"},
    {"balance_same_equation_twice",        wrong_input, "S0606:5 S0606:2"},
    {"balance_singular",                   wrong_input, "S0606:8 S0606:3"},
    {"balance_too_few",                    wrong_input, "S0606:4"},
    {"balance_too_many",                   wrong_input, "S0606:7"},
    {"balance_two_whens",                  wrong_input, "S0606:8"},
    {"call_two_results",                   wrong_input, "S0603:12"},
    {"call_wrong_names_of_arguments",      wrong_input, "S0604:10 S0604:11 S0604:12 S0604:13"},
    {"call_wrong_number_of_arguments",     wrong_input, "S0604:2 S0604:3 S0604:4"},
    {"call_wrong_type_of_argument",        wrong_input, "S0603:10 S0603:11"},
    {"der_of_discrete",                    wrong_input, "S0603:7 S0603:11"},
    {"events_accumulate",                  stopped,     "S0313"},
    {"events_sliding",                     stopped,     "S0312"},
    {"events_without_fixed_point",         stopped,     "S0312"},
    {"feature_cardinality",                wrong_input, "S0608:3"},
    {"feature_clocked",                    wrong_input, "S0608:5"},
    {"feature_external_c",                 wrong_input, "S0608:8"},
    {"feature_spatial_distribution",       wrong_input, "S0608:5"},
    {"index_of_noise",                     wrong_input, "S0606:11"},
    {"initial_contradiction",              wrong_input, "S0609"},
    {"initial_division_by_state",          stopped,     "S0303"},
    {"initial_division_by_zero",           stopped,     "S0303"},
    {"initial_fixed_twice",                wrong_input, "S0609"},
    {"initial_free_parameter",             wrong_input, "S0609"},
    {"initial_log",                        stopped,     "S0303"},
    {"initial_loop_log",                   wrong_input, "S0609"},
    {"initial_no_solution",                wrong_input, "S0609"},
    {"initial_sqrt",                       stopped,     "S0303"},
    {"initial_too_many_fixed",             wrong_input, "S0609"},
    {"name_declared_twice",                wrong_input, "S0602:3"},
    {"name_record_field",                  wrong_input, "S0602:9"},
    {"name_unknown_attribute",             wrong_input, "S0602:2"},
    {"name_unknown_function",              wrong_input, "S0604:6"},
    {"name_unknown_type",                  wrong_input, "S0602:2 S0602:3"},
    {"name_unknown_variable",              wrong_input, "S0602:6 S0602:7"},
    {"name_wrong_case",                    wrong_input, "S0604:4"},
    {"parameter_assigned",                 wrong_input, "S0603:8"},
    {"parameter_in_equation",              wrong_input, "S0606:6"},
    {"parameter_of_variable",              wrong_input, "S0605:2"},
    {"parameter_without_value",            wrong_input, "S0605:2"},
    {"pre_of_continuous",                  wrong_input, "S0603:4"},
    {"recursion_deep_parameter",           wrong_input, "S0604:6"},
    {"recursion_functions",                wrong_input, "S0604:12"},
    {"recursion_parameters",               wrong_input, "S0605:2"},
    {"recursion_start_value",              wrong_input, "S0605:2"},
    {"recursion_while_in_equation",        stopped,     "S0303"},
    {"recursion_while_without_end",        wrong_input, "S0605:7"},
    {"reinit_not_state",                   wrong_input, "S0607:10"},
    {"reinit_outside_when",                wrong_input, "S0601:5"},
    {"reinit_parameter",                   wrong_input, "S0603:9"},
    {"run_experiment",                     wrong_input, "S0605:5 S0605:5"},
    {"run_nan_output",                      done,        ""},
    {"run_not_finite",                     stopped,     "S0301"},
    {"run_singular_loop",                  stopped,     "S0301"},
    {"run_sqrt_negative",                  stopped,     "S0303"},
    {"several_problems",                   wrong_input, "S0602:2 S0602:7 S0603:8 S0603:9 S0604:10"},
    {"structure_only_functions",           wrong_input, "S0601:1"},
    {"structure_two_models",               wrong_input, "S0601:4"},
    {"syntax_assignment_in_equation",      wrong_input, "S0601:6"},
    {"syntax_bad_number",                  wrong_input, "S0601:2 S0601:3 S0601:4"},
    {"syntax_binary_file",                 wrong_input, "S0601:1"},
    {"syntax_c_operators",                 wrong_input, "S0601:7 S0601:8"},
    {"syntax_else_if",                     wrong_input, "S0601:6"},
    {"syntax_empty_file",                  wrong_input, "S0601:1"},
    {"syntax_end_if_missing",              wrong_input, "S0601:6"},
    {"syntax_end_name",                    wrong_input, "S0601:5"},
    {"syntax_equality_for_equation",       wrong_input, "S0601:6"},
    {"syntax_equation_in_algorithm",       wrong_input, "S0601:5"},
    {"syntax_missing_semicolon",           wrong_input, "S0601:5"},
    {"syntax_not_equal",                   wrong_input, "S0601:7"},
    {"syntax_not_flattened",               wrong_input, "S0601:2 S0601:3 S0601:7"},
    {"syntax_only_comments",               wrong_input, "S0601:1"},
    {"syntax_python",                      wrong_input, "S0601:1"},
    {"syntax_reserved_word",               wrong_input, "S0601:4"},
    {"syntax_several_at_once",             wrong_input, "S0601:2 S0601:4 S0601:6 S0601:7"},
    {"syntax_single_equals_in_condition",  wrong_input, "S0601:5"},
    {"syntax_stars_for_power",             wrong_input, "S0601:4"},
    {"syntax_stray_tokens",                wrong_input, "S0601:5 S0601:6 S0601:7 S0601:8"},
    {"syntax_unclosed_comment",            wrong_input, "S0601:3"},
    {"syntax_unclosed_quote",              wrong_input, "S0601:2"},
    {"syntax_unclosed_string",             wrong_input, "S0601:2"},
    {"syntax_unfinished_file",             wrong_input, "S0601:6"},
    {"syntax_utf16",                       wrong_input, "S0601:1"},
    {"syntax_wrong_keyword",               wrong_input, "S0601:2 S0601:4"},
    {"type_array_sizes",                   wrong_input, "S0603:5"},
    {"type_boolean_in_arithmetic",         wrong_input, "S0603:5"},
    {"type_condition_not_boolean",         wrong_input, "S0603:4 S0603:5"},
    {"type_enumeration",                   wrong_input, "S0602:8"},
    {"type_index_out_of_range",            wrong_input, "S0603:6"},
    {"type_matrix_product",                wrong_input, "S0603:5"},
    {"type_mixed_array",                   wrong_input, "S0603:4"},
    {"type_real_to_boolean",               wrong_input, "S0603:6"},
    {"type_real_to_integer",               wrong_input, "S0603:6"},
    {"type_size_not_constant",             wrong_input, "S0605:3"},
    {"type_sizes_of_functions",            wrong_input, "S0603:9"},
    {"type_string_number",                 wrong_input, "S0603:2 S0603:3"},
    {"type_too_many_subscripts",           wrong_input, "S0603:4"},
    {"when_implicit",                      wrong_input, "S0601:7"},
    {"when_in_function",                   wrong_input, "S0601:6"},
    {"when_in_if",                         wrong_input, "S0601:6"},
    {"when_in_initial",                    wrong_input, "S0601:6"},
    {"when_in_when",                       wrong_input, "S0601:7"},
};
// clang-format on

struct Printed {
  std::string text;
  int         exit = -1;
};

/// What the program says about a model; a hang ends after 30 s with code 124.
Printed run(const std::string& name) {
  const std::string command = "cd '" SALTUS_WRONG_MODELS "' && NO_COLOR=1 timeout 30 '" SALTUS_PROGRAM "' run " + name +
                              ".mo --no-plot 2>&1 >/dev/null; echo exit $?";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  Printed                                     out;
  std::array<char, 4096>                      part{};
  while (const std::size_t n = std::fread(part.data(), 1, part.size(), pipe.get())) out.text.append(part.data(), n);
  const auto at = out.text.rfind("exit ");
  if (at != std::string::npos) out.exit = std::stoi(out.text.substr(at + 5));
  return out;
}

/// "S0601:5 S0303": the codes with the lines that follow them.
std::string problems_in(const std::string& text) {
  static const std::regex pattern(R"(error\[(S\d{4})\]|^ *--> [^:\n]+:(\d+):\d+$)", std::regex::multiline);
  std::string             out;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
    out += (*at)[1].matched ? (out.empty() ? "" : " ") + (*at)[1].str() : ":" + (*at)[2].str();
  return out;
}

class WrongModel : public testing::TestWithParam<Wrong> {};

TEST_P(WrongModel, IsToldSoThatItCanBeMended) {
  const Wrong&   w       = GetParam();
  const Printed  printed = run(w.name);
  const fs::path file    = fs::path(SALTUS_WRONG_MODELS) / (std::string(w.name) + ".txt");
  EXPECT_EQ(printed.exit, w.exit) << printed.text;
  EXPECT_EQ(problems_in(printed.text), w.problems) << printed.text;
  if (w.exit != done) {
    EXPECT_NE(printed.text.find("\nhelp: "), std::string::npos) << printed.text;
    EXPECT_EQ(printed.text.find("BugInSaltus"), std::string::npos) << printed.text;
  }
  if (updating()) std::ofstream(file) << printed.text;
  else EXPECT_EQ(printed.text, contents(file)) << "SALTUS_UPDATE_SNAPSHOTS=1 writes it anew";
}

INSTANTIATE_TEST_SUITE_P(Modelica, WrongModel, testing::ValuesIn(table), [](const auto& p) { return p.param.name; });

TEST(WrongModels, AreAllInTheTable) {
  std::set<std::string> known;
  for (const Wrong& w : table) known.insert(w.name);
  EXPECT_EQ(known.size(), std::size(table));
  EXPECT_GE(known.size(), 60u);
  for (const auto& entry : fs::directory_iterator(SALTUS_WRONG_MODELS))
    EXPECT_TRUE(known.contains(entry.path().stem().string())) << entry.path();
}

}  // namespace
