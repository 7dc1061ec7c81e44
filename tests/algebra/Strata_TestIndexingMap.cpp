// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Error.hpp>
#include <Strata_IndexingMap.hpp>
#include <Strata_TestMessage.hpp>

#include "Strata_IndexMapOracle.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

std::string parse_error(const std::string& text) {
  return message_of<ParseError>([&] { (void)IndexingMap::parse(text); });
}

const char* const example =
    "(d0)[s0, s1] -> (s0 + 5, d0 * 2, s1 * 3 + 50), domain: d0 in [0, 3], "
    "s0 in [0, 1], s1 in [-2, 2]";

TEST(IndexingMap, S3_01_EvaluatePrintAndParse) {
  const IndexingMap map = IndexingMap::parse(example);
  expect_map(map, example);
  EXPECT_EQ(map({{3}, {1, -2}, {}}), (Coordinates{6, 6, 44}));
  EXPECT_EQ(map.domain.count_points(), 4 * 2 * 5);
  EXPECT_EQ(map.domain.symbols[1], (IndexRange{-2, 2}));
  EXPECT_EQ(map, IndexingMap::of(
                     {AffineExpr::symbol(0) + 5, AffineExpr::dimension(0) * 2,
                      AffineExpr::symbol(1) * 3 + 50},
                     {{{0, 3}}, {{0, 1}, {-2, 2}}, {}, {}}));
  EXPECT_EQ(IndexMap::parse("(d0)[s0, s1] -> (s0+5, d0*2, s1*3+50)"), map.map);
}

TEST(IndexingMap, S3_02_RangesAndConstraintsDefineTheDomain) {
  const std::string map = "(d0)[s0] -> (d0), domain: ";
  const auto parsed     = [&](const std::string& domain) {
    return IndexingMap::parse(map + domain).domain;
  };
  const IndexDomain domain =
      parsed("d0 in [0, 9], s0 in [0, 4], d0 + s0 * 2 in [3, 4]");
  EXPECT_TRUE(domain.contains({{3}, {0}, {}}));
  EXPECT_FALSE(domain.contains({{3}, {1}, {}}));
  EXPECT_FALSE(domain.contains({{10}, {0}, {}}));
  EXPECT_FALSE(domain.is_empty());
  EXPECT_EQ(domain.count_points(), 5);
  EXPECT_TRUE(parsed("d0 in [0, 9], s0 in [0, -1]").is_empty());
  EXPECT_TRUE(
      parsed("d0 in [0, 9], s0 in [0, 4], d0 + s0 in [14, 20]").is_empty());
  // No interval says so: only the search does.
  EXPECT_TRUE(parsed("d0 in [0, 9], s0 in [0, 4], d0 mod 3 in [1, 1], "
                     "(d0 + 2) mod 6 in [1, 2]")
                  .is_empty());
  EXPECT_TRUE(
      parsed("d0 in [0, 999], s0 in [0, 999], d0 * 2 + s0 * 4 in [1001, 1001]")
          .simplified()
          .is_empty());
}

TEST(IndexingMap, TextsRoundTrip) {
  for (const char* text :
       {"() -> ()", "()[s0] -> (s0), domain: s0 in [0, 9]",
        "(d0){rt0} -> (d0 - rt0), domain: d0 in [0, 19], rt0 in [0, 15], "
        "d0 - rt0 in [0, 4]",
        "(d0) -> (-d0 + 3, -((-d0) floordiv 4), -(d0 + 1) - 2), domain: "
        "d0 in [-5, 3], (d0 - 3) mod 7 in [0, 0]",
        "(row, column) -> (column, row), domain: row in [0, 1], "
        "column in [0, 2]"})
    EXPECT_EQ(IndexingMap::parse(text).to_string(), text);
}

TEST(IndexingMap, ErrorsShowThePlace) {
  expect_contains(parse_error("(d0) -> (d0)"),
                  "the domain gives no range for 'd0': write 'd0 in "
                  "[lower, upper]'");
  expect_contains(parse_error("(d0) -> (d0), domain: d0 in [0, x]"),
                  "the upper bound");
  expect_contains(parse_error("(d0) -> (d0), where: d0 in [0, 1]"), "domain");
  expect_contains(parse_error("(d0){s} -> (d0), domain: d0 in [0, 1]"), "'s'");
}

