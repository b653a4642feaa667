#pragma once
// report_page.hpp: what cmake/make_report_page.cmake puts into the program: the bundled page, or why there is none.

#include <string_view>

namespace saltus::results {

extern const std::string_view report_page;          ///< empty when there is none
extern const std::string_view report_page_missing;  ///< why, and the way out

}  // namespace saltus::results
