#pragma once
// plot.hpp: a sketch as text: one strip for each variable above a common axis of time, the events marked below.

#include "console.hpp"
#include "screen.hpp"
#include "sketch.hpp"

#include <saltus/results/document.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace saltus::cli {

/// Which variables are worth sketching, of those selected: few enough to draw, and discrete ones among them.
std::vector<Sketch::Variable> plot_candidates(const std::vector<results::Column>& columns,
                                              std::span<const std::size_t>        selected);
/// How many bins a plot on this screen can make use of.
std::size_t plot_bins(const Screen& screen);

struct PlotRequest {
  std::vector<std::string> names       = {};     ///< of all variables, by their index in the trajectory
  std::vector<double>      event_times = {};     ///< in order
  std::size_t              selected    = 0;      ///< how many variables could have been drawn
  bool                     asked       = false;  ///< they were chosen by name: draw those that are constant, too
};

/// Starts with an empty line; nothing for a run that never began.
std::string plot(const Sketch& sketch, const PlotRequest& request, const Screen& screen, const Style& style);

}  // namespace saltus::cli
