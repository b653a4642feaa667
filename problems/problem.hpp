#pragma once
// problem.hpp: the gallery: named systems with what is known exactly about their solutions.
//
// Tests, benchmarks and documentation share these. Each model is in a header of its own family and reads as a user
// would write it; this header is about what to expect of a run.

#include <saltus/model/model.hpp>
#include <saltus/simulate/options.hpp>
#include <saltus/simulate/outcome.hpp>

#include <concepts>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace saltus::problems {

/// What is known exactly. Errors of a run at tolerance `tol` are expected to stay within a modest factor of
/// condition * time_scale * tol for event times and condition * (1 + |value|) * tol for final values.
struct Reference {
  std::vector<double> event_times = {};  ///< after t_start and before t_end, in the order of the run; an instant counts once
  std::vector<std::pair<std::string, double>> final = {};  ///< name and value at t_end, discrete variables included
  double                                      time_scale   = 1;      ///< natural time scale
  double                                      condition    = 1;      ///< how much the problem amplifies errors
  bool                                        event_at_end = false;  ///< an event may be reported exactly at t_end
  bool                                        events_known = true;
  bool                                        final_known  = true;
  double                                      pair_depth =
      std::numeric_limits<double>::infinity();  ///< of the shallowest pair of crossings: runs with larger errors cannot decide it
  Outcome::Reason ends = Outcome::Reason::reached_end;  ///< how the run should end
};

/// A constant of a model that can be given another value.
struct Parameter {
  std::string name;
  double      value;  ///< unless another is given: what Problem::reference is about
  std::string description;
};

/// Makes the model, as it stands or with other values of its parameters.
class Maker {
 public:
  using WithValues = std::function<std::unique_ptr<model::Model>(std::span<const double> values)>;

  Maker() = default;
  Maker(std::vector<Parameter> parameters, WithValues make)
      : parameters_(std::move(parameters)), make_(std::move(make)) {}
  template <std::invocable Make>
  requires(!std::same_as<std::remove_cvref_t<Make>, Maker>) Maker(Make make)  // no parameters
      : make_([make = std::move(make)](std::span<const double>) { return make(); }) {}

  const std::vector<Parameter>& parameters() const { return parameters_; }

  /// One value per parameter, in their order.
  std::unique_ptr<model::Model> operator()(std::span<const double> values) const { return make_(values); }
  std::unique_ptr<model::Model> operator()() const {
    std::vector<double> values;
    for (const auto& p : parameters_) values.push_back(p.value);
    return make_(values);
  }

 private:
  std::vector<Parameter> parameters_;
  WithValues             make_;
};

struct Problem {
  std::string id;       ///< "bouncing_ball"
  std::string case_id;  ///< a key of references.json ("ball"), or the case it belongs to ("S-06", "R-23")
  std::string title;
  std::string source;
  Maker       make;
  Start       start;
  double      t_start    = 0;
  double      t_end      = 1;
  Reference   reference  = {};
  bool        implicit   = false;
  bool        later      = false;  ///< the answer needs Zeno or sliding handling
  bool        reversible = false;  ///< also meaningful from t_end back to t_start: no resets, no memory, nothing sticks
};

const std::vector<Problem>& gallery();
const Problem*              find(std::string_view id);  ///< null when there is none

}  // namespace saltus::problems
