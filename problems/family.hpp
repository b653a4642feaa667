#pragma once
// family.hpp: which problems of the gallery belong together.

#include <saltus/problems/problem.hpp>

#include <span>
#include <string>
#include <vector>

namespace saltus::problems {

struct Family {
  std::string              title;
  std::span<const Problem> problems;
};

/// In the order of the gallery; every problem is in one of them.
const std::vector<Family>& families();

}  // namespace saltus::problems
