#pragma once
// surfaces.hpp: what can be said of a surface g: at a point, and over a piece of a step.
//
// At a point: its value with the rounding noise that the value carries, and its rate along the flow.
// Over a piece [a, b] of a step (theta in [0, 1]): an enclosure of its range and of its derivative, from univariate
// Taylor models of the step's polynomial. For black boxes the enclosure is numerical: an adaptive Chebyshev
// interpolant whose error is estimated, not proven (Options and statistics say so).

#include <saltus/enclose/interval.hpp>
#include <saltus/integrate/dense_output.hpp>
#include <saltus/model/catalogue.hpp>

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace saltus::events {

/// A point on the trajectory with the first derivatives of everything that a surface can depend on.
struct FlowPoint {
  double                  t = 0;
  std::span<const double> x;    ///< all components
  std::span<const double> dx;   ///< their derivatives (for algebraic ones: solved from the differentiated equations)
  std::span<const double> ddx;  ///< second derivatives; only for surfaces of x'
  std::span<const double> q;
  std::span<const double> x_noise;             ///< absolute, per component: the rounding of the sums that x came from
  double                  relative_noise = 0;  ///< of dx and ddx, beyond rounding (they come from Newton iterations)
};

struct PointValue {
  double value = 0, noise = 0;
  double rate = 0, rate_noise = 0;
};

/// A state is known to a few units in the last place of the sums that it came from, at best.
inline constexpr double representation = 0x1p-51;
/// Values within this many times their rounding bound are taken for zero.
inline constexpr double noise_factor = 4;

struct SurfaceCounters {
  long evaluations = 0, enclosures = 0;
};

class Surfaces {
 public:
  Surfaces();
  ~Surfaces();
  Surfaces(const Surfaces&);
  Surfaces& operator=(const Surfaces&);

  /// All following questions are about this model ...
  void of(const model::Catalogue& catalogue) { catalogue_ = &catalogue; }
  /// ... and those with theta about this step.
  /// `x_noise` is what the state carries from before the step: a short step does not make it smaller.
  void look_at(const integrate::DenseOutput& step, std::span<const double> q, std::span<const double> x_noise);

  PointValue at_point(model::SurfaceId s, const FlowPoint& point);

  double value(model::SurfaceId s, double theta);
  /// dg/dtheta.
  double slope(model::SurfaceId s, double theta);
  /// Rounding noise of value(): a sign below it means nothing.
  double noise(model::SurfaceId s, double theta);
  /// sum_i |dg/dx_i| e_i at theta: how far an error e of the solution moves g.
  double sensitivity(model::SurfaceId s, double theta, std::span<const double> e);

  /// Range over [a, b]; `sharp` costs a little more and is tighter.
  enclose::Interval range(model::SurfaceId s, double a, double b, bool sharp);
  /// Range of dg/dtheta times (b - a) over [a, b]: how much g can change per piece.
  enclose::Interval change(model::SurfaceId s, double a, double b);

  const SurfaceCounters& counters() const { return counters_; }
  void                   reset_counters() { counters_ = {}; }

 private:
  struct Work;
  template <int D>
  enclose::Interval range_of(const model::Surface& g, double a, double b, bool sharp);
  template <int D>
  enclose::Interval change_of(const model::Surface& g, double a, double b);
  double            affine_polynomial(const model::AffineForm& g, std::span<double> c) const;
  double            black_box_value(const model::Surface& g, double theta);
  struct Chebyshev;
  Chebyshev chebyshev(const model::Surface& g, double a, double b);

  const model::Catalogue* catalogue_ = nullptr;
  integrate::DenseOutput  step_;
  std::span<const double> q_, x_noise_;
  SurfaceCounters         counters_;
  std::unique_ptr<Work>   work_;
};

}  // namespace saltus::events
