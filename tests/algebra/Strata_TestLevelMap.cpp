// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formats whose levels store expressions: text, extents, and both directions of
// the map against all elements and all level coordinates.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include <Strata_FormatName.hpp>
#include <Strata_LevelMap.hpp>
#include <Strata_TestMessage.hpp>

namespace {

using namespace Strata;
using Point  = std::vector<std::int64_t>;
using Points = std::set<Point>;

Point evaluate_all(const std::vector<AffineExprPtr>& expressions,
                   const Point& point) {
  Point values;
  for (const AffineExprPtr& e : expressions)
    values.push_back(evaluate(*e, {point, {}, {}}));
  return values;
}

bool is_stored(const LevelMap& map, const Point& levels) {
  return std::all_of(map.stored.begin(), map.stored.end(), [&](const auto& c) {
    return c.range.contains(evaluate(*c.expression, {levels, {}, {}}));
  });
}

/// Every element has its own level coordinates and comes back from them; all
/// other level coordinates are padding.
void expect_inverse(const char* text, const Point& extents,
                    const Point& level_extents) {
  SCOPED_TRACE(text);
  const TensorFormat format = TensorFormat::parse(text);
  EXPECT_EQ(TensorFormat::parse(format.to_string()), format);
  EXPECT_EQ(TensorFormat::parse(format.to_encoding()), format);
  EXPECT_EQ(TensorFormat::parse(name_of(format)), format);
  const LevelMap map = LevelMap::of(format, extents);
  EXPECT_EQ(map.extents, level_extents);
  EXPECT_EQ(format.level_extents(extents), level_extents);
  Points images;
  IndexDomain::of_extents(extents).for_each_point([&](const IndexPoint& p) {
    const Point levels = evaluate_all(map.to_levels, p.dimensions);
    EXPECT_TRUE(images.insert(levels).second);
    EXPECT_TRUE(is_stored(map, levels));
    EXPECT_EQ(evaluate_all(map.to_dimensions, levels), p.dimensions);
  });
  IndexDomain::of_extents(level_extents)
      .for_each_point([&](const IndexPoint& p) {
        EXPECT_EQ(is_stored(map, p.dimensions), images.contains(p.dimensions));
      });
}

TEST(LevelMap, Blocks) {  // S0-20, S0-21
  expect_inverse("BSR(2,3)", {20, 30}, {10, 10, 2, 3});
  expect_inverse("BSR(2,2)", {4, 6}, {2, 3, 2, 2});
  expect_inverse("BSR(4,3)", {7, 5}, {2, 2, 4, 3});
  expect_inverse("BSR(2,3)", {1, 1}, {1, 1, 2, 3});
  expect_inverse("CSB(4,2)", {6, 9}, {2, 5, 4, 2});
  expect_inverse(
      "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : compressed)",
      {3, 10}, {3, 3, 4});
  expect_inverse(
      "(i, j, k) -> (k floordiv 2 : dense, i floordiv 3 : compressed, "
      "j : compressed, i mod 3 : dense, k mod 2 : dense)",
      {4, 2, 3}, {2, 2, 2, 3, 2});
  expect_inverse(
      "(i) -> (i floordiv 6 : compressed, (i floordiv 2) mod 3 : dense, "
      "i mod 2 : dense)",
      {15}, {3, 3, 2});
  const char* const nested =
      "(i, j) -> (i floordiv 4 : dense, j floordiv 4 : compressed, (i mod 4) floordiv 2 : "
      "dense, (j mod 4) floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)";
  expect_inverse(nested, {9, 10}, {3, 3, 2, 2, 2, 2});
  expect_inverse(nested, {4, 5}, {1, 2, 2, 2, 2, 2});
  expect_inverse(nested, {1, 7}, {1, 2, 1, 2, 2, 2});
  expect_inverse(nested, {2, 3}, {1, 1, 1, 2, 2, 2});
  expect_inverse(
      "(i) -> (i floordiv 12 : dense, (i mod 12) floordiv 4 : dense, i mod 4 : dense)", {31},
      {3, 3, 4});
  expect_inverse("BSR(1,1)", {3, 5}, {3, 5, 1, 1});
}

// What one dimension adds to another goes round.
TEST(LevelMap, Residues) {
  expect_inverse("(i, j) -> (i : dense, (i + j) mod 6 : compressed)", {4, 6}, {4, 6});
  expect_inverse("(i, j) -> ((i + j) mod 6 : compressed, i : dense)", {4, 5}, {6, 4});
  expect_inverse("(i, j) -> ((j - i) mod 6 : compressed, i : dense)", {9, 6}, {6, 9});
  expect_inverse("(i, j) -> ((i * 3 - j) mod 7 : compressed, i : dense)", {9, 2}, {7, 9});
  expect_inverse("(i, j) -> (i : dense, (i floordiv 2 + j) mod 4 : compressed)", {5, 4}, {5, 4});
}

TEST(LevelMap, Combinations) {
  expect_inverse("DIA", {3, 4}, {6, 3});
  expect_inverse("(i, j) -> (j - i : dense, j : compressed)", {4, 2}, {5, 2});
  expect_inverse("(i, j) -> (i + j : compressed, i : compressed)", {3, 3},
                 {5, 3});
  expect_inverse("(i, j) -> (i * 8 + j : compressed)", {8, 8}, {64});  // S0-02
  expect_inverse("(i, j) -> (i * 8 + j : compressed)", {2, 5}, {13});
  expect_inverse("(i, j) -> (j * 3 + i : dense)", {3, 4}, {12});
  expect_inverse("(i, j) -> (-i + 4 : dense, j : compressed)", {5, 2}, {5, 2});
  expect_inverse(
      "(i, j) -> ((i * 8 + j) floordiv 16 : dense, (i * 8 + j) mod 16 : "
      "compressed)",
      {5, 8}, {3, 16});
}

TEST(LevelMap, NoElements) {
  const LevelMap map = LevelMap::of(Formats::bsr(2, 3), {0, 4});
  EXPECT_EQ(map.extents, (Point{0, 2, 2, 3}));
  EXPECT_FALSE(is_stored(map, {0, 0, 0, 0}));
}

TEST(LevelMap, SeedText) {  // S0-02, S0-03, S0-14, S0-21
  EXPECT_EQ(Formats::bsr(2, 3).to_string(),
            "(d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : compressed, "
            "d0 mod 2 : dense, d1 mod 3 : dense)");
  EXPECT_EQ(TensorFormat::parse(
                "#BSR = #sparse_tensor.encoding<{ map = ( i, j ) -> (\n"
                " i floordiv 2 : dense, j floordiv 3 : compressed,\n"
                " i mod 2 : dense, j mod 3 : dense ) }>"),
            Formats::bsr(2, 3));
  EXPECT_EQ(TensorFormat::parse(
                "{ ib, jb, ii, jj } (i = ib * 2 + ii, j = jb * 3 + jj) -> ("
                "ib = i floordiv 2 : dense, jb = j floordiv 3 : compressed, "
                "ii = i mod 2 : dense, jj = j mod 3 : dense)"),
            Formats::bsr(2, 3));
  EXPECT_EQ(name_of(Formats::bsr(2, 3).with_index_types({32}, {32})),
            "BSR(2,3)<32>");
  EXPECT_EQ(TensorFormat::parse("BSR(2,3)<64, i32>"),
            Formats::bsr(2, 3).with_index_types({64}, {32, true}));
  EXPECT_EQ(name_of(Formats::csb(8, 8)), "CSB(8,8)");
  EXPECT_EQ(name_of(Formats::dia()), "DIA");
  EXPECT_FALSE(Formats::bsr(2, 2).is_permutation());
  EXPECT_FALSE(
      TensorFormat::parse("(i, j) -> (i * 8 + j : dense)").is_dense());
  EXPECT_EQ(Formats::bsr(2, 3).level_space(),
            TensorFormat::parse("(a, b, c, d) -> (a : dense, b : compressed, "
                                "c : dense, d : dense)"));
}

TEST(LevelMap, Refusals) {
  using Strata::Testing::expect_contains;
  using Strata::Testing::message_of;
  expect_contains(
      message_of<FormatMismatch>([] {
        LevelMap::of(TensorFormat::parse("(i, j) -> (i * 8 + j : compressed)"),
                     {8, 9});
      }),
      "are not known to tell all elements along dimension");
  expect_contains(
      message_of<FormatMismatch>([] {
        LevelMap::of(TensorFormat::parse("(i, j) -> (i : dense, (i + j) mod 6 : compressed)"),
                     {4, 7});
      }),
      "are not known to tell all elements along dimension 'j' apart");
  expect_contains(message_of<FormatMismatch>([] {
                    Formats::bsr(2, 3).dimension_of_level(0);
                  }),
                  "levels that store one dimension each");
  expect_contains(message_of<FormatMismatch>([] { Formats::bsr(0, 3); }),
                  "at least one row and one column, got 0 x 3");
  const std::int64_t large = std::int64_t{1} << 40;
  expect_contains(message_of<IndexOverflow>([&] {
                    TensorFormat::parse(
                        "(i, j) -> (i * 1099511627776 + j : compressed)")
                        .level_extents({large, large});
                  }),
                  "at most 2^63 - 1 coordinates");
  expect_contains(
      message_of<ShapeMismatch>([] { LevelMap::of(Formats::dia(), {3}); }),
      "2 extents");
}

}  // namespace
