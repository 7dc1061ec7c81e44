// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Levels that store expressions of dimensions, read as one for every dimension.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include <Strata_FlattenLevels.hpp>
#include <Strata_LevelRegistry.hpp>

namespace {

using namespace Strata;

/// Builder of level functions that computes with numbers.
struct Numbers {
  using value_type = std::int64_t;
  using array_type = std::vector<std::int64_t>;
  value_type constant(std::int64_t c) { return c; }
  value_type add(value_type a, value_type b) { return a + b; }
  value_type sub(value_type a, value_type b) { return a - b; }
  value_type mul(value_type a, value_type b) { return a * b; }
  value_type div(value_type a, value_type b) { return a / b; }
  value_type rem(value_type a, value_type b) { return a % b; }
  value_type min(value_type a, value_type b) { return a < b ? a : b; }
  value_type max(value_type a, value_type b) { return a > b ? a : b; }
  value_type load(const array_type& array, value_type n) { return array.at(n); }
  value_type bit(const array_type& array, value_type n) { return array.at(n / 8) >> n % 8 & 1; }
  value_type find(const array_type& array, value_type begin, value_type end, value_type n) {
    while (begin + 1 < end && array.at(begin + 1) <= n) ++begin;
    return begin;
  }
};

using Children = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// (coordinate, position of the value) below a parent, padding included.
Children children(const TensorFormat& format, std::vector<std::int64_t> positions,
                  std::vector<std::int64_t> coordinates, std::int64_t parent) {
  const LevelDefinition& d = level_definition(format.levels().back().kind);
  const LevelStorage<Numbers> storage{std::move(positions), std::move(coordinates), 5, {}, {}};
  Numbers b;
  const auto bounds = play(b, d.pos_bounds, storage, parent, parent, 0);
  Children out;
  for (std::int64_t cursor = bounds.begin; cursor < bounds.end; ++cursor)
    out.emplace_back(play(b, d.pos_access, storage, parent, cursor, 0).begin,
                     d.has_position ? play(b, d.position, storage, parent, cursor, 0).begin
                                    : cursor);
  return out;
}

std::optional<FlattenedFormat> flatten(const char* text, std::vector<std::int64_t> extents) {
  return flatten_levels(TensorFormat::parse(text, static_cast<int>(extents.size())), extents);
}

const LevelDescription& view_of(const FlattenedFormat& f) {
  return level_definition(f.format.levels().back().kind).description;
}

/// The arrays are those of docs/formats.md.
TEST(FlattenLevels, RowsOfBlocks) {
  const auto f = flatten("BSR(2,2)", {4, 5});
  ASSERT_TRUE(f);
  EXPECT_EQ(f->format.order(), (std::vector{0, 1}));
  EXPECT_EQ(f->format.level(0), LevelType{});
  EXPECT_EQ(f->arrays, 1);
  EXPECT_EQ(view_of(*f).run, 2);
  EXPECT_EQ(view_of(*f).padding, LevelPadding::coordinates);  // column 5
  const std::vector<std::int64_t> positions{0, 2, 3}, coordinates{0, 2, 1};
  EXPECT_EQ(children(f->format, positions, coordinates, 0),
            (Children{{0, 0}, {1, 1}, {4, 4}, {5, 5}}));
  EXPECT_EQ(children(f->format, positions, coordinates, 1),
            (Children{{0, 2}, {1, 3}, {4, 6}, {5, 7}}));
  EXPECT_EQ(children(f->format, positions, coordinates, 3), (Children{{2, 10}, {3, 11}}));
}

TEST(FlattenLevels, RowsOfDiagonals) {
  const auto f = flatten("DIA", {4, 5});
  ASSERT_TRUE(f);
  EXPECT_EQ(f->arrays, 0);
  EXPECT_EQ(view_of(*f).run, 1);
  EXPECT_EQ(view_of(*f).below, 3);
  const std::vector<std::int64_t> positions{0, 4}, coordinates{2, 3, 4, 7};
  EXPECT_EQ(children(f->format, positions, coordinates, 0),
            (Children{{-1, 0}, {0, 4}, {1, 8}, {4, 12}}));
  EXPECT_EQ(children(f->format, positions, coordinates, 3),
            (Children{{2, 3}, {3, 7}, {4, 11}, {7, 15}}));
}

TEST(FlattenLevels, OneColumnOfBlocks) {
  const auto f = flatten("BSR(2,2)", {4, 2});
  ASSERT_TRUE(f);
  EXPECT_EQ(children(f->format, {0, 0, 1}, {0}, 3), (Children{{0, 2}, {1, 3}}));
}

TEST(FlattenLevels, ColumnsOfBlocks) {
  const auto f =
      flatten("(i, j) -> (j floordiv 2 : dense, i : compressed, j mod 2 : dense)", {4, 6});
  ASSERT_TRUE(f);
  EXPECT_EQ(f->format.order(), (std::vector{1, 0}));
  EXPECT_EQ(view_of(*f).padding, LevelPadding::none);
  EXPECT_EQ(children(f->format, {0, 1, 3, 3}, {2, 0, 3}, 3), (Children{{0, 3}, {3, 5}}));
}

TEST(FlattenLevels, BlocksInBlocksOfAVector) {
  const auto f = flatten("(i) -> (i floordiv 3 : compressed, i mod 3 : dense)", {9});
  ASSERT_TRUE(f);
  EXPECT_EQ(children(f->format, {0, 2}, {0, 2}, 0),
            (Children{{0, 0}, {1, 1}, {2, 2}, {6, 3}, {7, 4}, {8, 5}}));
}

TEST(FlattenLevels, DenseDimensionsAboveTheBlocks) {
  const auto f = flatten("(i, j, k) -> (i : dense, j : dense, k floordiv 2 : compressed, "
                         "k mod 2 : dense)", {2, 3, 4});
  ASSERT_TRUE(f);
  EXPECT_EQ(f->format.order(), (std::vector{0, 1, 2}));
  EXPECT_EQ(children(f->format, {0, 0, 1, 1, 1, 3, 3}, {1, 0, 1}, 4),
            (Children{{0, 2}, {1, 3}, {2, 4}, {3, 5}}));
}

/// The same functions are the same kind; others are not.
TEST(FlattenLevels, KindsFollowFromFunctions) {
  const auto kind = [](const char* text, std::vector<std::int64_t> extents) {
    return flatten(text, std::move(extents))->format.levels().back().kind;
  };
  EXPECT_EQ(kind("BSR(2,2)", {4, 6}), kind("BSR(2,2)", {8, 10}));
  EXPECT_NE(kind("BSR(2,2)", {4, 6}), kind("BSR(2,2)", {4, 5}));  // padded
  EXPECT_NE(kind("BSR(2,2)", {4, 6}), kind("BSR(2,3)", {4, 6}));
  EXPECT_NE(kind("DIA", {4, 5}), kind("DIA", {5, 5}));
}

TEST(FlattenLevels, OthersAreCopied) {
  for (const char* format :
       {"CSR", "CSB(2,2)", "(i, j) -> (i * 8 + j : compressed)",
        "(i, j) -> (i floordiv 2 : compressed, j : compressed, i mod 2 : dense)",
        "(i, j) -> (j floordiv 2 : dense, i : compressed(nonunique), j mod 2 : dense)",
        "(i, j) -> (i floordiv 2 : dense, j mod 2 : dense, j floordiv 2 : compressed, "
        "i mod 2 : dense)",
        "(i, j) -> (i floordiv 2 : dense, j floordiv 2 : dense, i mod 2 : dense, "
        "j mod 2 : dense)"})
    EXPECT_FALSE(flatten(format, {8, 8})) << format;
  EXPECT_FALSE(flatten("BSR(2,2)", {0, 8}));
}

}  // namespace
