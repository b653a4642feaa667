#pragma once
// strategy.hpp: how the first change of a surface within a step is looked for. One interface, four answers:
//
//   certified          isolate.cpp            proves where there is none; the one to use
//   sign change        sign_change.cpp        signs at the ends of the step (DASRT, SUNDIALS)
//   derivative sign    derivative_sign.cpp    signs of g and of its rate at the ends (Carver; Mao & Petzold)
//   polynomial bounds  polynomial_bounds.cpp  bounds of a polynomial through values of g (Park & Barton)
//
// The last three miss events and say nothing about it. They are here for comparison: docs/explanation/strategies.md.
// Semantics: docs/reference/event-semantics.md, sections 3 and 7.

#include <saltus/core/result.hpp>
#include <saltus/events/surfaces.hpp>
#include <saltus/model/catalogue.hpp>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace saltus::events {

/// The sign of a surface changes in (theta_left, theta_right]: at theta_left it still has the old one.
struct Flip {
  model::SurfaceId surface;
  double           theta_left, theta_right;
  model::Sign      before, after;
};

/// A surface gives NaN or infinity at theta.
struct SurfaceNotFinite {
  model::SurfaceId surface;
  double           theta;
  double           theta_finite = 0;  ///< the last place, before it, where it is finite
};

/// Came to zero, or closer than the error of the solution, and turned back.
struct NearContact {
  enum class Kind { touch, near_miss, undecidable_pair } kind;
  model::SurfaceId surface;
  double           t, depth;
};

class Strategy {
 public:
  virtual ~Strategy() = default;

  /// The step in which the next questions live. `error` bounds the error of the solution per component.
  virtual void begin(const integrate::DenseOutput& step, std::span<const double> error,
                     std::span<const char> three_domains) = 0;

  /// Those of the searched surfaces that have to be asked about; all of them, unless a strategy knows better.
  virtual void sift(std::span<const model::SurfaceId> searched, std::span<const model::Sign> /*signs*/,
                    std::span<const char> /*fresh*/, std::vector<model::SurfaceId>& suspects) {
    suspects.assign(searched.begin(), searched.end());
  }

  /// First change of the sign of s in (from, to], given the sign that holds from `from` on. A `fresh` surface left zero at
  /// the last event by its rate: until it has departed, the polynomial may stray to the other side by its own error.
  virtual Result<std::optional<Flip>, SurfaceNotFinite> next_flip(model::SurfaceId s, model::Sign sign, double from,
                                                                  double to, bool fresh = false) = 0;

  /// Whether s is on its side, beyond noise, at the end of the step.
  virtual bool has_departed(model::SurfaceId s, model::Sign sign) = 0;
  /// After a flip: does the surface come back within the step with a depth below the error? Then nobody can know.
  virtual void judge_pair(const Flip& flip) = 0;

  virtual std::vector<NearContact>& contacts() = 0;
};

std::unique_ptr<Strategy> make_certified(Surfaces& surfaces);
std::unique_ptr<Strategy> make_sign_change(Surfaces& surfaces);
std::unique_ptr<Strategy> make_derivative_sign(Surfaces& surfaces);
std::unique_ptr<Strategy> make_polynomial_bounds(Surfaces& surfaces);

}  // namespace saltus::events
