#include <saltus/results/report.hpp>

#include <saltus/core/error.hpp>
#include <saltus/results/report_page.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>

namespace saltus::results {
namespace {

constexpr std::string_view place_of_document = "@SALTUS_RUN_DOCUMENT@";
constexpr int              known_version     = 1;

// Reads the whole document, so that a broken one is refused here and not by a browser, and keeps only its head: a long
// trajectory is never in memory a second time.
class Head : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::optional<std::string> format;
  std::optional<double>      version;
  std::string                mistake;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t value) override { return number(static_cast<double>(value)); }
  bool number_unsigned(number_unsigned_t value) override { return number(static_cast<double>(value)); }
  bool number_float(number_float_t value, const string_t&) override { return number(value); }
  bool binary(binary_t&) override { return true; }
  bool string(string_t& value) override {
    if (depth_ == 1 && key_ == "format") format = value;
    return true;
  }
  bool key(string_t& name) override {
    if (depth_ == 1) key_ = name;
    return true;
  }
  bool start_object(std::size_t) override { return ++depth_ > 0; }
  bool end_object() override { return --depth_ >= 0; }
  // Inside of an array nothing is a member of the document.
  bool start_array(std::size_t) override { return (depth_ += array) > 0; }
  bool end_array() override { return (depth_ -= array) >= 0; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) override {
    mistake = error.what();
    return false;
  }

 private:
  static constexpr long array = 1'000'000;

  bool number(double value) {
    if (depth_ == 1 && key_ == "format_version") version = value;
    return true;
  }
  long        depth_ = 0;
  std::string key_;
};

void check(std::string_view document) {
  constexpr const char* way_out = "`saltus run MODEL --record RUN.json` writes one.";
  Head                  head;
  if (!nlohmann::json::sax_parse(document.begin(), document.end(), &head))
    throw InputError(
        fmt::format("S0411: this is not the record of a run, but broken JSON: {}. {}", head.mistake, way_out));
  if (head.format != "saltus-run")
    throw InputError(fmt::format("S0411: this is not the record of a run: its \"format\" is {}, not \"saltus-run\". {}",
                                 head.format ? '"' + *head.format + '"' : "missing", way_out));
  if (head.version != known_version)
    throw InputError(
        fmt::format("S0412: this record has format version {}, and this Saltus knows version {}. Make it again with "
                    "this Saltus, or "
                    "use the one that wrote it.",
                    head.version ? fmt::format("{}", *head.version) : "none", known_version));
}

// In JSON a '<' can only be inside of a string, where \u003c means the same; without it nothing can end the <script>.
void append_harmless(std::string& page, std::string_view document) {
  for (;;) {
    const auto next = document.find('<');
    page += document.substr(0, next);
    if (next == std::string_view::npos) return;
    page += "\\u003c";
    document.remove_prefix(next + 1);
  }
}

}  // namespace

void require_report_page() {
  if (report_page.empty())
    throw InputError(fmt::format("S0410: this Saltus was built without the page of reports. {}", report_page_missing));
}

std::string report_html(std::string_view run_document) {
  require_report_page();
  check(run_document);
  const auto place = report_page.find(place_of_document);
  SALTUS_ASSERT(place != std::string_view::npos);
  std::string page;
  page.reserve(report_page.size() + run_document.size() + run_document.size() / 16);
  page += report_page.substr(0, place);
  append_harmless(page, run_document);
  page += report_page.substr(place + place_of_document.size());
  return page;
}

}  // namespace saltus::results
