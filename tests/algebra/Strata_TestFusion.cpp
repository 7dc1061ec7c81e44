// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Error.hpp>
#include <Strata_Fusion.hpp>
#include <Strata_TestMessage.hpp>
#include <Strata_Tile.hpp>

#include "Strata_IndexMapOracle.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

std::vector<std::string> texts(const std::vector<FusedMap>& maps) {
  std::vector<std::string> result;
  for (const FusedMap& m : maps) result.push_back(m.map.to_string());
  return result;
}

/// exp(p - max(p)) / sum(exp(p - max(p))) over the last dimension of three.
std::pair<Fusion, std::size_t> make_softmax(const Extents& shape) {
  Fusion f;
  const auto reduce         = reduce_maps(shape, 1, {2});
  const auto repeat         = broadcast_maps(reduce.output, shape, {0, 1});
  const std::size_t p       = f.add_parameter(shape);
  const std::size_t initial = f.add_parameter({});
  const std::size_t max     = f.add_operation(reduce, {p, initial});
  const std::size_t maxes   = f.add_operation(repeat, {max});
  const std::size_t minus =
      f.add_operation(elementwise_maps(shape, 2), {p, maxes});
  const std::size_t exp  = f.add_operation(elementwise_maps(shape, 1), {minus});
  const std::size_t sum  = f.add_operation(reduce, {exp, initial});
  const std::size_t sums = f.add_operation(repeat, {sum});
  f.add_operation(elementwise_maps(shape, 2), {exp, sums});
  return {f, p};
}

TEST(Fusion, S3_20_SumWithTransposeReadsTwice) {
  Fusion f;
  const Extents shape{1000, 1000};
  const std::size_t p = f.add_parameter(shape);
  const std::size_t t = f.add_operation(transpose_maps(shape, {1, 0}), {p});
  f.add_operation(elementwise_maps(shape, 2), {p, t});
  const std::string domain = ", domain: d0 in [0, 999], d1 in [0, 999]";
  EXPECT_EQ(texts(f.maps_to(p)),
            (std::vector<std::string>{"(d0, d1) -> (d0, d1)" + domain,
                                      "(d0, d1) -> (d1, d0)" + domain}));
}

TEST(Fusion, S3_21_EqualMapsAreOne) {
  Fusion f;
  const Extents shape{20, 10, 50};
  const auto exp = [&](std::size_t v) {
    return f.add_operation(elementwise_maps(f.extents(v), 1), {v});
  };
  const auto transpose = [&](std::size_t v, std::vector<std::size_t> order) {
    return f.add_operation(transpose_maps(f.extents(v), order), {v});
  };
  const std::size_t p   = f.add_parameter(shape);
  const std::size_t lhs = transpose(exp(transpose(p, {1, 0, 2})), {0, 2, 1});
  const std::size_t rhs = transpose(exp(transpose(p, {2, 1, 0})), {1, 0, 2});
  f.add_operation(elementwise_maps({10, 50, 20}, 2), {lhs, rhs});
  EXPECT_EQ(texts(f.maps_to(p)),
            (std::vector<std::string>{
                "(d0, d1, d2) -> (d2, d0, d1), domain: d0 in [0, 9], "
                "d1 in [0, 49], d2 in [0, 19]"}));
}

TEST(Fusion, S3_22_SoftmaxReadsAnElementAndItsRow) {
  const auto [f, p] = make_softmax({2, 65, 125});
  const std::string domain =
      ", domain: d0 in [0, 1], d1 in [0, 64], d2 in [0, 124]";
  EXPECT_EQ(texts(f.maps_to(p)),
            (std::vector<std::string>{"(d0, d1, d2) -> (d0, d1, d2)" + domain,
                                      "(d0, d1, d2)[s0] -> (d0, d1, s0)" +
                                          domain + ", s0 in [0, 124]"}));
}

