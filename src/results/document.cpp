#include <saltus/results/document.hpp>

#include <saltus/core/error.hpp>
#include <saltus/results/formats.hpp>
#include <saltus/results/number_text.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>

namespace saltus::results {

namespace {

using Json = nlohmann::ordered_json;

/// One line. Numbers read back to the same bits; NaN and infinity, which JSON does not have, are null. Bytes that are no
/// UTF-8 become U+FFFD.
std::string text_of(const Json& j) { return j.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string_view to_name(Outcome::Reason reason) {
  switch (reason) {
    case Outcome::Reason::reached_end: return "reached_end";
    case Outcome::Reason::terminal_event: return "terminal_event";
    case Outcome::Reason::step_too_small: return "step_too_small";
    case Outcome::Reason::newton_failed: return "newton_failed";
    case Outcome::Reason::not_finite: return "not_finite";
    case Outcome::Reason::relation_not_finite: return "relation_not_finite";
    case Outcome::Reason::not_consistent: return "not_consistent";
    case Outcome::Reason::did_not_settle: return "did_not_settle";
    case Outcome::Reason::no_progress: return "no_progress";
    case Outcome::Reason::too_many_steps: return "too_many_steps";
    case Outcome::Reason::model_threw: return "model_threw";
    case Outcome::Reason::assertion_failed: return "assertion_failed";
    case Outcome::Reason::cancelled: return "cancelled";
  }
  return "";
}
std::string_view to_name(Output output) {
  switch (output) {
    case Output::steps: return "steps";
    case Output::grid: return "grid";
    case Output::events: return "events";
  }
  return "";
}
std::string_view to_name(Graze::Kind kind) {
  switch (kind) {
    case Graze::Kind::touch: return "touch";
    case Graze::Kind::near_miss: return "near_miss";
    case Graze::Kind::undecidable_pair: return "undecidable_pair";
  }
  return "";
}

Json to_json(const Event& e) {
  Json relations = Json::array(), resets = Json::array();
  for (const auto& r : e.relations) relations.push_back({{"text", r.text}, {"becomes", r.becomes}});
  for (const auto& r : e.resets) resets.push_back({{"name", r.name}, {"before", r.before}, {"after", r.after}});
  return {{"t", e.t},
          {"t_left", e.t_left},
          {"kind", to_text(e.kind)},
          {"relations", std::move(relations)},
          {"whens", e.whens},
          {"passes", e.passes},
          {"mode_before", e.mode_before},
          {"mode_after", e.mode_after},
          {"resets", std::move(resets)}};
}
Json to_json(const Graze& g) {
  return {{"kind", to_name(g.kind)}, {"relation", g.relation}, {"t", g.t}, {"depth", g.depth}};
}
Json to_json(const ModeRecord& m) {
  Json conditions = Json::array();
  for (const auto& c : m.conditions) conditions.push_back({{"text", c.text}, {"holds", c.holds}});
  return {{"id", m.id}, {"conditions", std::move(conditions)}};
}
Json to_json(const StateChange& c) { return {{"t", c.t}, {"left", c.left}, {"joined", c.joined}}; }
Json to_json(const Outcome& o) {
  return {{"reason", to_name(o.reason)}, {"code", o.code()}, {"t", o.t}, {"names", o.names}, {"message", o.message()}};
}
Json to_json(const Statistics& s) {
  return {{"method", s.method},
          {"choice", s.choice},
          {"linear_solver", s.linear_solver},
          {"certificate", s.certificate},
          {"detection", s.detection},
          {"surface_control", s.surface_control},
          {"evaluation", s.evaluation},
          {"steps", s.steps},
          {"rejected", s.rejected},
          {"rhs", s.rhs},
          {"residuals", s.residuals},
          {"jacobians", s.jacobians},
          {"factorizations", s.factorizations},
          {"newton_iterations", s.newton_iterations},
          {"restarts", s.restarts},
          {"surface_evaluations", s.surface_evaluations},
          {"enclosures", s.enclosures},
          {"events", s.events},
          {"silent_changes", s.silent_changes},
          {"passes", s.passes},
          {"grazes", s.grazes},
          {"modes", s.modes},
          {"state_changes", s.state_changes}};
}
Json to_json(const Options& o) {
  return {{"t_start", o.t_start},
          {"t_end", o.t_end},
          {"rtol", o.rtol},
          {"atol", o.atol},
          {"atol_each", o.atol_each},
          {"method", to_text(o.method)},
          {"linear_solver", to_text(o.linear_solver)},
          {"output", to_name(o.output)},
          {"interval", o.interval},
          {"largest_step", o.largest_step},
          {"first_step", o.first_step},
          {"most_steps", o.most_steps},
          {"most_passes", o.most_passes},
          {"most_events_at_once", o.most_events_at_once},
          {"detection", to_text(o.detection)},
          {"evaluation", to_text(o.evaluation)},
          {"surface_control", to_text(o.surface_control)}};
}

/// FNV-1a of 64 bits: tells whether two runs were of the same model, and is no signature.
std::string hash_of(const Setup& setup) {
  std::uint64_t hash = 14695981039346656037u;
  for (const std::string* part : {&setup.model, &setup.source}) {
    for (const char c : *part) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    hash = (hash ^ 0xFFu) * 1099511628211u;  // no byte of UTF-8: ends the part
  }
  return fmt::format("fnv1a64:{:016x}", hash);
}

Json to_json(const Build& b) {
  Json libraries = Json::object();
  for (const auto& [name, version] : b.libraries) libraries[name] = version;
  return {{"version", b.version}, {"compiler", b.compiler}, {"libraries", std::move(libraries)}};
}

/// What statistics and run document begin with.
Json preamble(const char* format, const Run& run, const Setup& setup, double seconds) {
  Json set = Json::object();
  for (const auto& [name, value] : setup.set) set[name] = value;
  return {{"format", format},
          {"format_version", 1},
          {"saltus", to_json(build())},
          {"model", {{"name", setup.model}, {"title", setup.title}, {"source", setup.source}, {"hash", hash_of(setup)}}},
          {"command", setup.command},
          {"options", to_json(setup.options)},
          {"set", std::move(set)},
          {"outcome", to_json(run.outcome())},
          {"seconds", seconds},
          {"statistics", to_json(run.statistics())}};
}

/// A document of one member per line; large arrays are written straight into the text.
class Document {
 public:
  void member(const char* name, const Json& value) { begin(name) += text_of(value); }
  void members(const Json& object) {
    for (const auto& [name, value] : object.items()) member(name.c_str(), value);
  }
  /// An array with an element per line.
  template <class Elements>
  void list(const char* name, const Elements& elements) {
    begin(name) += '[';
    const char* separator = "\n  ";
    for (const auto& e : elements) {
      text_ += separator + text_of(to_json(e));
      separator = ",\n  ";
    }
    text_ += elements.empty() ? "]" : "\n ]";
  }
  /// An array of `n` numbers, value_of(k) each, as an element or a member.
  template <class ValueOf>
  void numbers(std::size_t n, ValueOf&& value_of) {
    text_ += '[';
    for (std::size_t k = 0; k < n; ++k) {
      if (k > 0) text_ += ',';
      number(value_of(k));
    }
    text_ += ']';
  }
  std::string& begin(const char* name) {
    text_ += text_.empty() ? "{" : ",\n ";
    return text_ += fmt::format("\"{}\": ", name);
  }
  std::string finish() { return std::move(text_ += "}\n"); }

 private:
  void number(double value) {
    if (!std::isfinite(value)) {
      text_ += "null";
      return;
    }
    char digits[room_for_number];
    text_.append(digits, write_number(digits, value));
  }
  void number(int value) { text_ += std::to_string(value); }

  std::string text_;
};

}  // namespace

std::string events_json(const Run& run) {
  Document document;
  document.member("format", "saltus-events");
  document.member("format_version", 1);
  document.list("events", run.events());
  document.list("grazes", run.grazes());
  return document.finish();
}

std::string statistics_json(const Run& run, const Setup& setup, double seconds) {
  Document document;
  document.members(preamble("saltus-statistics", run, setup, seconds));
  return document.finish();
}

std::string run_document(const Run& run, const Setup& setup, double seconds, std::span<const std::size_t> selected) {
  const Trajectory& trajectory = run.trajectory();
  Document          document;
  document.members(preamble("saltus-run", run, setup, seconds));

  Json       variables = Json::array();
  const auto describe  = [&](const Column& c) {
    variables.push_back({{"name", c.name}, {"unit", c.unit}, {"discrete", c.discrete}, {"description", c.description}});
  };
  describe({.name = "time", .unit = "s"});
  for (const std::size_t i : selected) {
    if (i >= trajectory.names().size())
      throw BugInSaltus(fmt::format("run_document: column {} of {}", i, trajectory.names().size()));
    describe(i < setup.columns.size() ? setup.columns[i] : Column{.name = trajectory.names()[i]});
  }
  document.member("variables", variables);

  std::string&      text = document.begin("trajectory");
  const std::size_t rows = trajectory.size();
  text += "[\n  ";
  document.numbers(rows, [&](std::size_t k) { return trajectory.times()[k]; });
  for (const std::size_t i : selected) {
    text += ",\n  ";
    document.numbers(rows, [&](std::size_t k) { return trajectory.row(k)[i]; });
  }
  text += "\n ]";

  const auto& steps = run.history();
  document.begin("steps") += "{\"t\": ";
  document.numbers(steps.size(), [&](std::size_t k) { return steps[k].t; });
  text += ",\n  \"h\": ";
  document.numbers(steps.size(), [&](std::size_t k) { return steps[k].h; });
  text += ",\n  \"order\": ";
  document.numbers(steps.size(), [&](std::size_t k) { return steps[k].order; });
  text += ",\n  \"rejected\": ";
  document.numbers(steps.size(), [&](std::size_t k) { return steps[k].rejected; });
  text += ",\n  \"method\": ";
  document.numbers(steps.size(), [&](std::size_t k) { return steps[k].method; });
  text += "}";
  document.member("methods", run.methods());
  document.list("modes", run.modes());
  document.list("state_changes", run.state_changes());
  document.list("events", run.events());
  document.list("grazes", run.grazes());
  return document.finish();
}

Build build() {
  Build b {
    .version = SALTUS_VERSION,
#if defined(__clang__)
    .compiler = "clang " __clang_version__
#else
    .compiler = "g++ " __VERSION__
#endif
  };
  const auto add = [&](const char* name, const std::string& version) {
    if (!version.empty()) b.libraries.emplace_back(name, version);
  };
  add("eigen", SALTUS_EIGEN_VERSION);
  add("fmt", fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100));
  add("hdf5", hdf5_version());
  add("nlohmann_json",
      fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH));
  add("sundials", SALTUS_SUNDIALS_VERSION);
  return b;
}

}  // namespace saltus::results
