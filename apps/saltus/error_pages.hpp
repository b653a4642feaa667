#pragma once
// error_pages.hpp: what is known about each error code, from docs/reference/errors.md.

#include "console.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace saltus::cli {

struct ErrorPage {
  std::string code;   ///< "S0312"
  std::string title;  ///< one line
  std::string text;   ///< Markdown: an example, "Cause: ...", "Way out: ..."
};

/// In the order of their codes. Sections are the headings "### S0312 title".
std::vector<ErrorPage>        pages_in(std::string_view markdown);
const std::vector<ErrorPage>& error_pages();

/// The page for "S0312", "s312" or "312"; null when there is none.
const ErrorPage* find_page(const std::vector<ErrorPage>& pages, std::string_view code);

/// The codes nearest by number, at most three; those of no number: none.
std::vector<std::string> nearest_codes(const std::vector<ErrorPage>& pages, std::string_view code);

/// For a person: headings bold, code indented, paragraphs in lines of readable width.
std::string page_text(const ErrorPage& page, const Style& style);

}  // namespace saltus::cli
