#pragma once
// report.hpp: the record of a run as a page that a browser shows, in one file that needs nothing else.

#include <string>
#include <string_view>

namespace saltus::results {

/// The page with the run document (docs/reference/formats.md) inside. The document may say anything: no text of it becomes
/// markup. InputError S0410 when this Saltus was built without the page, S0411 when the text is not a run document, S0412
/// when it is one of another format version.
std::string report_html(std::string_view run_document);

/// S0410 now rather than after a long run.
void require_report_page();

}  // namespace saltus::results
