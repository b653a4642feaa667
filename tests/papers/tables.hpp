#pragma once
// tables.hpp: the tables of docs/explanation/papers: a paper's own figures beside those of a fresh run.

#include <string>
#include <utility>
#include <vector>

namespace saltus::papers {

using Tables = std::vector<std::pair<std::string, std::string>>;  ///< name and Markdown text

Tables carver();
Tables mao_petzold();
Tables thomsen();
Tables assimulo();

}  // namespace saltus::papers
