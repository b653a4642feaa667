// A smooth run with n / 10 relations that never change, against the same run without them.

#include "fixed.hpp"
#include "models.hpp"

namespace saltus::bench {

nlohmann::json chain(std::size_t n, const Contestants& contestants, int rounds) {
  problems::Problem p{
      .id = "chain", .case_id = {}, .title = {}, .source = {}, .make = {}, .start = {.x = Chain::start(n)}};
  p.t_end                  = n <= 1000 ? 20 : 5;
  p.reference.events_known = false;

  nlohmann::json rows = nlohmann::json::array();
  for (const auto& who : contestants) {
    std::vector<std::unique_ptr<Entry>> kept;
    std::vector<Entry*>                 entries;
    nlohmann::json                      row = {{"contestant", who->name()}, {"n", n}};
    for (const bool watched : {true, false}) {
      p.make              = [watched, n] { return make_model(Chain{watched}, n); };
      auto         entry  = who->enter(p, 1e-6);
      const Answer answer = entry->check();
      if (watched) row["events"] = answer.event_times.size();
      row[watched ? "steps" : "steps_without"] = answer.work.steps;
      entries.push_back(entry.get());
      kept.push_back(std::move(entry));
    }
    const auto times       = time_in_turns(entries, {.tolerances = {}, .rounds = rounds});
    row["seconds"]         = times[0].median;
    row["seconds_without"] = times[1].median;
    rows.push_back(row);
  }
  return rows;
}

}  // namespace saltus::bench
