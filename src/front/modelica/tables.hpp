#pragma once
// tables.hpp: interpolation in tables of one and two arguments and of time.
//
// Problem    y(u) from rows (u_i, y_i) with u_i ascending; between rows lines, steps or cubic polynomials; beyond them
//            held, continued, repeated, or refused.
// Method     Hermite cubics with the slopes of Akima, of its modification, of Fritsch and Butland, or of Steffen.
// Reference  Akima, J. ACM 17 (1970) 589-602; Fritsch & Butland, SIAM J. Sci. Stat. Comput. 5 (1984) 300-304;
//            Steffen, Astron. Astrophys. 239 (1990) 443-450.
// Invariant  a row that repeats the u of the row before is a jump: at u itself the later row counts.
// Cost       a binary search per value.

#include <saltus/front/modelica/values.hpp>

#include <optional>
#include <vector>

namespace saltus::modelica {

enum class Smoothness { lines = 1, akima, steps, fritsch_butland, steffen, modified_akima };
enum class Extrapolation { hold = 1, last_two_points, periodic, refuse };

/// One column over one abscissa.
struct Curve {
  std::vector<double> u, y, slope;  ///< slopes of cubics; empty: lines or steps
  Smoothness          smoothness    = Smoothness::lines;
  Extrapolation       extrapolation = Extrapolation::last_two_points;

  /// Value and first two derivatives.
  struct Jet {
    double y, dy, ddy;
  };
  /// `before`: at a jump the earlier row counts. None: outside of the table and extrapolation is refused.
  std::optional<Jet> at(double at, bool before = false) const;
};
Curve make_curve(std::vector<double> u, std::vector<double> y, Smoothness smoothness, Extrapolation extrapolation);

/// A table of one argument with several columns.
struct Table1D : Object {
  std::vector<Curve> columns;
};

/// A table of time. Before `start` it is zero; `shift` moves its origin.
struct TimeTable : Table1D {
  double start = 0, shift = 0;
  int    time_events = 1;  ///< 1 at every row, 2 where values jump, 3 never

  /// The next instant after t at which an event is due; infinity: none.
  double                    next_event(double t) const;
  std::optional<Curve::Jet> at(std::size_t column, double t, double next, double pre_next) const;
};

/// A table of two arguments: lines or steps in both.
struct Table2D : Object {
  std::vector<double> u1, u2, y;  ///< y[i * u2.size() + j]
  Smoothness          smoothness    = Smoothness::lines;
  Extrapolation       extrapolation = Extrapolation::last_two_points;

  struct Jet {
    double y, d1, d2;
  };
  std::optional<Jet> at(double x1, double x2) const;
};

}  // namespace saltus::modelica
