#pragma once
// isolate.hpp: which surface changes its sign first within a step: the certified strategy.

#include <saltus/events/strategy.hpp>

namespace saltus::events {

class Isolation final : public Strategy {
 public:
  explicit Isolation(Surfaces& surfaces) : surfaces_(surfaces) {}

  void begin(const integrate::DenseOutput& step, std::span<const double> error,
             std::span<const char> three_domains) override;

  void sift(std::span<const model::SurfaceId> searched, std::span<const model::Sign> signs, std::span<const char> fresh,
            std::vector<model::SurfaceId>& suspects) override {
    surfaces_.sift(searched, signs, fresh, error_, suspects);
  }

  Result<std::optional<Flip>, SurfaceNotFinite> next_flip(model::SurfaceId s, model::Sign sign, double from, double to,
                                                          bool fresh = false) override;

  bool has_departed(model::SurfaceId s, model::Sign sign) override {
    return sign * surfaces_.value(s, 1) > noise_factor * surfaces_.noise(s, 1);
  }
  void judge_pair(const Flip& flip) override;

  std::vector<NearContact>& contacts() override { return contacts_; }
  /// Smallest distance in theta that means anything.
  double resolution() const { return resolution_; }

 private:
  enum class Verdict { excluded, crossed, too_wide };
  struct Judged {
    Verdict verdict;
    double  ya = 0, yb = 0;
  };
  Judged judge(model::SurfaceId s, int side, double a, double b, bool first_look);
  enum class Quick { nothing, flip, too_wide, minimum, returns, creeps, unclear };
  Quick  quick_look(model::SurfaceId s, model::Sign sign, double from, double to, bool at_zero, Flip& flip);
  double growth(model::SurfaceId s) const;
  double until_turn(model::Sign sign) const;
  double until_seen(model::SurfaceId s, model::Sign sign, double from) const;
  double piece_about_minimum(model::Sign sign, bool& alone);
  /// A minimum close to zero: down to `low`, flat up to `high`, and up again until `end`.
  struct Valley {
    double low = -1, high = -1, end = -1;
  };
  Valley valley_in(model::SurfaceId s, model::Sign sign, double a, double b, double end);
  bool   falls_at_the_end(model::Sign sign) const;
  bool   comes_close(model::SurfaceId s, model::Sign sign, bool in_doubt);
  bool   leaves_zero(model::SurfaceId s, model::Sign sign, double from, double width);
  bool   close_in(model::SurfaceId s, model::Sign sign, double theta, double low, double high, Flip& flip);
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
