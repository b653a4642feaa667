#pragma once
// number_text.hpp: the shortest text of a number that reads back to the same bits.

#include <cstddef>

namespace saltus::results {

inline constexpr std::size_t longest_number  = 24;  ///< -1.7976931348623157e+308
inline constexpr std::size_t room_for_number = 48;  ///< the writer is faster when it may write beyond the end

/// Writes the text to `to`, where there is room_for_number, and returns its end. As few digits as tell the
/// number from its neighbours and, among those, the closest; plain from 0.0001 on and up to five zeros beyond the digits,
/// with an exponent of two digits at least elsewhere (1e-05, 1.5e+22); nan, inf and -inf.
char* write_number(char* to, double value);

}  // namespace saltus::results
