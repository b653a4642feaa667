#pragma once
// options.hpp: what a run can be told. Every field has a default that is right for most models.

#include <saltus/integrate/linear_solver_choice.hpp>

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace saltus {

enum class MethodChoice {
  automatic,  ///< by form, tolerance and stiffness, mode by mode; Statistics::choice says what and why
  tsit5,      ///< explicit Runge-Kutta 5(4)
  dop853,     ///< explicit Runge-Kutta 8(5,3)
  radau,      ///< Radau IIA of order 5, 9, 13, for stiff and for implicit models
  bdf,        ///< BDF of order 1 to 5 by SUNDIALS, for stiff and for implicit models
  adams,      ///< Adams-Moulton of order 1 to 7 by SUNDIALS, for smooth equations that are not stiff
};
std::string_view to_text(MethodChoice method);

/// How events are looked for. Only the first is a promise; the others miss events without a word, and are here for
/// comparison with what they are in the literature (docs/explanation/strategies.md).
enum class DetectionChoice {
  certified,          ///< every step is proven free of a change, or the first one is found
  sign_change,        ///< signs at the ends of steps, as in DASRT and SUNDIALS
  derivative_sign,    ///< signs of g and of its rate at the ends, and the extremum between, as Carver and Mao & Petzold
  polynomial_bounds,  ///< bounds of a polynomial for g, as Park & Barton
};
std::string_view to_text(DetectionChoice detection);

/// Whether the surfaces g take part in the error control of the steps, each as a variable z of its own; detection then
/// looks at the polynomial of z. A comparison, too: detection by certificate needs none of it.
enum class SurfaceControl {
  none,          ///< the steps do not know of g
  differential,  ///< z' = dg/dt
  algebraic,     ///< 0 = z - g, by radau: also an explicit model is integrated as an implicit one
  quadrature,    ///< z' = dg/dt after each step, outside of the system that the method solves
};
std::string_view to_text(SurfaceControl control);

/// How text models are evaluated; models in C++ are compiled. It changes no bit of a value (docs/decisions/0028).
enum class EvaluationChoice {
  code,  ///< machine code, made while the run goes on for the modes in which it pays
  tape,  ///< a list of instructions: the reference
};
std::string_view to_text(EvaluationChoice evaluation);

/// Which rows the trajectory gets. Events always get two rows, the left and the right limit.
enum class Output {
  steps,   ///< every step of the method
  grid,    ///< every `interval`, by dense output: the grid never changes the run
  events,  ///< start, events and end only
};

struct Options {
  double t_start = 0;
  double t_end   = 1;  ///< before t_start: time runs backward
  double rtol    = 1e-6;
  double atol    = 1e-6;  ///< for variables of size one; those of models that know nominal values count in these
  std::vector<double> atol_each = {};  ///< one per variable, for models whose variables stay the same; empty: by `atol`

  MethodChoice       method        = MethodChoice::automatic;
  LinearSolverChoice linear_solver = LinearSolverChoice::automatic;  ///< of implicit methods; explicit ones have none
  Output             output        = Output::steps;
  double             interval      = 0;      ///< for Output::grid
  bool               dense         = false;  ///< keep the polynomials: query the trajectory at any time
  bool               history = false;  ///< keep what each step was and what each mode means: Run::history(), modes()

  double largest_step        = std::numeric_limits<double>::infinity();
  double first_step          = 0;  ///< 0: chosen by the method
  long   most_steps          = 10'000'000;
  int    most_passes         = 100;   ///< of the event iteration at one instant
  int    most_events_at_once = 1000;  ///< consecutive events without measurable progress of time

  DetectionChoice detection       = DetectionChoice::certified;
  SurfaceControl  surface_control = SurfaceControl::none;

  EvaluationChoice evaluation = EvaluationChoice::code;
};

/// Where an implicit model starts. By default the differential variables are given and everything else is solved for.
struct Start {
  std::vector<double>      x        = {};  ///< values, given or first guess
  std::vector<double>      dx       = {};  ///< derivatives, given or first guess; empty: zeros
  std::vector<double>      discrete = {};  ///< discrete variables; empty: as the model's Memory says
  std::vector<std::string> fixed = {};  ///< what is given, e.g. {"h1", "der(h2)", "qov"}; empty: all differential variables
};

}  // namespace saltus
