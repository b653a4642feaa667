#include "error_pages.hpp"

#include "paragraph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>

namespace saltus::embedded {
extern const std::string_view errors_md;
}

namespace saltus::cli {
namespace {

std::optional<int> number_of(std::string_view code) {
  if (!code.empty() && (code.front() == 'S' || code.front() == 's')) code.remove_prefix(1);
  int        number = 0;
  const auto end    = code.data() + code.size();
  const auto done   = std::from_chars(code.data(), end, number);
  if (code.empty() || done.ec != std::errc() || done.ptr != end || number < 0) return std::nullopt;
  return number;
}

/// [text](address) without the address.
std::string without_links(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = text.find('['), middle = text.find("](", open == text.npos ? text.size() : open);
    const std::size_t close = text.find(')', middle == text.npos ? text.size() : middle);
    if (close == text.npos) return out + std::string(text);
    out += text.substr(0, open);
    out += text.substr(open + 1, middle - open - 1);
    text.remove_prefix(close + 1);
  }
  return out;
}

std::string indented(std::string_view text) { return trimmed(text).empty() ? "" : "  " + filled(text, 2) + "\n"; }

/// "Cause: ..." and "Way out: ..." become paragraphs of their own, under a heading.
std::string paragraph(std::string_view text, const Style& style) {
  std::string out;
  const auto  begin = [&](std::string_view word) { return std::min(text.find(word), text.size()); };
  const auto  cause = begin("Cause: "), way_out = begin("Way out: "), first = std::min(cause, way_out);
  if (const auto before = indented(text.substr(0, first)); !before.empty()) out += "\n" + before;
  if (cause < text.size())
    out += "\n" + style.heading("Cause") + "\n" + indented(text.substr(cause + 7, std::max(cause, way_out) - cause - 7));
  if (way_out < text.size()) out += "\n" + style.heading("Way out") + "\n" + indented(text.substr(way_out + 9));
  return out;
}

bool is_table_rule(std::string_view line) { return line.find_first_not_of("|-: ") == line.npos; }

}  // namespace

std::vector<ErrorPage> pages_in(std::string_view markdown) {
  std::vector<ErrorPage> pages;
  bool                   inside = false;
  for (const auto line : lines_of(markdown)) {
    if (line.starts_with("#")) inside = false;
    if (line.starts_with("### S") && line.size() > 10 && number_of(line.substr(4, 5))) {
      pages.push_back({std::string(line.substr(4, 5)), std::string(trimmed(line.substr(9))), ""});
      inside = true;
    } else if (inside) {
      pages.back().text += std::string(line) + "\n";
    }
  }
  std::sort(pages.begin(), pages.end(), [](const auto& a, const auto& b) { return a.code < b.code; });
  return pages;
}

const std::vector<ErrorPage>& error_pages() {
  static const std::vector<ErrorPage> pages = pages_in(embedded::errors_md);
  return pages;
}

const ErrorPage* find_page(const std::vector<ErrorPage>& pages, std::string_view code) {
  const auto number = number_of(code);
  for (const auto& page : pages)
    if (number && number_of(page.code) == number) return &page;
  return nullptr;
}

std::vector<std::string> nearest_codes(const std::vector<ErrorPage>& pages, std::string_view code) {
  const auto number = number_of(code);
  if (!number) return {};
  std::vector<const ErrorPage*> by_distance;
  for (const auto& page : pages) by_distance.push_back(&page);
  const auto distance = [&](const ErrorPage* page) { return std::abs(*number_of(page->code) - *number); };
  std::stable_sort(by_distance.begin(), by_distance.end(),
                   [&](const auto* a, const auto* b) { return distance(a) < distance(b); });
  std::vector<std::string> codes;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, by_distance.size()); ++i) codes.push_back(by_distance[i]->code);
  std::sort(codes.begin(), codes.end());
  return codes;
}

std::string page_text(const ErrorPage& page, const Style& style) {
  std::string out           = style.heading(fmt::format("{}: {}", page.code, page.title)) + "\n", text;
  const auto  end_paragraph = [&] {
    out += paragraph(without_links(text), style);
    text.clear();
  };
  bool in_code = false;
  for (const auto line : lines_of(page.text)) {
    const bool code = line.starts_with("    "), table = line.starts_with("|");
    if (code || table || trimmed(line).empty()) end_paragraph();
    if (code && !in_code) out += "\n";
    if (code) out += style.faint(std::string(line)) + "\n";
    else if (table && !is_table_rule(line)) out += "  " + without_links(line) + "\n";
    else if (!table) text += std::string(line) + " ";
    in_code = code;
  }
  end_paragraph();
  return out;
}

}  // namespace saltus::cli