TEST(Fusion, PathsAreTheUnionOfAllCompositions) {
  // A slice of a window sum of a padded, reshaped tensor, beside the tensor.
  Fusion f;
  const std::size_t p    = f.add_parameter({4, 6});
  const std::size_t zero = f.add_parameter({});
  const std::size_t flat = f.add_operation(reshape_maps({4, 6}, {24}), {p});
  const std::size_t padded =
      f.add_operation(pad_maps({24}, {{2, 1, 1}}), {flat, zero});
  const auto window         = reduce_window_maps({50}, 1, {{3, 2, 1, 0, 0}});
  const std::size_t windows = f.add_operation(window, {padded, zero});
  f.add_operation(slice_maps({24}, {{1, 20, 3}}), {windows});
  const auto maps = f.maps_to(p);
  ASSERT_EQ(maps.size(), 1);
  Relation expected;
  for (std::int64_t o = 0; o < 7; ++o)
    for (std::int64_t k = 0; k < 3; ++k) {
      const std::int64_t place = (1 + 3 * o) * 2 + k - 2;
      if (place % 2 == 0 && place >= 0 && place / 2 < 24)
        expected.emplace(Coordinates{o},
                         Coordinates{place / 2 / 6, place / 2 % 6});
    }
  EXPECT_EQ(relation_of(maps[0].map), expected);
}

TEST(Fusion, DimensionsOfExtentOneHaveNoName) {
  Fusion f;
  const std::size_t p    = f.add_parameter({1, 8});
  const std::size_t flat = f.add_operation(reshape_maps({1, 8}, {8}), {p});
  const std::size_t back = f.add_operation(reshape_maps({8}, {1, 8}), {flat});
  f.add_operation(elementwise_maps({1, 8}, 2), {p, back});
  EXPECT_EQ(f.maps_to(p).size(), 1);
}

TEST(Fusion, RunTimeVariablesAreTheSameWhenTheyAreLoadedFromTheSamePlace) {
  const auto take = gather_maps({9}, {5, 1}, {0}, {1});
  Fusion f;
  const std::size_t p     = f.add_parameter({9});
  const std::size_t one   = f.add_parameter({5, 1});
  const std::size_t other = f.add_parameter({5, 1});
  const std::size_t a     = f.add_operation(take, {p, one});
  const std::size_t b     = f.add_operation(take, {p, one});
  const std::size_t c     = f.add_operation(take, {p, other});
  f.add_operation(elementwise_maps({5, 1}, 3), {a, b, c});
  const auto maps = f.maps_to(p);
  ASSERT_EQ(maps.size(), 2);
  EXPECT_EQ(maps[1].reads.at(0).operand, one);
  EXPECT_EQ(maps[0].reads.at(0).operand, other);
  EXPECT_EQ(maps[0].reads[0].map.to_string(),
            "(d0, d1) -> (d0, 0), domain: d0 in [0, 4], d1 in [0, 0]");
}

TEST(Fusion, ValuesThatAreNotNeededHaveNoMaps) {
  Fusion f;
  const std::size_t p = f.add_parameter({3});
  const std::size_t q = f.add_parameter({3});
  f.add_operation(elementwise_maps({3}, 1), {q});
  EXPECT_TRUE(f.maps_to(p).empty());
  EXPECT_EQ(f.maps_to(q).size(), 1);
}

TEST(Fusion, MisuseIsRefused) {
  Fusion f;
  const std::size_t p = f.add_parameter({3, 4});
  expect_contains(message_of<ShapeMismatch>([&] {
                    f.add_operation(elementwise_maps({3, 5}, 1), {p});
                  }),
                  "Fusion::add_operation: operands[0]: expected extents that "
                  "hold the results of (d0, d1) -> (d0, d1)");
  expect_contains(message_of<ShapeMismatch>([&] {
                    f.add_operation(elementwise_maps({3, 4}, 2), {p});
                  }),
                  "expected 2 entries, got 1");
  expect_contains(message_of<ShapeMismatch>([&] { (void)f.maps_to(7); }),
                  "expected one of 1 values, got 7");
}

TEST(Tile, S3_42_SoftmaxTilesNeedWholeRows) {
  const auto [f, p] = make_softmax({2, 65, 125});
  const Tile tile{{1, 1, 1}, {8, 4, 1}, {0, 16, 1}};
  const auto maps    = f.maps_to(p);
  const auto element = propagate_tile(maps.at(0).map, tile);
  const auto row     = propagate_tile(maps.at(1).map, tile);
  EXPECT_EQ(element.tile, tile);
  EXPECT_EQ(row.tile, (Tile{{1, 1, 1}, {8, 4, 1}, {0, 125, 1}}));
  EXPECT_TRUE(element.is_exact && row.is_exact);
}

}  // namespace
