// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Error.hpp>
#include <Strata_MemorySteps.hpp>
#include <Strata_OperationMaps.hpp>
#include <Strata_TestMessage.hpp>
#include <Strata_Tile.hpp>
#include <Strata_Utilisation.hpp>

#include "Strata_IndexMapOracle.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

const IndexingMap& o2i(const OperationMaps& maps, std::size_t operand = 0) {
  return maps.operands[operand].output_to_input;
}

TEST(MemorySteps, S3_40_TheLayoutDecidesTheLane) {
  const auto add = elementwise_maps({64, 32}, 2);
  const std::vector<std::int64_t> right{32, 1}, left{1, 64};
  const auto lane = [&](const std::vector<std::int64_t>& strides) {
    return choose_lane({{IndexingMap::identity({64, 32}), strides},
                        {o2i(add, 0), strides},
                        {o2i(add, 1), strides}});
  };
  EXPECT_EQ(lane(right), 1u);
  EXPECT_EQ(lane(left), 0u);
  // With a transposed operand, two of three decide.
  const auto t = transpose_maps({32, 64}, {1, 0});
  EXPECT_EQ(choose_lane({{IndexingMap::identity({64, 32}), right},
                         {o2i(add), right},
                         {o2i(t), {64, 1}}}),
            1u);
}

TEST(MemorySteps, StepsAreExactOrUnknown) {
  const AffineExprPtr d0 = AffineExpr::dimension(0);
  const auto step = [&](const std::string& text,
                        const std::vector<std::int64_t>& strides,
                        const AffineExprPtr& loop) {
    return memory_step({IndexingMap::parse(text), strides}, loop);
  };
  const std::string split =
      "(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 31]";
  EXPECT_EQ(step(split, {8, 1}, d0), 1);
  EXPECT_EQ(step(split, {1, 4}, d0), std::nullopt);
  const std::string row =
      "(d0)[s0] -> (d0, -s0 + 4), domain: d0 in [0, 3], s0 in [0, 4]";
  EXPECT_EQ(step(row, {5, 1}, d0), 5);
  EXPECT_EQ(step(row, {5, 1}, AffineExpr::symbol(0)), -1);
  EXPECT_EQ(step("(d0) -> (d0), domain: d0 in [3, 3]", {7}, d0), 0);
  expect_contains(message_of<ShapeMismatch>([&] { step(row, {1}, d0); }),
                  "memory_step: strides: expected 2, got 1");
}

TEST(Utilisation, S3_41_SliceReads375Of10000) {
  const Extents input{10, 20, 50};
  const auto maps = slice_maps(input, {{5, 10, 1}, {3, 20, 7}, {0, 50, 2}});
  EXPECT_EQ(operand_utilisation({o2i(maps)}, input),
            (Utilisation{375, 10000}));
  EXPECT_DOUBLE_EQ(operand_utilisation({o2i(maps)}, input).fraction(), 0.0375);
}

TEST(Utilisation, S3_41_SparseOperandsCountTheirEntries) {
  const auto maps =
      slice_maps({10, 20, 50}, {{5, 10, 1}, {3, 20, 7}, {0, 50, 2}});
  const std::vector<Coordinates> entries{
      {5, 3, 0}, {9, 17, 48}, {5, 4, 0}, {4, 3, 0}, {6, 10, 7}, {7, 10, 24}};
  EXPECT_EQ(stored_utilisation({o2i(maps)}, entries), (Utilisation{3, 6}));
  EXPECT_EQ(stored_utilisation({}, entries), (Utilisation{0, 6}));
}

TEST(Utilisation, CountsAgreeWithEnumeration) {
  const Extents shape{6, 8};
  const std::vector<IndexingMap> maps{
      o2i(slice_maps(shape, {{0, 6, 2}, {1, 8, 3}})),
      o2i(concatenate_maps({shape, {6, 2}}, 1)),
      o2i(dot_maps(shape, {8, 3}, {{}, {}, {1}, {0}})),
      o2i(reduce_window_maps(shape, 1, {{2, 3, 1, 0, 0}, {2, 5, 2, 0, 0}})),
      IndexingMap::parse("(d0) -> (d0, d0), domain: d0 in [0, 5]"),
      IndexingMap::parse("(d0) -> (d0, d0 + 2), domain: d0 in [0, 5]"),
      IndexingMap::parse("(d0) -> (d0, 3), domain: d0 in [0, 9], "
                         "d0 in [0, 5], d0 mod 2 in [1, 1]"),
      IndexingMap::parse("(d0) -> (0, d0), domain: d0 in [4, 2]")};
  for (const IndexingMap& a : maps)
    for (const IndexingMap& b : maps) {
      auto read = a.image();
      read.merge(b.image());
      EXPECT_EQ(operand_utilisation({a, b}, shape),
                (Utilisation{std::ssize(read), 48}))
          << a.to_string() << "\n" << b.to_string();
    }
}

