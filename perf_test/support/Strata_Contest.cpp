// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_Contest.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>

#include "Strata_Memory.hpp"

namespace Strata::Perf {

namespace {

constexpr double tolerance = 1e-9;

template <class T>
std::string first_difference(const char* what, const std::vector<T>& given,
                             const std::vector<T>& expected, double allowed) {
  if (given.size() != expected.size())
    return std::string(what) + ": " + std::to_string(given.size()) +
           " instead of " + std::to_string(expected.size());
  for (std::size_t n = 0; n < given.size(); ++n) {
    const auto e = static_cast<double>(expected[n]);
    if (static_cast<double>(given[n]) == e) continue;  // infinities, too
    const double error = std::abs(static_cast<double>(given[n]) - e);
    if (!(error <= allowed * (1 + std::abs(e))))  // NaN is a difference
      return std::string(what) + " " + std::to_string(n) + ": " +
             std::to_string(given[n]) + " instead of " +
             std::to_string(expected[n]);
  }
  return "";
}

/// Milliseconds of an evaluation.
double time_ms(const Contestant& contestant, int repeats) {
  const auto start = std::chrono::steady_clock::now();
  for (int r = 0; r < repeats; ++r) contestant.run();
  if (contestant.finish) contestant.finish();
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - start;
  return elapsed.count() / repeats;
}

Answer run_scrubbed(const Contest& contest, const Contestant& contestant) {
  if (contest.scrub) contest.scrub();
  contestant.run();
  if (contestant.finish) contestant.finish();
  return contestant.answer();
}

std::string fault_of(const Contest& contest, const Contestant& contestant,
                     const Answer& expected) {
  if (!contestant.answer) return "";
  try {
    return difference(run_scrubbed(contest, contestant), expected);
  } catch (const std::exception& e) {
    return e.what();
  }
}

const Contestant& yardstick_of(const Contest& contest) {
  return *std::find_if(
      contest.contestants.begin(), contest.contestants.end(),
      [](const Contestant& c) { return c.name == yardstick_name; });
}

}  // namespace

std::string difference(const Answer& given, const Answer& expected) {
  const std::string fault = first_difference("structure", given.structure,
                                             expected.structure, 0);
  if (!fault.empty()) return fault;
  return first_difference("value", given.numbers, expected.numbers, tolerance);
}

const Standing* Outcome::find(const std::string& name) const {
  for (const Standing& standing : standings)
    if (standing.name == name) return &standing;
  return nullptr;
}

std::vector<std::size_t> order_of_round(int round, std::size_t contestants) {
  std::vector<std::size_t> order(contestants);
  for (std::size_t n = 0; n < contestants; ++n)
    order[n] = (static_cast<std::size_t>(round) + n) % contestants;
  if (round % 2 == 1) std::reverse(order.begin(), order.end());
  return order;
}

Outcome hold(const Contest& contest, const Schedule& schedule) {
  reset_peak_memory();
  Outcome outcome;
  outcome.facts = contest.facts;
  std::vector<std::size_t> players;
  {
    const Answer expected = contest.expected
                                ? contest.expected()
                                : run_scrubbed(contest, yardstick_of(contest));
    for (const Contestant& c : contest.contestants) {
      outcome.standings.push_back(
          {c.name, c.version, fault_of(contest, c, expected), {}});
      if (outcome.standings.back().fault.empty())
        players.push_back(outcome.standings.size() - 1);
    }
  }
  std::vector<int> repeats(contest.contestants.size(), 1);
  for (const std::size_t p : players) {
    const double once = time_ms(contest.contestants[p], 1);
    repeats[p] = static_cast<int>(
        std::clamp(std::ceil(schedule.sample_ms / once), 1.0, 1e6));
  }
  for (int round = 0; round < schedule.rounds; ++round)
    for (const std::size_t n : order_of_round(round, players.size()))
      outcome.standings[players[n]].ms.push_back(time_ms(
          contest.contestants[players[n]], repeats[players[n]]));
  outcome.peak_mib = peak_memory_mib();
  return outcome;
}

}  // namespace Strata::Perf
