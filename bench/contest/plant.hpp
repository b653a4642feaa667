#pragma once
// plant.hpp: a gallery problem for a peer: first with Saltus' settling at every root, then from the script of that run.

#include "script.hpp"
#include "solver.hpp"

#include <saltus/events/schedule.hpp>
#include <saltus/events/settle.hpp>

#include <optional>

namespace saltus::bench {

/// `record` settles whatever the solver reports and writes the script; `replay` performs the same transitions without
/// deciding anything. A replay costs the peer what its user's own event handler would cost.
class GalleryPlant final : public Plant {
 public:
  enum class Next { go_on, restart, end, lost };

  GalleryPlant(const problems::Problem& problem, double tolerance);

  model::Equations& equations() override { return *equations_; }
  std::size_t       roots() const override { return pending_.size(); }
  void              g(double t, const double* x, const double* dx, double* values) override;

  /// Initialisation. False with `trouble` when there are no consistent values.
  bool           record();
  void           replay();
  const Opening& opening() const { return opening_; }
  double         t_end() const { return problem_.t_end; }
  double         next_stop() const;  ///< the next known time at which something is due, or the end

  /// The solver has arrived at t, with `directions` of its roots (none at a known time). Changes x and dx.
  Next arrived(double t, double h, std::span<double> x, std::span<double> dx, std::span<const int> directions);

  std::span<const double>    q() const { return replaying_ ? q_ : state_.q; }
  const std::vector<double>& event_times() const { return event_times_; }
  long                       evaluations() const { return evaluations_; }  ///< of transitions, since record or replay
  const std::string&         trouble() const { return trouble_; }

 private:
  /// Most switching functions are weight x_i + constant, and a user's C would say so; the others are interpreted.
  struct Threshold {
    std::ptrdiff_t i      = -1;  ///< -1: not of this kind
    double         weight = 0, constant = 0;
  };
  double interpret(const model::Surface& s, double t, const double* x, const double* dx);

  struct Line {
    bool       silent    = false;  ///< a root, and nothing comes of it
    double     next_stop = 0;
    Transition transition{};
  };
  Next decide(double t, double h, std::span<double> x, std::span<double> dx, std::span<const int> directions, Line& line);
  bool take_roots(std::span<const int> directions);
  bool take_due(double t);
  bool take_end();
  bool conditions_change();
  Next follow(const Line& line, std::span<double> x, std::span<double> dx);
  void enter(const model::Mode& mode, std::span<const double> q);
  void update_noise(double h);

  const problems::Problem&      problem_;
  std::unique_ptr<model::Model> model_;
  Witness::Notes                notes_;
  Witness                       witness_{*model_, notes_};
  double                        tolerance_;
  std::vector<double>           scale_;
  events::Surfaces              surfaces_;
  events::Settling              settling_{witness_, surfaces_, scale_, 100};
  events::Schedule              schedule_;
  events::HybridState           state_;
  events::Happenings            happenings_;
  Stage                         stage_;
  model::Equations*             equations_ = nullptr;
  std::vector<model::SurfaceId> pending_;
  std::vector<Threshold>        thresholds_;  ///< one per pending surface
  std::vector<double>           registers_;
  std::vector<int>              ticking_;
  std::vector<model::Sign>      signs_, before_;
  std::vector<model::SurfaceId> changed_;
  std::vector<double>           q_before_, dx_before_;
  bool                          zero_domain_ = false;

  Opening             opening_;
  double              first_stop_ = 0;
  std::vector<Line>   script_;
  std::size_t         line_      = 0;
  bool                replaying_ = false;
  std::vector<double> q_;
  std::vector<double> event_times_;
  long                evaluations_ = 0;
  std::string         trouble_;
};

}  // namespace saltus::bench
