// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strategies as text, and what there is beside what the caller has forced.
#include <algorithm>

#include <gtest/gtest.h>

#include <tune/Strata_Strategy.h>

namespace {

using namespace Strata;
using namespace Strata::Impl;

TEST(Strategies, TextAndBack) {
  Strategy s;
  EXPECT_EQ(to_string(s), "default");
  EXPECT_EQ(strategy_from("default"), s);
  s.merge     = MergeBody::branch_free;
  s.worklist  = Worklist::hashed;
  s.passes    = Passes::two;
  s.sums      = Sums::two;
  s.extents   = InnerExtents::open;
  s.prefetch  = Prefetch::streams;
  s.row_blocks = RowBlocks::blocks;
  s.race      = RaceStrategy::privatize;
  s.balance   = Balance::work;
  s.pieces    = 64;
  s.team_size = 8;
  s.vector_length = 32;
  s.share         = Share::none;
  const std::string text =
      "merge=branchfree worklist=hashed passes=two sums=two extents=open prefetch=streams "
      "row-blocks=blocks race=privatize balance=work pieces=64 team=8x32 share=none";
  EXPECT_EQ(to_string(s), text);
  EXPECT_EQ(strategy_from(text), s);
}

TEST(Strategies, ForeignTextIsNone) {
  for (const char* text : {"", "merge", "merge=fast", "pieces=0", "pieces=-1", "pieces=2x", "team=8",
                           "share=all", "balance=work  pieces=2", "pieces=2 balance=work", "default merge=gallop"})
    EXPECT_FALSE(strategy_from(text)) << text;
}

TEST(Strategies, AlternativesDifferOnOneAxis) {
  for (const Alternative& a : alternatives_to({}, {4, true, false})) {
    Strategy back = a.strategy;
    EXPECT_NE(back, Strategy()) << to_string(a.strategy);
    copy_axis(a.axis, Strategy(), back);
    EXPECT_EQ(back, Strategy()) << to_string(a.strategy);
    EXPECT_EQ(strategy_from(to_string(a.strategy)), a.strategy);
  }
}

std::vector<std::string> words_of(const Strategy& forced, const TuningPlace& place) {
  std::vector<std::string> out;
  for (const Alternative& a : alternatives_to(forced, place)) out.push_back(to_string(a.strategy));
  return out;
}

TEST(Strategies, WhatIsForcedStays) {
  Strategy forced;
  forced.worklist = Worklist::sorted;
  forced.race     = RaceStrategy::atomics;
  forced.passes   = Passes::one;
  forced.sums     = Sums::plain;
  forced.extents  = InnerExtents::compiled;
  forced.prefetch = Prefetch::none;
  forced.row_blocks = RowBlocks::whole;
  forced.pieces   = 3;
  forced.share    = Share::none;
  const auto words = words_of(forced, {2, false, false});
  ASSERT_EQ(words.size(), 4u);
  const std::string rest =
      " worklist=sorted passes=one sums=plain extents=compiled prefetch=none row-blocks=whole "
      "race=atomics pieces=3 share=none";
  EXPECT_EQ(words[0], "merge=branchy" + rest);
  EXPECT_EQ(words[1], "merge=branchfree" + rest);
  EXPECT_EQ(words[2], "merge=gallop" + rest);
  EXPECT_EQ(words[3], "merge=locate" + rest);
}

TEST(Strategies, MergesPassesPrefetchingAndBlocksGiveTheSameBits) {
  EXPECT_EQ(words_of({}, {8, true, true}),
            (std::vector<std::string>{"merge=branchy", "merge=branchfree", "merge=gallop"}));
  EXPECT_EQ(words_of({}, {8, false, true}),
            (std::vector<std::string>{"merge=branchy", "merge=branchfree", "merge=gallop", "merge=locate",
                                      "passes=one", "passes=two", "prefetch=streams", "prefetch=none",
                                      "row-blocks=blocks", "row-blocks=whole"}));
}

TEST(Strategies, PiecesForThreadsTeamsForDevices) {
  const auto has = [](const TuningPlace& place, const char* word) {
    const auto words = words_of({}, place);
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  EXPECT_TRUE(has({4, false, false}, "pieces=16"));
  EXPECT_FALSE(has({1, false, false}, "pieces=4"));
  EXPECT_FALSE(has({1, false, false}, "balance=work"));
  EXPECT_TRUE(has({4, false, false}, "balance=rows"));
  EXPECT_TRUE(has({4, true, false}, "team=32x8"));
  EXPECT_FALSE(has({4, false, false}, "team=32x8"));
}

}  // namespace
