// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which candidate wins, and when one is given up or time is over.
#include <gtest/gtest.h>

#include <tune/Strata_Rounds.h>

namespace {

using namespace Strata::Impl;
using namespace std::chrono_literals;

Deadline in(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }

/// Samples of candidates that always take `ms`.
Samples constant(const std::vector<double>& ms, Deadline deadline = in(1h)) {
  return measure_rounds(ms.size(), deadline, [&](std::size_t c) { return ms[c]; });
}

TEST(Rounds, TheFastestWins) {
  EXPECT_EQ(winner_of(constant({1, 0.9, 0.8, 1.2})), 2u);
  EXPECT_EQ(winner_of(constant({1, 1.1})), 0u);
}

TEST(Rounds, NoiseDoesNotWin) {
  EXPECT_EQ(winner_of(constant({1, 0.99})), 0u);
  // Faster in the median, but not in three of four rounds.
  EXPECT_EQ(winner_of({{1, 1, 1, 0.4, 1}, {0.9, 1.1, 0.9, 0.9, 1.1}}), 0u);
  EXPECT_EQ(winner_of({{1, 1, 1, 0.4, 1}, {0.9, 0.9, 0.9, 0.9, 0.9}}), 1u);
}

TEST(Rounds, SlowOnesAreGivenUpButNotTheDefault) {
  const Samples samples = constant({4, 1, 1.4, 1.6});
  EXPECT_EQ(samples[0].size(), 15u);
  EXPECT_EQ(samples[1].size(), 15u);
  EXPECT_EQ(samples[2].size(), 15u);
  EXPECT_EQ(samples[3].size(), 2u);
  EXPECT_EQ(winner_of(samples), 1u);
}

TEST(Rounds, ItEndsWhenNobodyElseIsLeft) {
  const Samples samples = constant({1, 5});
  EXPECT_EQ(samples[0].size(), 2u);
  EXPECT_EQ(winner_of(samples), 0u);
}

TEST(Rounds, ThreeRoundsWhereThereIsNoTime) {
  const Samples samples = constant({1, 0.5}, in(-1ms));
  EXPECT_EQ(samples[0].size(), 3u);
  EXPECT_EQ(winner_of(samples), 1u);
}

TEST(Rounds, EveryoneBeginsInTurn) {
  std::vector<std::size_t> order;
  measure_rounds(3, in(1h), [&](std::size_t c) {
    order.push_back(c);
    return 1.0;
  });
  ASSERT_EQ(order.size(), 45u);
  EXPECT_EQ(order[0], 1u);
  EXPECT_EQ(order[3], 2u);
  EXPECT_EQ(order[6], 0u);
}

}  // namespace
