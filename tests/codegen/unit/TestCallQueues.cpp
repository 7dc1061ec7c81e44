// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <impl/Strata_CallQueues.hpp>

namespace {

using Strata::Impl::CallQueues;
using Calls = std::vector<std::int64_t>;

Calls taken_by(const CallQueues& queues, std::int64_t worker, std::int64_t most = 1 << 30) {
  Calls out;
  while (std::ssize(out) < most) {
    const auto call = queues.next(worker);
    if (!call) break;
    out.push_back(*call);
  }
  return out;
}

TEST(CallQueues, OwnCallsComeFirstThenTheLastOnesOfOthers) {
  const CallQueues queues(10, 3);  // 0-3, 4-6, 7-9
  EXPECT_EQ(taken_by(queues, 1, 1), (Calls{4}));
  EXPECT_EQ(taken_by(queues, 2, 5), (Calls{7, 8, 9, 3, 2}));
  EXPECT_EQ(taken_by(queues, 1), (Calls{5, 6, 1, 0}));
  EXPECT_EQ(taken_by(queues, 0), Calls{});
}

TEST(CallQueues, CopiesShareTheCalls) {
  const CallQueues queues(4, 2), copy = queues;
  EXPECT_EQ(taken_by(queues, 0, 1), (Calls{0}));
  EXPECT_EQ(taken_by(copy, 0), (Calls{1, 3, 2}));
  EXPECT_EQ(taken_by(queues, 1), Calls{});
}

TEST(CallQueues, OneWorkerMakesAllCallsInOrder) {
  Calls all(1000);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(taken_by(CallQueues(1000, 1), 0), all);
  EXPECT_EQ(taken_by(CallQueues(0, 1), 0), Calls{});
  EXPECT_EQ(taken_by(CallQueues(1, 3), 2), (Calls{0}));
}

TEST(CallQueues, ManyThreadsTakeEachCallOnce) {
  constexpr std::int64_t calls = 200000;
  constexpr int workers = 4;
  const CallQueues queues(calls, workers);
  std::vector<std::atomic<int>> taken(calls);
  std::vector<std::thread> threads;
  for (int w = 0; w < workers; ++w)
    threads.emplace_back([&, w] {
      for (const std::int64_t call : taken_by(queues, w)) ++taken[call];
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(std::all_of(taken.begin(), taken.end(), [](const auto& n) { return n == 1; }));
}

}  // namespace
