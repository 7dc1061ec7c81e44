// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searches in single levels.
#include <utility>

#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;
using Arrays = LevelStorage<DeviceEvaluator>;
using Found  = std::vector<std::pair<std::int64_t, std::int64_t>>;

Arrays coordinates_only(const std::vector<std::int64_t>& coordinates) {
  return {{}, IndexSpan(coordinates.data(), {64, true}), 100};
}

Found find(const std::vector<std::int64_t>& coordinates, LevelType type,
           std::int64_t begin, std::int64_t end, std::int64_t coordinate) {
  Found found;
  DeviceEvaluator b;
  find_coordinate<CompressedLevel>(b, coordinates_only(coordinates), type,
                                   begin, end, coordinate,
                                   [&](std::int64_t first, std::int64_t last) {
                                     found.emplace_back(first, last);
                                   });
  return found;
}

TEST(LevelSearch, LowerBound) {
  const Numbers numbers = {2, 4, 4, 4, 9};
  DeviceEvaluator b;
  const auto bound = [&](std::int64_t c) {
    return lower_bound<SingletonLevel>(b, coordinates_only(numbers),
                                       std::int64_t{0}, std::int64_t{5}, c);
  };
  EXPECT_EQ(bound(0), 0);
  EXPECT_EQ(bound(2), 0);
  EXPECT_EQ(bound(3), 1);
  EXPECT_EQ(bound(4), 1);
  EXPECT_EQ(bound(5), 4);
  EXPECT_EQ(bound(10), 5);
}

TEST(LevelSearch, CoordinatesByProperty) {
  constexpr auto kind      = LevelKind::compressed;
  const LevelType unique   = {kind};
  const LevelType repeated = {kind, false};
  const LevelType shuffled = {kind, false, false};
  EXPECT_EQ(find({1, 3, 5}, unique, 0, 3, 3), (Found{{1, 2}}));
  EXPECT_EQ(find({1, 3, 5}, unique, 0, 3, 4), Found());
  EXPECT_EQ(find({1, 3, 5}, unique, 0, 3, 9), Found());
  EXPECT_EQ(find({1, 3, 5}, unique, 2, 3, 3), Found());
  EXPECT_EQ(find({}, unique, 0, 0, 3), Found());
  EXPECT_EQ(find({1, 3, 3, 3, 5}, repeated, 0, 5, 3), (Found{{1, 4}}));
  EXPECT_EQ(find({3, 1, 3}, shuffled, 0, 3, 3), (Found{{0, 1}, {2, 3}}));
  EXPECT_EQ(find({3, 1, 4}, {kind, true, false}, 0, 3, 1), (Found{{1, 2}}));
}

TEST(LevelSearch, ParentsOfPositions) {
  const Numbers positions = {0, 0, 2, 2, 2, 2, 5, 6, 6};
  const Arrays arrays{IndexSpan(positions.data(), {64, true}), {}, 7};
  const Numbers parents = {1, 1, 5, 5, 5, 6};
  DeviceEvaluator b;
  for (std::int64_t p = 0; p < 6; ++p)
    for (std::int64_t from = 0; from <= parents[p]; ++from)
      EXPECT_EQ(parent_position(CompressedLevel{}, b, arrays, p, from, 8),
                parents[p])
          << p << " from " << from;
  for (std::int64_t p = 0; p < 30; ++p) {
    for (std::int64_t from = 0; from <= p / 7; ++from)
      EXPECT_EQ(parent_position(DenseLevel{}, b, arrays, p, from, 5), p / 7);
    EXPECT_EQ(coordinate_at(DenseLevel{}, b, arrays, p, p / 7), p % 7);
    EXPECT_EQ(parent_position(SingletonLevel{}, b, arrays, p, 0, 30), p);
  }
}

}  // namespace
