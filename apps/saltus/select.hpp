#pragma once
// select.hpp: which variables a pattern names.
//
//   *  any text        ?  one character        [a-c]  [!0]  one character of a set, or not of it
//   a.b[2].k           brackets also stand for themselves, so a name is always a pattern for itself: x[12] names
//                      x[12], x1 and x2; T[*] all elements; T[[0-3]] the first four
//   h,v                several patterns; a comma within brackets is a part of the name

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace saltus::cli {

bool matches(std::string_view pattern, std::string_view name);

/// The patterns of a list.
std::vector<std::string> split_list(std::string_view list);

/// Indices of the names that some pattern of the lists matches, in the order of the names; all of them when there is no
/// list. InputError with the nearest names for all patterns that match nothing.
std::vector<std::size_t> select(const std::vector<std::string>& lists, const std::vector<std::string>& names);

}  // namespace saltus::cli
