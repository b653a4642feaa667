#pragma once
// event_sources.hpp: what can make an event in a sorted model, and how it is found.
//
// Method     every relation, jump and sample of the equations, in the order of the text. What is affine in time once
//            explicit variables are replaced, and otherwise discrete, is scheduled; everything else is searched for.
//            What compares discrete values alone changes at events of others and is no source.

#include <saltus/front/modelica/structure.hpp>

#include <string>
#include <vector>

namespace saltus::modelica {

struct EventSource {
  std::string text;               ///< h <= 0, floor(x), sample(0, 0.1)
  std::string kind;               ///< relation, jump, kink, sample
  Place       place;              ///< where it is first used
  bool        scheduled = false;  ///< its times are known in advance; otherwise it is searched for in every step
  bool        quiet = false;  ///< inside noEvent or smooth, or a kink: the equations switch, and no event is recorded
};

std::vector<EventSource> event_sources(const SortedModel& model);

}  // namespace saltus::modelica
