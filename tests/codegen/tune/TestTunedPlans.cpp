// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tuning keeps: in the process, and as bytes that damage is found in.
#include <gtest/gtest.h>

#include <Strata_KernelCache.hpp>
#include <cache/Strata_TunedPlans.h>
#include <tune/Strata_Tuning.h>

namespace {

using namespace Strata::Impl;

TunedPlan example(const std::string& key) {
  return {key, "y(i) = A(i,j) * x(j)  A: CSR", "merge=gallop pieces=8", 1.25, 2.5};
}

TEST(TunedPlans, BytesAndBack) {
  const auto plan = tuned_plan_from(to_bytes(example("a key")));
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->key, "a key");
  EXPECT_EQ(plan->title, "y(i) = A(i,j) * x(j)  A: CSR");
  EXPECT_EQ(plan->strategy, "merge=gallop pieces=8");
  EXPECT_EQ(plan->ms, 1.25);
  EXPECT_EQ(plan->default_ms, 2.5);
}

TEST(TunedPlans, EveryChangedByteIsFound) {
  const std::string bytes = to_bytes(example("a key"));
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    std::string changed = bytes;
    changed[n]          = static_cast<char>(changed[n] ^ 4);
    EXPECT_FALSE(tuned_plan_from(changed)) << n;
    EXPECT_FALSE(tuned_plan_from(bytes.substr(0, n))) << n;
  }
}

TEST(TunedPlans, TheProcessRemembersUntilCleared) {
  ASSERT_TRUE(Strata::kernel_cache_folder().empty());  // tests keep nothing on disk
  EXPECT_FALSE(any_tuned());
  EXPECT_FALSE(find_tuned("one"));
  keep_tuned(example("one"));
  EXPECT_TRUE(any_tuned());
  ASSERT_TRUE(find_tuned("one"));
  EXPECT_EQ(find_tuned("one")->strategy, "merge=gallop pieces=8");
  EXPECT_FALSE(find_tuned("two"));
  EXPECT_EQ(Strata::clear_tuned_choices(), 0);
  EXPECT_FALSE(find_tuned("one"));
  EXPECT_TRUE(Strata::tuned_choices().empty());
}

TEST(TunedPlans, SayByHowMuchNothingBeatsTheDefault) {
  EXPECT_EQ(measured(example("one")),
            "tuned: merge=gallop pieces=8, measured 1.25 ms against 2.5 ms (default)\n");
  TunedPlan normal = example("two");
  normal.strategy  = "default";
  // Others that are listed below it may have a shorter median.
  EXPECT_EQ(measured(normal),
            "tuned: default, measured 1.25 ms, which nothing beats by 3 % of the median and in "
            "three of four rounds\n");
}

}  // namespace
