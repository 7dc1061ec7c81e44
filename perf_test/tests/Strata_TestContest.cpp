// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Contest.hpp>

#include <cmath>
#include <stdexcept>

#include <Strata_Memory.hpp>
#include <Strata_Registration.hpp>
#include <Strata_Statistics.hpp>
#include <gtest/gtest.h>

namespace {

using namespace Strata::Perf;

Contestant constant(const std::string& name, const Answer& answer) {
  return {name, "1", [] {}, [answer] { return answer; }};
}

Contest contest_of(std::vector<Contestant> contestants) {
  Contest contest;
  contest.contestants = std::move(contestants);
  return contest;
}

TEST(Difference, comparesEntryByEntry) {
  const Answer expected{{0, 1}, {1.0, -2.0}};
  EXPECT_EQ(difference(expected, expected), "");
  EXPECT_EQ(difference({{0, 1}, {1.0 + 1e-10, -2.0}}, expected), "");
  // The same sum is not the same answer.
  EXPECT_EQ(difference({{0, 1}, {-2.0, 1.0}}, expected),
            "value 0: -2.000000 instead of 1.000000");
  EXPECT_EQ(difference({{0, 2}, {1.0, -2.0}}, expected),
            "structure 1: 2 instead of 1");
  EXPECT_EQ(difference({{0}, {1.0, -2.0}}, expected), "structure: 1 instead of 2");
  EXPECT_NE(difference({{0, 1}, {1.0, NAN}}, expected), "");
}

TEST(OrderOfRound, everyoneIsFirstAndLast) {
  using Order = std::vector<std::size_t>;
  EXPECT_EQ(order_of_round(0, 3), (Order{0, 1, 2}));
  EXPECT_EQ(order_of_round(1, 3), (Order{0, 2, 1}));
  EXPECT_EQ(order_of_round(2, 3), (Order{2, 0, 1}));
  EXPECT_EQ(order_of_round(5, 3), (Order{1, 0, 2}));
  EXPECT_TRUE(order_of_round(4, 0).empty());
}

TEST(Hold, measuresThoseWhoAreRight) {
  const Answer right{{}, {1, 2}}, wrong{{}, {2, 1}};
  Contestant thrower = constant("thrower", right);
  thrower.run        = [] { throw std::runtime_error("no such kernel"); };
  const Outcome outcome =
      hold(contest_of({constant("Strata", right), constant("yardstick", right),
                       constant("liar", wrong), thrower}),
           {5, 0});
  ASSERT_EQ(outcome.standings.size(), 4u);
  EXPECT_EQ(outcome.find("Strata")->ms.size(), 5u);
  EXPECT_EQ(outcome.find("yardstick")->ms.size(), 5u);
  EXPECT_EQ(outcome.find("liar")->fault, "value 0: 2.000000 instead of 1.000000");
  EXPECT_TRUE(outcome.find("liar")->ms.empty());
  EXPECT_EQ(outcome.find("thrower")->fault, "no such kernel");
  EXPECT_EQ(outcome.find("nobody"), nullptr);
}

TEST(Hold, waitsOnceForASampleAndBeforeAnAnswer) {
  int runs = 0, waited_for = 0, waits = 0;
  Contestant late = constant("Strata", {{}, {1}});
  late.run        = [&] { ++runs; };
  late.finish     = [&] {
    waited_for = runs;
    ++waits;
  };
  late.answer = [&] { return Answer{{}, {waited_for == runs ? 1.0 : 0.0}}; };
  Contest contest  = contest_of({late, constant("liar", {{}, {2}})});
  contest.expected = [] { return Answer{{}, {1}}; };
  // No yardstick takes part.
  const Outcome outcome = hold(contest, {3, 1e-2});
  EXPECT_EQ(outcome.find("Strata")->fault, "");
  EXPECT_EQ(outcome.find("Strata")->ms.size(), 3u);
  EXPECT_EQ(outcome.find("liar")->fault, "value 0: 2.000000 instead of 1.000000");
  EXPECT_EQ(waits, 5);  // for the answer, the number of repeats, three samples
  EXPECT_GT(runs, waits);
}

TEST(Hold, aPaceIsMeasuredAndHasNoAnswer) {
  const Answer right{{}, {1}};
  const Outcome outcome =
      hold(contest_of({constant("yardstick", right), {"copy", "", [] {}, {}}}), {4, 0});
  EXPECT_EQ(outcome.find("copy")->fault, "");
  EXPECT_EQ(outcome.find("copy")->ms.size(), 4u);
}

TEST(Hold, aResultThatIsNotWrittenIsNoticed) {
  auto shared = std::make_shared<double>(0);
  Contestant idle{"idle", "", [] {}, [=] { return Answer{{}, {*shared}}; }};
  Contestant yardstick = idle;
  yardstick.name       = "yardstick";
  yardstick.run        = [=] { *shared = 3; };
  Contest contest      = contest_of({idle, yardstick});
  contest.scrub        = [=] { *shared = NAN; };
  const Outcome outcome = hold(contest, {1, 0});
  EXPECT_EQ(outcome.find("idle")->fault, "value 0: nan instead of 3.000000");
  EXPECT_EQ(outcome.find("yardstick")->fault, "");
}

TEST(Hold, shortCallsAreRepeated) {
  auto calls = std::make_shared<int>(0);
  Contestant counter = constant("yardstick", {});
  counter.run        = [=] { ++*calls; };
  hold(contest_of({counter}), {3, 0.05});
  EXPECT_GT(*calls, 100);
}

TEST(Quantile, interpolates) {
  const std::vector<double> values{4, 1, 3, 2};
  EXPECT_EQ(quantile(values, 0), 1);
  EXPECT_EQ(quantile(values, 1), 4);
  EXPECT_EQ(median(values), 2.5);
  EXPECT_EQ(median({7}), 7);
  EXPECT_EQ(median(paired_ratios({2, 9, 4}, {1, 3, 1})), 3);
}

TEST(Memory, peakFollowsAllocations) {
  reset_peak_memory();
  const double before = peak_memory_mib();
  if (before == 0) GTEST_SKIP() << "this system does not tell";
  const std::vector<double> touched(std::size_t{4} << 20, 1.0);
  EXPECT_GT(peak_memory_mib(), before + 16) << touched.size();
}

}  // namespace
