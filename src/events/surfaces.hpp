#pragma once
// surfaces.hpp: what can be said of a surface g: at a point, and over a piece of a step.
//
// At a point: its value with the rounding noise that the value carries, and its rate along the flow.
// Over a piece [a, b] of a step (theta in [0, 1]): an enclosure of its range and of its derivative. Affine surfaces
// have a polynomial of their own; others are enclosed by univariate Taylor models of the step's polynomial, which are kept
// while the questions are about parts of their piece and their remainder is not what decides. For black boxes the enclosure is numerical: an adaptive Chebyshev
// interpolant whose error is estimated, not proven (Options and statistics say so).

#include <saltus/enclose/interval.hpp>
#include <saltus/events/affine.hpp>
#include <saltus/events/bernstein.hpp>
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

/// A surface that comes closer to zero than this many times the error of the solution, and turns back, is a graze. The
/// error of a run is rarely more than ten tolerances; whoever wants to be sure asks for a tighter tolerance.
inline constexpr double graze_factor = 10;
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
  void of(const model::Catalogue& catalogue);
  /// ... and those with theta about this step.
  /// `x_noise` is what the state carries from before the step: a short step does not make it smaller.
  void look_at(const integrate::DenseOutput& step, std::span<const double> q, std::span<const double> x_noise);

  /// Value with its noise; rate and its noise only `with_rate` or when the value is within its noise.
  PointValue at_point(model::SurfaceId s, const FlowPoint& point, bool with_rate);

  /// Takes the signs of the surfaces that are beyond their noise at the point; the others are left in `unclear`. A quick
  /// look that may leave more there than it must.
  void take_clear_signs(std::span<const model::SurfaceId> pending, const FlowPoint& point, std::span<model::Sign> signs,
                        std::span<char> fresh, std::vector<model::SurfaceId>& unclear);

  /// Those of the given surfaces that may change or graze in the step, by the crudest bounds. All others keep the sign
  /// that they have at its beginning, whatever errors up to graze_factor * `margin` (per component) the solution has.
  void sift(std::span<const model::SurfaceId> searched, std::span<const model::Sign> signs, std::span<const char> fresh,
            std::span<const double> margin, std::vector<model::SurfaceId>& suspects);

  double value(model::SurfaceId s, double theta);
  /// dg/dtheta.
  double slope(model::SurfaceId s, double theta);
  /// Rounding noise of value(): a sign below it means nothing.
  double noise(model::SurfaceId s, double theta);
  /// sum_i |dg/dx_i| e_i at theta: how far an error e of the solution moves g.
  double sensitivity(model::SurfaceId s, double theta, std::span<const double> e);

  /// g over [a, b] as a polynomial, with its remainder as tolerance; false for black boxes.
  bool polynomial(model::SurfaceId s, double a, double b, Bernstein& p);
  /// Whether that polynomial is g itself, so that its derivative is that of g.
  bool has_polynomial(model::SurfaceId s) { return is_affine(s); }
  /// Upper bound of |d2g/dtheta2| on [0, 2] for such a g.
  double bend(model::SurfaceId s);
  /// Range over [a, b]; `sharp` costs a little more and is tighter.
  enclose::Interval range(model::SurfaceId s, double a, double b, bool sharp);
  /// Range of (b - a)/2 dg/dtheta over [a, b]: how much g can change per half of the piece.
  enclose::Interval change(model::SurfaceId s, double a, double b);

  /// How far along a step to look at once, in units of time, from what the last looks were worth. No limit for
  /// polynomials, which are what they are on any piece.
  double& stride(model::SurfaceId s);
  /// Whether the last step left the surface falling and within the error of zero.
  char& approach(model::SurfaceId s);

  const SurfaceCounters& counters() const { return counters_; }
  /// As after a fresh start: nothing counted, nothing learnt.
  void forget() {
    counters_ = {};
    strides_.clear();
    approaches_.clear();
    vain_looks_.clear();
  }

 private:
  struct Work;
  template <int D>
  struct Kept;
  struct Chebyshev;
  template <class Answer>
  auto with_degree(Answer&& answer) const;
  bool is_affine(model::SurfaceId s) {
    if (static_cast<std::size_t>(s) >= affine_.size()) affine_.follow(*catalogue_);
    return affine_.has(s);
  }
  void turn_to(model::SurfaceId s);
  template <int D>
  const Kept<D>& model_of(model::SurfaceId s, double a, double b);
  template <int D>
  enclose::Interval range_of(model::SurfaceId s, double a, double b, bool sharp);
  template <int D>
  enclose::Interval change_of(model::SurfaceId s, double a, double b);
  char&             vain_looks(model::SurfaceId s);
  double            spread(std::size_t i) const;
  void              bound_components();
  void              bound_component(std::size_t i, double& low, double& high) const;
  bool              clear_of_zero(model::SurfaceId s, model::Sign sign);
  double            black_box_value(const model::Surface& g, double theta);
  Chebyshev         chebyshev(const model::Surface& g, double a, double b);

  const model::Catalogue* catalogue_ = nullptr;
  AffineTable             affine_;
  integrate::DenseOutput  step_;
  std::span<const double> q_, x_noise_, margin_;
  SurfaceCounters         counters_;
  std::vector<double>     strides_;     ///< by surface
  std::vector<char>       approaches_;  ///< by surface
  std::vector<char>       vain_looks_;  ///< by surface: steps for which crude bounds are not worth it

  /// The surface that the last question along the step was about. Questions come in rows about one surface.
  model::SurfaceId current_ = -1;
  /// What is known of an affine surface along the step.
  struct Polynomial {
    long                                              step   = -1;  ///< in which it was worked out
    int                                               degree = 1;
    std::array<double, Bernstein::largest_degree + 1> c{};
    double                                            rounding = 0;  ///< of the polynomial on [0, 1]
    double                                            noise    = 0;  ///< of its values
  };
  long                    step_number_ = 0;
  std::vector<Polynomial> polynomials_;           ///< by surface
  const Polynomial*       polynomial_ = nullptr;  ///< of the current surface, if it is affine
  std::unique_ptr<Work>   work_;
};

}  // namespace saltus::events
