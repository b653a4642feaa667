#pragma once
// isolate.hpp: which surface changes its sign first within a step.
// Semantics: docs/reference/event-semantics.md, sections 3 and 7.

#include <saltus/core/result.hpp>
#include <saltus/events/surfaces.hpp>
#include <saltus/model/catalogue.hpp>

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

class Isolation {
 public:
  explicit Isolation(Surfaces& surfaces) : surfaces_(surfaces) {}

  /// The step in which the next questions live. `error` bounds the error of the solution per component.
  void begin(const integrate::DenseOutput& step, std::span<const double> error, std::span<const char> three_domains);

  /// First change of the sign of s in (from, to], given the sign that holds from `from` on. A `fresh` surface left zero at
  /// the last event by its rate: until it has departed, the polynomial may stray to the other side by its own error.
  Result<std::optional<Flip>, SurfaceNotFinite> next_flip(model::SurfaceId s, model::Sign sign, double from, double to,
                                                          bool fresh = false);

  /// Whether s is on its side, beyond noise, at the end of the step.
  bool has_departed(model::SurfaceId s, model::Sign sign) {
    return sign * surfaces_.value(s, 1) > noise_factor * surfaces_.noise(s, 1);
  }
  /// After a flip: does the surface come back within the step with a depth below the error? Then nobody can know.
  void judge_pair(const Flip& flip);

  std::vector<NearContact>& contacts() { return contacts_; }
  /// Smallest distance in theta that means anything.
  double resolution() const { return resolution_; }

 private:
  enum class Verdict { excluded, crossed, too_wide };
  struct Judged {
    Verdict verdict;
    double  ya = 0, yb = 0;
  };
  Judged judge(model::SurfaceId s, int side, double a, double b, bool first_look);
  enum class Quick { nothing, flip, unclear };
  Quick quick_look(model::SurfaceId s, model::Sign sign, double from, double to, bool fresh, Flip& flip);
  bool  close_in(model::SurfaceId s, model::Sign sign, double theta, double low, double high, Flip& flip);
  Result<std::optional<Flip>, SurfaceNotFinite> leave_zero(model::SurfaceId s, double from, double to);
  Result<std::optional<Flip>, SurfaceNotFinite> located(model::SurfaceId s, model::Sign sign, double a, double b,
                                                        double ya, double yb);
  void note(NearContact::Kind kind, model::SurfaceId s, double theta, double depth, double piece_begin, double piece_end);
  SurfaceNotFinite wall(model::SurfaceId s, double a, double beyond);
  bool             goes_on(const Flip& flip, double ahead);
  double           return_from_error(const Flip& flip, double to);
  void             drop_contact_before(model::SurfaceId s, double theta);
  void             note_minimum(model::SurfaceId s, int side, double a, double b, double lowest);
  double           error_of(model::SurfaceId s, double theta);

  Surfaces&                surfaces_;
  Bernstein                polynomial_;
  integrate::DenseOutput   step_;
  std::span<const double>  error_;
  std::span<const char>    three_domains_;
  double                   resolution_ = 0;
  std::vector<NearContact> contacts_;
  double                   last_contact_end_ = -1;
  double                   from_             = 0;
  bool departed_ = true;  ///< the surface in question is known to have been away from zero since from_
};

}  // namespace saltus::events
