#include <saltus/front/modelica/words.hpp>

#include <algorithm>
#include <unordered_map>

namespace saltus::modelica {

namespace {

const std::unordered_map<std::string_view, Word>& spelled() {
  using enum Word;
  static const std::unordered_map<std::string_view, Word> words{
      {"abs", abs},
      {"acos", acos},
      {"asin", asin},
      {"atan", atan},
      {"atan2", atan2},
      {"cos", cos},
      {"cosh", cosh},
      {"exp", exp},
      {"log", log},
      {"log10", log10},
      {"sin", sin},
      {"sinh", sinh},
      {"sqrt", sqrt},
      {"tan", tan},
      {"tanh", tanh},
      {"sign", sign},
      {"floor", floor},
      {"ceil", ceil},
      {"integer", integer},
      {"div", div},
      {"mod", mod},
      {"rem", rem},
      {"min", min},
      {"max", max},
      {"der", der},
      {"pre", pre},
      {"edge", edge},
      {"change", change},
      {"initial", initial},
      {"terminal", terminal},
      {"sample", sample},
      {"noEvent", noEvent},
      {"smooth", smooth},
      {"homotopy", homotopy},
      {"semiLinear", semiLinear},
      {"delay", delay},
      {"String", String},
      {"Integer", Integer},
      {"assert", assert_},
      {"terminate", terminate},
      {"reinit", reinit},
      {"sum", sum},
      {"product", product},
      {"size", size},
      {"fill", fill},
      {"zeros", zeros},
      {"ones", ones},
      {"identity", identity},
      {"diagonal", diagonal},
      {"cat", cat},
      {"linspace", linspace},
      {"vector", vector},
      {"matrix", matrix},
      {"scalar", scalar},
      {"symmetric", symmetric},
      {"skew", skew},
      {"outerProduct", outerProduct},
      {"ndims", ndims},
      {"transpose", transpose},
      {"cross", cross},
      {"array", array},
      {"promote", promote},
      {"getInstanceName", getInstanceName},
      {"cardinality", cardinality},
      {"spatialDistribution", spatialDistribution},
      {"pure", pure},
      {"Real", Real},
      {"Boolean", Boolean},
      {"time", time},
      {"StateSelect", StateSelect},
      {"AssertionLevel", AssertionLevel},
      {"start", start},
      {"fixed", fixed},
      {"nominal", nominal},
      {"stateSelect", stateSelect},
      {"unit", unit},
      {"quantity", quantity},
      {"displayUnit", displayUnit},
      {"unbounded", unbounded},
      {"derivative", derivative},
      {"order", order},
      {"noDerivative", noDerivative},
      {"zeroDerivative", zeroDerivative},
      {"smoothOrder", smoothOrder},
      {"GenerateEvents", GenerateEvents},
      {"Inline", Inline},
      {"LateInline", LateInline},
      {"Evaluate", Evaluate},
      {"experiment", experiment},
      {"StartTime", StartTime},
      {"StopTime", StopTime},
      {"Tolerance", Tolerance},
      {"Interval", Interval},
      {"__OpenModelica_Impure", Impure},
  };
  return words;
}

}  // namespace

std::vector<std::string_view> Words::built_in() {
  std::vector<std::string_view> all;
  for (const auto& [name, word] : spelled())
    if (word <= Word::spatialDistribution) all.push_back(name);
  std::sort(all.begin(), all.end());  // of equally near ones always the same
  return all;
}

Words::Words(const NameTable& names) : of_(names.size(), Word::none) {
  constexpr std::size_t longest = 22;
  for (std::size_t n = 0; n < of_.size(); ++n) {
    const auto text = names[static_cast<Name>(n)];
    if (text.size() > longest) continue;
    if (const auto at = spelled().find(text); at != spelled().end()) of_[n] = at->second;
  }
}

}  // namespace saltus::modelica
