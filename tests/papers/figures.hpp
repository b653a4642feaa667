#pragma once
// figures.hpp: the pictures of docs/explanation/papers and docs/tutorials, by path below docs/.

#include <string>
#include <utility>
#include <vector>

namespace saltus::papers {

using Pictures = std::vector<std::pair<std::string, std::string>>;  ///< path and SVG text

Pictures paper_figures();      ///< need SUNDIALS
Pictures paper_figures_own();  ///< do not
Pictures tutorial_figures();

}  // namespace saltus::papers
