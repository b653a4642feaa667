#pragma once
// snapshots.hpp: tables and pictures of the documents against those of a fresh run. SALTUS_UPDATE_SNAPSHOTS=1 writes them
// anew; read the difference: what the page says about them may have become untrue.

#include <gtest/gtest.h>

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace saltus::snapshots {

inline bool updating() {
  const char* update = std::getenv("SALTUS_UPDATE_SNAPSHOTS");
  return update != nullptr && std::string(update) == "1";
}

inline std::string contents(const std::filesystem::path& file) {
  std::ostringstream read;
  read << std::ifstream(file).rdbuf();
  return read.str();
}

/// Each table, by name and Markdown text, must stand in the page between <!-- table NAME --> and <!-- end of table -->.
inline void expect_tables(const std::filesystem::path&                            file,
                          const std::vector<std::pair<std::string, std::string>>& tables) {
  std::string page = contents(file);
  ASSERT_FALSE(page.empty()) << file;
  for (const auto& [name, text] : tables) {
    const std::string begin = "<!-- table " + name + " -->\n", end = "<!-- end of table -->";
    const auto        from = page.find(begin);
    ASSERT_NE(from, std::string::npos) << file << ": no line " << begin;
    const auto first = from + begin.size(), last = page.find(end, first);
    ASSERT_NE(last, std::string::npos) << file << ": no " << end << " after " << begin;
    const std::string now = "\n" + text + "\n";
    if (updating()) page.replace(first, last - first, now);
    EXPECT_EQ(page.substr(first, page.find(end, first) - first), now) << name;
  }
  if (updating()) std::ofstream(file) << page;
}

/// The same text, but numbers may differ by `slack`: the last digit of a coordinate is no result.
inline bool alike(const std::string& a, const std::string& b, double slack) {
  const char *p = a.c_str(), *q = b.c_str();
  while (*p != 0 && *q != 0) {
    if (std::isdigit(static_cast<unsigned char>(*p)) && std::isdigit(static_cast<unsigned char>(*q))) {
      char *     p_end = nullptr, *q_end = nullptr;
      const bool near = std::abs(std::strtod(p, &p_end) - std::strtod(q, &q_end)) <= slack;
      if (!near) return false;
      p = p_end;
      q = q_end;
    } else if (*p++ != *q++) {
      return false;
    }
  }
  return *p == *q;
}

inline void expect_picture(const std::filesystem::path& file, const std::string& svg) {
  if (updating()) std::ofstream(file) << svg;
  EXPECT_TRUE(alike(contents(file), svg, 0.25)) << file << " is not what a fresh run draws";
}

}  // namespace saltus::snapshots
