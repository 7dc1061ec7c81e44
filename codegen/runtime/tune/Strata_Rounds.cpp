// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_Rounds.h"

#include <algorithm>

namespace Strata::Impl {

namespace {

constexpr std::size_t most_rounds = 15, least_rounds = 3, rounds_of_trial = 2;
constexpr double given_up = 1.5, least_gain = 0.97;

double fastest(const Samples& samples) {
  double best = median_of(samples[0]);
  for (const auto& own : samples)
    if (!own.empty()) best = std::min(best, median_of(own));
  return best;
}

/// True when `own` was measured to the end and is faster than the default beyond noise.
bool beats(const std::vector<double>& own, const std::vector<double>& normal) {
  if (own.size() < normal.size() || median_of(own) > least_gain * median_of(normal)) return false;
  std::size_t won = 0;
  for (std::size_t r = 0; r < normal.size(); ++r) won += own[r] < normal[r];
  return 4 * won >= 3 * normal.size();
}

}  // namespace

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Samples measure_rounds(std::size_t candidates, Deadline deadline,
                       const std::function<double(std::size_t)>& sample) {
  Samples samples(candidates);
  std::vector<std::size_t> alive(candidates);
  for (std::size_t c = 0; c < candidates; ++c) alive[c] = c;
  for (std::size_t round = 0; round < most_rounds && alive.size() > (round ? 1u : 0u); ++round) {
    if (round >= least_rounds && std::chrono::steady_clock::now() > deadline) break;
    std::rotate(alive.begin(), alive.begin() + 1, alive.end());
    for (const std::size_t c : alive) samples[c].push_back(sample(c));
    if (round + 1 < rounds_of_trial) continue;
    const double limit = given_up * fastest(samples);
    std::erase_if(alive,
                  [&](std::size_t c) { return c > 0 && median_of(samples[c]) > limit; });
  }
  return samples;
}

std::size_t winner_of(const Samples& samples) {
  std::size_t best = 0;
  for (std::size_t c = 1; c < samples.size(); ++c)
    if (beats(samples[c], samples[0]) && median_of(samples[c]) < median_of(samples[best]))
      best = c;
  return best;
}

}  // namespace Strata::Impl
