#pragma once
// comparison_picture.hpp: the worst signals of a comparison as one SVG.

#include "comparison.hpp"

#include <string>

namespace saltus::cli {

/// One row of pictures per signal: the whole span on the left, the worst place on the right; both curves, the tube of the
/// reference, and a mark at the worst place. Its size does not depend on the number of rows.
std::string comparison_svg(const Comparison& comparison, const NamedResult& result, const NamedResult& reference,
                           std::size_t most_signals);

}  // namespace saltus::cli
