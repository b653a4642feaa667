#pragma once
// event.hpp: the record of an event, of a graze, and how they print.

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace saltus {

/// One event instant. Everything that happened at the same time is one Event.
struct Event {
  enum class Kind { state, time, initial, terminal };
  struct RelationChange {
    std::string text;     ///< in the user's words, e.g. "h <= 0"
    bool        becomes;  ///< the new truth value
    bool        operator==(const RelationChange&) const = default;
  };
  struct Reset {
    std::string name;
    double      before, after;
    bool        operator==(const Reset&) const = default;
  };

  double                      t      = 0;  ///< the right end of the bracket: here the relation has its new value
  double                      t_left = 0;  ///< the left end: here it still has the old one
  Kind                        kind   = Kind::state;
  std::vector<RelationChange> relations{};  ///< that changed at this instant
  std::vector<std::string>    whens{};      ///< whose actions ran
  std::vector<Reset>          resets{};     ///< variables that jumped; algebraic ones only by more than the tolerance
  int                         passes      = 0;  ///< of the event iteration
  int                         mode_before = 0, mode_after = 0;

  bool operator==(const Event&) const = default;
};

std::string_view to_text(Event::Kind kind);

/// A surface came to zero, or within the error of zero, and no event came of it; or a pair of crossings was so shallow
/// that the true solution may not have it. See docs/reference/event-semantics.md, section 7.
struct Graze {
  enum class Kind {
    touch,             ///< reaches zero to within rounding and turns back
    near_miss,         ///< comes closer to zero than the error of the solution, and turns back
    undecidable_pair,  ///< crosses and returns with a depth below the error of the solution; the events were fired
  };
  Kind        kind = Kind::touch;
  std::string relation;  ///< text of the surface, e.g. "y1 - 0.4*t"
  double      t     = 0;
  double      depth = 0;  ///< min |g| for touch and near_miss; max |g| between the crossings for a pair

  bool operator==(const Graze&) const = default;
};

std::string_view to_text(Graze::Kind kind);
std::string      to_text(const Event& event);  ///< one line
std::string      to_text(const Graze& graze);

}  // namespace saltus

template <>
struct fmt::formatter<saltus::Event> : fmt::formatter<std::string> {
  auto format(const saltus::Event& e, fmt::format_context& c) const {
    return formatter<std::string>::format(to_text(e), c);
  }
};
template <>
struct fmt::formatter<saltus::Graze> : fmt::formatter<std::string> {
  auto format(const saltus::Graze& g, fmt::format_context& c) const {
    return formatter<std::string>::format(to_text(g), c);
  }
};
