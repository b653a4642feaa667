#pragma once
// run_json.hpp: a run as one JSON document for a program that started it.

#include <saltus/results/document.hpp>
#include <saltus/simulate/run.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace saltus::cli {

/// {"format": "saltus-summary", ...}: what the statistics file has, the last values, events and grazes.
std::string summary_json(const Run& run, const results::Setup& setup, double seconds,
                         std::span<const std::size_t> selected);

}  // namespace saltus::cli
