#pragma once
// tables.hpp: the tables of docs/explanation/strategies.md, from fresh runs.

#include <saltus/simulate/options.hpp>

#include <string>
#include <utility>
#include <vector>

namespace saltus::strategies {

/// Name and Markdown text of each table.
std::vector<std::pair<std::string, std::string>> tables();

}  // namespace saltus::strategies
