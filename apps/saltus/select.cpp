#include "select.hpp"

#include <saltus/core/error.hpp>
#include <saltus/core/nearest_name.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

namespace saltus::cli {
namespace {

/// The end of the set that begins at pattern[p] == '[', or npos when none does. "]" right after "[" or "[!" belongs to it.
std::size_t set_end(std::string_view pattern, std::size_t p) {
  std::size_t first = p + 1;
  if (first < pattern.size() && pattern[first] == '!') ++first;
  return pattern.find(']', first + 1);
}

bool in_set(std::string_view set, char c) {  // without the brackets
  const bool negated = set.front() == '!';
  if (negated) set.remove_prefix(1);
  bool found = false;
  for (std::size_t i = 0; i < set.size(); ++i)
    if (i + 2 < set.size() && set[i + 1] == '-') {
      found = found || (set[i] <= c && c <= set[i + 2]);
      i += 2;
    } else {
      found = found || set[i] == c;
    }
  return found != negated;
}

/// Remembers what failed, so that the cost is at most pattern times name.
struct Matcher {
  std::string_view                              pattern, name;
  std::set<std::pair<std::size_t, std::size_t>> failed = {};

  bool from(std::size_t p, std::size_t n) {
    if (p == pattern.size()) return n == name.size();
    if (failed.contains({p, n})) return false;
    const char c     = pattern[p];
    bool       found = false;
    if (c == '*') found = from(p + 1, n) || (n < name.size() && from(p, n + 1));
    else if (n < name.size()) {
      if (c == '[')
        if (const std::size_t end = set_end(pattern, p); end != std::string_view::npos)
          found = in_set(pattern.substr(p + 1, end - p - 1), name[n]) && from(end + 1, n + 1);
      found = found || ((c == '?' || c == name[n]) && from(p + 1, n + 1));
    }
    if (!found) failed.emplace(p, n);
    return found;
  }
};

}  // namespace

bool matches(std::string_view pattern, std::string_view name) { return Matcher{pattern, name}.from(0, 0); }

std::vector<std::string> split_list(std::string_view list) {
  std::vector<std::string> parts(1);
  int                      depth = 0;
  for (const char c : list) {
    if (c == '[') ++depth;
    if (c == ']' && depth > 0) --depth;
    if (c == ',' && depth == 0) parts.emplace_back();
    else parts.back() += c;
  }
  return parts;
}

std::vector<std::size_t> select(const std::vector<std::string>& lists, const std::vector<std::string>& names) {
  std::vector<char>        chosen(names.size(), lists.empty() ? 1 : 0);
  std::vector<std::string> wrong;
  for (const auto& list : lists)
    for (const auto& pattern : split_list(list)) {
      bool any = false;
      for (std::size_t i = 0; i < names.size(); ++i)
        if (matches(pattern, names[i])) {
          any       = true;
          chosen[i] = 1;
        }
      if (!any)
        wrong.push_back(fmt::format("S0522: --select \"{}\" names no variable.{}", pattern, did_you_mean(pattern, names)));
    }
  if (!wrong.empty()) throw InputError(fmt::format("{}", fmt::join(wrong, "\n")));

  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (chosen[i] != 0) indices.push_back(i);
  return indices;
}

}  // namespace saltus::cli
