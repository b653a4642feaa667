#pragma once
// model.hpp: the hybrid system as the engine knows it. Every front end produces this, and nothing here knows a front end.
//
//   lock   one integer per consultation met on the way through the equations, in order: the truth of an `if`, or the
//          index of the piece for floor and table look-up. Under a lock (and fixed discrete variables) the model is smooth.
//   mode   what a lock makes of the model: what was consulted, which surfaces are pending, what the `when`s wait for,
//          which Jacobian entries can be nonzero.

#include <saltus/model/catalogue.hpp>
#include <saltus/model/equations.hpp>

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace saltus::model {

/// One consultation. The lock value `value` stays valid as long as `condition` has truth `holds`.
struct Consultation {
  PropositionId condition;
  bool          holds;  ///< for an `if`: the value itself; for floor and tables: always true ("x is in this piece")
  int           value;
  bool          kink;  ///< inside abs, max, floor, ...: matters only where it reaches the equations
};

/// One `when`.
struct When {
  enum class Trigger : std::uint8_t {
    becomes_true,  ///< the condition's rising edge
    changes,       ///< either edge
    sample,        ///< at start + k period, k = 0, 1, ...: scheduled, never searched
    holds,         ///< in every pass in which it is true and the mode has come to rest: `pre(v) := v`
  };
  Trigger       trigger   = Trigger::becomes_true;
  PropositionId condition = -1;
  double        start     = 0;
  double        period    = std::numeric_limits<double>::infinity();
  bool          initial   = false;  ///< also fires at t0 if the condition holds there
  bool          terminal  = false;  ///< the run ends after it
  std::string   name;               ///< the user's, or the text of the condition

  bool operator==(const When&) const = default;
};

using Lock = std::vector<int>;

/// Who is concerned when a surface changes: a consultation or a `when` of the mode, by its position.
struct Use {
  int  position;
  bool by_when;
};

/// A discrete variable whose value is part of the lock, because the code branches on it without a relation.
struct Given {
  int    variable;  ///< index among the discrete variables
  double value;
  bool   logical;  ///< a bool: 0 or 1
};

struct Mode {
  int                       id = 0;  ///< in order of first appearance
  Lock                      lock;
  std::vector<Consultation> consultations;  ///< first those of the equations, then those of events()
  std::vector<Given>        given;
  std::vector<When>         whens;
  std::vector<SurfaceId>    surfaces;  ///< pending: every surface in a consultation or a `when`, once
  std::vector<SurfaceId>    searched;  ///< those of them that depend on the state: to be looked for in each step
  bool                      discrete_matters = true;  ///< some pending surface depends on discrete variables
  std::vector<SurfaceId>    timed;                    ///< those that are affine in time: to be scheduled
  std::vector<int>          samples;                  ///< positions of the `when`s that wait for a time
  std::vector<Use>          uses;        ///< of surface s: uses[uses_begin[s]] to uses[uses_begin[s + 1] - 1]
  std::vector<int>          uses_begin;  ///< for the surfaces that were known when the mode was met, and one more
  std::vector<Node>         equations;   ///< graph of each right-hand side or residual; empty for black boxes
  Pattern                   pattern;     ///< of this mode alone
  Pattern                   pattern_x, pattern_dx;  ///< implicit form: of F_x and of F_x' by themselves
  std::vector<char>         differential;           ///< per component, implicit form

  std::span<const Use> uses_of(SurfaceId s) const {
    const auto i = static_cast<std::size_t>(s);
    if (i + 1 >= uses_begin.size()) return {};
    return std::span(uses).subspan(static_cast<std::size_t>(uses_begin[i]),
                                   static_cast<std::size_t>(uses_begin[i + 1] - uses_begin[i]));
  }
};

/// What a reset asks of the consistent re-initialisation (docs/reference/event-semantics.md, section 6).
struct ResetRequest {
  std::vector<int> keep;       ///< algebraic components to hold at the value the action gave them
  std::vector<int> solve_for;  ///< differential components to solve for instead
};

/// The same point and the same truth values in other variables (Model::reconsider).
struct OtherVariables {
  std::vector<double>      x, dx;
  std::vector<Sign>        signs;  ///< by surface; unknown_sign for those that are not pending
  const Mode*              mode = nullptr;
  std::vector<std::string> left, joined;  ///< names of the differential variables that were exchanged
};

class Model {
 public:
  virtual ~Model()                             = default;
  virtual std::unique_ptr<Model> clone() const = 0;

  virtual std::string         name() const             = 0;
  virtual Form                form() const             = 0;
  virtual std::size_t         size() const             = 0;
  virtual const Catalogue&    catalogue() const        = 0;
  virtual std::vector<double> initial_discrete() const = 0;
  virtual bool                rigorous() const         = 0;  ///< certificates are rigorous (not those of black boxes)

  /// The mode at a point. Consultation k takes the value prefix[k] as long as the prefix lasts; after that, surfaces
  /// whose sign is known (signs[id] != unknown_sign) decide by it, others by exact evaluation at the point, and `signs`
  /// is completed with those. The reference stays valid for the life of the model.
  virtual const Mode& mode_at(double t, std::span<const double> x, std::span<const double> dx,
                              std::span<const double> q, std::span<const int> prefix, std::vector<Sign>& signs) = 0;

  /// Whether discrete variables with these values leave the model in this mode, as far as they are concerned.
  virtual bool fits(const Mode& mode, std::span<const double> q) const = 0;

  /// A mode that was met before, by its number.
  virtual const Mode& mode(int id) const = 0;
  virtual int         modes() const      = 0;

  /// The smooth system of a mode; valid until the next call.
  virtual Equations& equations(const Mode& mode, std::span<const double> q) = 0;

  /// Front ends that compute by the graph make machine code of it while the run goes on, unless told not to.
  virtual void use_machine_code(bool) {}
  /// What the values were computed by, for the statistics. Empty: by code that was compiled with the program.
  virtual std::string evaluation() const { return {}; }

  /// What a user wants to see instead of x and the discrete variables: names, and their values at a point in a mode.
  /// Empty: x and the discrete variables are what the user knows.
  virtual std::vector<std::string> observed() const { return {}; }
  virtual void observe(const Mode&, double /*t*/, std::span<const double> /*x*/, std::span<const double> /*q*/,
                       std::span<double> /*values*/) {}

  /// The size at which each component of x counts, for absolute tolerances; empty: one, for all of them.
  virtual std::vector<double> nominal() const { return {}; }

  /// Asked where a step has ended: whether x should consist of other variables from here on, because those it consists of
  /// determine the others badly (a pendulum in Cartesian coordinates). If so, size(), form(), nominal() and the names of x
  /// are others from then on; modes keep their numbers, and what modes of before have named can still be named. `signs` are
  /// those of the surfaces of the mode. Must be cheap as long as the answer is no.
  virtual std::optional<OtherVariables> reconsider(const Mode&, double /*t*/, std::span<const double> /*x*/,
                                                   std::span<const double> /*q*/, std::span<const Sign> /*signs*/) {
    return std::nullopt;
  }
  /// Back to the variables that x consisted of at first.
  virtual void rewind() {}

  /// Runs the actions of the `when`s with fired[k] != 0, in the order of declaration, on x and q.
  virtual void act(const Mode& mode, double t, std::span<double> x, std::span<const double> dx, std::span<double> q,
                   std::span<const char> fired, ResetRequest& request) = 0;
};

}  // namespace saltus::model
