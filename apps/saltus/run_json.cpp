#include "run_json.hpp"

#include <nlohmann/json.hpp>

namespace saltus::cli {

std::string summary_json(const Run& run, const results::Setup& setup, double seconds,
                         std::span<const std::size_t> selected) {
  using Json    = nlohmann::ordered_json;
  Json document = Json::parse(results::statistics_json(run, setup, seconds));
  Json events   = Json::parse(results::events_json(run));

  document["format"] = "saltus-summary";
  Json&       final = document["final"] = Json::object();
  const auto& rows                      = run.trajectory();
  if (rows.size() > 0)
    for (const std::size_t i : selected) final[rows.names()[i]] = rows.row(rows.size() - 1)[i];  // NaN becomes null
  document["events"] = std::move(events["events"]);
  document["grazes"] = std::move(events["grazes"]);
  return document.dump(2) + "\n";
}

}  // namespace saltus::cli
