#pragma once
// tally.hpp: one run of a problem with one strategy, compared with what is known exactly.

#include <saltus/problems/problem.hpp>
#include <saltus/simulate/simulation.hpp>

#include <string>

namespace saltus::strategies {

inline constexpr double tolerance = 1e-5;  ///< that of the papers

/// Of the events of the reference, strictly before the end: how many were found, and what else was.
struct Tally {
  long found = 0, missed = 0, invented = 0;
  bool ended = true;  ///< as the reference says that the run should end
};

/// An event counts as found when its time is as good as the gallery's tests demand at this tolerance.
Tally tally(const problems::Problem& p, const Run& run);

Run solve(const problems::Problem& p, DetectionChoice detection, SurfaceControl control,
          MethodChoice method = MethodChoice::automatic);
Run solve(const std::string& id, DetectionChoice detection, SurfaceControl control = SurfaceControl::none,
          MethodChoice method = MethodChoice::automatic);

const problems::Problem& problem(const std::string& id);

inline long evaluations(const Statistics& s) { return s.rhs + s.residuals; }
/// Values and enclosures of g.
inline long looks(const Statistics& s) { return s.surface_evaluations + s.enclosures; }

}  // namespace saltus::strategies
