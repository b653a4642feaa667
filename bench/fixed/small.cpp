// What a step costs when the equations cost nothing: n = 2, from 1e-5, with all detection.

#include "allocations.hpp"
#include "fixed.hpp"
#include "models.hpp"

namespace saltus::bench {

nlohmann::json small(const Contestants& contestants, int rounds) {
  problems::Problem p{.id = "oscillator", .case_id = {}, .title = {}, .source = {}, .make = {}, .start = {.x = {2, 0}}};
  p.t_end                  = 100;
  p.reference.events_known = false;

  nlohmann::json rows = nlohmann::json::array();
  for (const bool watched : {true, false}) {
    p.make = [watched] { return make_model(Oscillator{.watched = watched}); };
    std::vector<std::unique_ptr<Entry>> kept;
    std::vector<Entry*>                 entries;
    std::vector<nlohmann::json>         of_entry;
    for (const auto& who : contestants) {
      if (!who->applies(p)) continue;
      auto         entry  = who->enter(p, 1e-5);
      const Answer answer = entry->check();
      entry->run();
      const long before = allocations();
      entry->run();
      const long allocated = allocations() - before;
      of_entry.push_back({{"contestant", who->name()},
                          {"relations", watched ? 2 : 0},
                          {"events", answer.event_times.size()},
                          {"steps", answer.work.steps},
                          {"evaluations", answer.work.evaluations},
                          {"allocations", allocated}});
      entries.push_back(entry.get());
      kept.push_back(std::move(entry));
    }
    const auto times = time_in_turns(entries, {.tolerances = {}, .rounds = rounds});
    for (std::size_t k = 0; k < entries.size(); ++k) {
      of_entry[k]["seconds"] = times[k].median;
      rows.push_back(of_entry[k]);
    }
  }
  return rows;
}

}  // namespace saltus::bench
