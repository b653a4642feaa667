#pragma once
// runs.hpp: runs of the papers' problems, and curves from them.

#include "plot.hpp"

#include <saltus/problems/problem.hpp>
#include <saltus/saltus.hpp>

#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace saltus::papers {

inline constexpr double tolerance = 1e-5;  ///< that of Carver and of Mao & Petzold

struct Setting {
  DetectionChoice detection    = DetectionChoice::certified;
  SurfaceControl  control      = SurfaceControl::none;
  MethodChoice    method       = MethodChoice::automatic;
  double          largest_step = std::numeric_limits<double>::infinity();
  double          tol          = tolerance;
};

/// A problem of the gallery, with its rows at steps and its polynomials.
Run solve(const std::string& id, const Setting& setting = {});

/// y' = f(t, y) of one variable as a solver sees it that knows nothing of switches: f hides them.
Run solve_hidden(std::function<double(double t, double y)> f, double y0, double t_start, double t_end,
                 const Setting& setting = {});

/// `points` equal parts of the run, with both limits at each event.
Curve curve(const Run& run, const std::string& variable, int points, Curve::Style style = Curve::Style::line);
/// The same for a function of time and side.
Curve curve(const Run& run, const std::string& name, const std::function<double(double, Side)>& value, int points,
            Curve::Style style = Curve::Style::line);
/// Length of each accepted step over its end.
Curve               step_sizes(const Run& run, const std::string& name);
std::vector<double> event_times(const Run& run);

}  // namespace saltus::papers
