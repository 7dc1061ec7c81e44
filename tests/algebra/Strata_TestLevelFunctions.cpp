// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <Strata_LevelFunctions.hpp>

namespace {

/// Computes with numbers.
struct NumberBuilder {
  using value_type = std::int64_t;
  using array_type = const std::int64_t*;
  value_type constant(std::int64_t v) { return v; }
  value_type add(value_type a, value_type b) { return a + b; }
  value_type sub(value_type a, value_type b) { return a - b; }
  value_type mul(value_type a, value_type b) { return a * b; }
  value_type load(array_type a, value_type p) { return a[p]; }
};

/// Writes the computation down: a stand-in for the builder of codegen.
struct TextBuilder {
  using value_type = std::string;
  using array_type = std::string;
  value_type constant(std::int64_t v) { return std::to_string(v); }
  value_type add(value_type a, value_type b) { return "(" + a + "+" + b + ")"; }
  value_type sub(value_type a, value_type b) { return "(" + a + "-" + b + ")"; }
  value_type mul(value_type a, value_type b) { return a + "*" + b; }
  value_type load(array_type a, value_type p) { return a + "[" + p + "]"; }
};

using Strata::CompressedLevel;
using Strata::DenseLevel;
using Strata::LevelKind;
using Strata::SingletonLevel;

TEST(LevelFunctions, DenseLocatesAndCounts) {
  NumberBuilder b;
  const Strata::LevelStorage<NumberBuilder> s{nullptr, nullptr, 7};
  const auto bounds = DenseLevel::coord_bounds(b, s, 3);
  EXPECT_EQ(bounds.begin, 0);
  EXPECT_EQ(bounds.end, 7);
  EXPECT_EQ(DenseLevel::locate(b, s, 3, 2), 23);
  EXPECT_EQ(DenseLevel::size(b, s, 4), 28);
}

TEST(LevelFunctions, CompressedWalksSegments) {
  // 3x4 matrix 6 . 9 8 / . . . . / 5 . . 7 as CSR.
  const std::vector<std::int64_t> pos = {0, 3, 3, 5}, crd = {0, 2, 3, 0, 3};
  NumberBuilder b;
  const Strata::LevelStorage<NumberBuilder> s{pos.data(), crd.data(), 4};
  const auto row = CompressedLevel::pos_bounds(b, s, 2, 3);
  EXPECT_EQ(row.begin, 3);
  EXPECT_EQ(row.end, 5);
  EXPECT_EQ(CompressedLevel::pos_access(b, s, row.begin + 1), 3);
  EXPECT_EQ(CompressedLevel::size(b, s, 3), 5);
}

TEST(LevelFunctions, SingletonKeepsPositions) {
  const std::vector<std::int64_t> crd = {1, 4, 2};
  NumberBuilder b;
  const Strata::LevelStorage<NumberBuilder> s{nullptr, crd.data(), 8};
  const auto bounds = SingletonLevel::pos_bounds(b, s, 1, 2);
  EXPECT_EQ(bounds.begin, 1);
  EXPECT_EQ(bounds.end, 2);
  EXPECT_EQ(SingletonLevel::pos_access(b, s, 1), 4);
  EXPECT_EQ(SingletonLevel::size(b, s, 3), 3);
}

TEST(LevelFunctions, OneTextServesAnotherBuilder) {
  TextBuilder b;
  const Strata::LevelStorage<TextBuilder> s{"pos", "crd", "n"};
  EXPECT_EQ(DenseLevel::locate(b, s, "p", "c"), "(p*n+c)");
  EXPECT_EQ(CompressedLevel::pos_bounds(b, s, "p", "q").end, "pos[q]");
}

TEST(LevelFunctions, L_02_WhatLevelsPromise) {
  const auto dense      = Strata::level_traits(LevelKind::dense);
  const auto compressed = Strata::level_traits(LevelKind::compressed);
  const auto singleton  = Strata::level_traits(LevelKind::singleton);
  EXPECT_TRUE(dense.full && dense.locates && !dense.branchless && !dense.takes_modifiers);
  EXPECT_FALSE(dense.stores_positions || dense.stores_coordinates);
  EXPECT_TRUE(compressed.stores_positions && compressed.stores_coordinates);
  EXPECT_FALSE(compressed.full || compressed.locates || compressed.branchless);
  EXPECT_TRUE(singleton.branchless && singleton.stores_coordinates);
  EXPECT_FALSE(singleton.full || singleton.locates || singleton.stores_positions);
  EXPECT_TRUE(compressed.takes_modifiers && singleton.takes_modifiers);
  const Strata::LevelType type;
  EXPECT_TRUE(type.unique && type.ordered);
}

TEST(LevelFunctions, VisitGivesTheClassOfTheKind) {
  for (LevelKind kind :
       {LevelKind::dense, LevelKind::compressed, LevelKind::singleton})
    Strata::visit_level(
        kind, [kind](auto level) { EXPECT_EQ(decltype(level)::kind, kind); });
}

}  // namespace
