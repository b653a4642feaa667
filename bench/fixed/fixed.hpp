#pragma once
// fixed.hpp: the benchmarks whose question is a size. Each gives rows; a row is one contestant at one size.

#include <contest.hpp>

#include <nlohmann/json.hpp>

namespace saltus::bench {

/// Small: cost per evaluation at n = 2. Chain: relations that never change. Park: independent thermostats.
/// Rod: one contestant at one size, in a process of its own, because memory is part of the answer.
nlohmann::json small(const Contestants& contestants, int rounds);
nlohmann::json chain(std::size_t n, const Contestants& contestants, int rounds);
nlohmann::json park(std::size_t n, const Contestants& contestants);
nlohmann::json rod(std::size_t n, const Contestant& who);

}  // namespace saltus::bench