TEST(Utilisation, LargeOperandsAreCountedByDimension) {
  const Extents lhs{4, 128000, 256000};
  const auto maps = dot_maps(lhs, {4, 256000, 64}, {{0}, {0}, {2}, {1}});
  const auto used = operand_utilisation({o2i(maps)}, lhs);
  EXPECT_EQ(used.read, used.total);
  const auto half = slice_maps(lhs, {{0, 4, 1}, {0, 128000, 2}, {0, 256000, 4}});
  EXPECT_DOUBLE_EQ(operand_utilisation({o2i(half)}, lhs).fraction(), 0.125);
}

TEST(Utilisation, MisuseIsRefused) {
  const auto map = IndexingMap::identity({4, 4});
  expect_contains(message_of<ShapeMismatch>(
                      [&] { (void)operand_utilisation({map}, {4, 3}); }),
                  "operand_utilisation: maps: expected results inside of "
                  "[4, 3]");
  expect_contains(message_of<ShapeMismatch>(
                      [&] { (void)operand_utilisation({map}, {4}); }),
                  "expected 1 results");
}

TEST(Tile, S3_42_DotTileNeedsRowsAndColumns) {
  const auto maps = dot_maps({128, 256}, {256, 64}, {{}, {}, {1}, {0}});
  const Tile tile{{32, 16, 1}, {48, 16, 1}};
  const auto lhs = propagate_tile(o2i(maps, 0), tile);
  const auto rhs = propagate_tile(o2i(maps, 1), tile);
  EXPECT_EQ(lhs.tile, (Tile{{32, 16, 1}, {0, 256, 1}}));
  EXPECT_EQ(rhs.tile, (Tile{{0, 256, 1}, {48, 16, 1}}));
  EXPECT_TRUE(lhs.is_exact && rhs.is_exact);
}

/// What a tile reads, by enumeration.
std::set<Coordinates> read_by(const IndexingMap& map, const Tile& tile) {
  std::set<Coordinates> elements;
  const auto inside = tile_map(tile).image();
  for (const auto& [o, i] : relation_of(map))
    if (inside.contains(o)) elements.insert(i);
  return elements;
}

TEST(Tile, OperandTilesHoldWhatIsReadAndNoMore) {
  const std::vector<IndexingMap> maps{
      IndexingMap::identity({12, 16}),
      o2i(transpose_maps({16, 12}, {1, 0})),
      o2i(reverse_maps({12, 16}, {0, 1})),
      o2i(reshape_maps({24, 8}, {12, 16})),
      o2i(reshape_maps({192}, {12, 16})),
      o2i(reshape_maps({4, 3, 4, 4}, {12, 16})),
      o2i(slice_maps({40, 70}, {{2, 38, 3}, {4, 67, 4}})),
      o2i(pad_maps({4, 4}, {{1, 4, 1}, {4, 8, 0}})),
      o2i(concatenate_maps({{12, 6}, {12, 10}}, 1), 1),
      o2i(reduce_window_maps({24, 17}, 1, {{2, 2, 1, 0, 0}, {2, 1, 1, 0, 0}})),
      IndexingMap::parse("(d0, d1) -> (d0, d0 + d1), domain: d0 in [0, 11], "
                         "d1 in [0, 15]")};
  const std::vector<Tile> tiles{{{0, 12, 1}, {0, 16, 1}},
                                {{2, 3, 1}, {4, 4, 1}},
                                {{1, 4, 3}, {3, 5, 2}},
                                {{11, 1, 1}, {8, 16, 1}},
                                {{0, 2, 1}, {0, 0, 1}}};
  for (const IndexingMap& map : maps)
    for (const Tile& tile : tiles) {
      const OperandTile result = propagate_tile(map, tile);
      const auto read          = read_by(map, tile);
      const auto held          = tile_map(result.tile).image();
      EXPECT_TRUE(std::includes(held.begin(), held.end(), read.begin(),
                                read.end()))
          << map.to_string();
      EXPECT_EQ(result.is_exact, held == read) << map.to_string();
    }
}

TEST(Tile, MisuseIsRefused) {
  const auto map = IndexingMap::identity({4, 4});
  expect_contains(message_of<ShapeMismatch>(
                      [&] { (void)propagate_tile(map, {{0, 2, 1}}); }),
                  "propagate_tile: tile: expected 2 dimensions, got 1");
  expect_contains(message_of<ShapeMismatch>(
                      [&] { (void)propagate_tile(map, {{0, 2, 1}, {0, 1, 0}}); }),
                  "check dimension 1");
}

}  // namespace