TEST(IndexingMap, MisuseIsRefused) {
  const IndexingMap map = IndexingMap::parse(example);
  expect_contains(message_of<ShapeMismatch>([&] {
                    (void)map({{4}, {0, 0}, {}});
                  }),
                  "outside of its domain");
  expect_contains(message_of<ShapeMismatch>([&] { (void)compose(map, map); }),
                  "compose: first: expected 1 results, got 3");
  expect_contains(message_of<ShapeMismatch>([&] {
                    (void)IndexingMap::of({AffineExpr::symbol(2)}, {});
                  }),
                  "'s2'");
  expect_contains(
      message_of<UnsupportedExpression>([] {
        (void)IndexingMap::parse(
            "(d0)[s0] -> (d0 * s0), domain: d0 in [0, 3], s0 in [1, 2]")
            .inverse();
      }),
      "IndexingMap::inverse: map: expected sums of multiples");
  expect_contains(message_of<UnsupportedExpression>([] {
                    IndexDomain domain;
                    domain.dimensions.push_back(IndexRange::all());
                    domain.for_each_point([](const IndexPoint&) {});
                  }),
                  "bound the variable");
  expect_contains(message_of<UnsupportedExpression>([] {
                    (void)evaluate(*IndexMap::parse("(i) -> (#i)").results[0],
                                   {{1}, {}, {}});
                  }),
                  "counting is known for stored entries only");
}

TEST(IndexingMap, ComposeIsTheRelationOfBoth) {
  const IndexingMap first = IndexingMap::parse(
      "(d0, d1)[s0] -> (d0 * 4 + d1 - s0), domain: d0 in [0, 5], d1 in [0, 3], "
      "s0 in [0, 1]");
  const IndexingMap second = IndexingMap::parse(
      "(d0)[s0] -> (d0 floordiv 3 + s0, d0 mod 3), domain: d0 in [2, 20], "
      "s0 in [0, 1], d0 mod 5 in [1, 4]");
  Relation expected;
  for (const auto& [a, b] : relation_of(first))
    for (const auto& [c, d] : relation_of(second))
      if (b == c) expected.emplace(a, d);
  EXPECT_EQ(relation_of(compose(first, second)), expected);
}

TEST(IndexingMap, InverseOfAnInverse) {
  for (const char* text :
       {"(d0, d1) -> (d1, -d0 + 4), domain: d0 in [0, 4], d1 in [0, 2]",
        "(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 31]",
        "(d0, d1) -> (d0 * 8 + d1), domain: d0 in [0, 3], d1 in [0, 7]",
        "(d0) -> (d0 * 7 + 3), domain: d0 in [0, 2]"})
    EXPECT_EQ(IndexingMap::parse(text).inverse().inverse().to_string(), text);
}

TEST(IndexingMap, InverseOfWhatDoesNotDetermineAllHasSymbols) {
  expect_map(
      IndexingMap::parse("(d0) -> (d0 floordiv 8), domain: d0 in [0, 31]")
          .inverse(),
      "(d0)[s0] -> (d0 * 8 + s0), domain: d0 in [0, 3], s0 in [0, 7]");
  expect_map(
      IndexingMap::parse("(d0) -> (d0, d0), domain: d0 in [0, 3]").inverse(),
      "(d0, d1) -> (d0), domain: d0 in [0, 3], d1 in [0, 3], "
      "d0 - d1 in [0, 0]");
}

TEST(IndexingMap, ImageIsSearchedExactly) {
  const IndexingMap map = IndexingMap::parse(
      "(d0, d1) -> (d0 * 3 + d1, d0 mod 2), domain: d0 in [0, 5], "
      "d1 in [0, 1], d0 + d1 in [0, 5]");
  const auto image = map.image();
  for (std::int64_t a = -1; a < 20; ++a)
    for (std::int64_t b = 0; b < 2; ++b)
      EXPECT_EQ(map.image_contains({a, b}), image.contains({a, b}));
}

}  // namespace
