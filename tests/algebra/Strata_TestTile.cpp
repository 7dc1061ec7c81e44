// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <Strata_Error.hpp>
#include <Strata_OperationMaps.hpp>
#include <Strata_TestMessage.hpp>
#include <Strata_Tile.hpp>

#include "Strata_IndexMapOracle.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

const IndexingMap& o2i(const OperationMaps& maps, std::size_t operand = 0) {
  return maps.operands[operand].output_to_input;
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
      EXPECT_TRUE(
          std::includes(held.begin(), held.end(), read.begin(), read.end()))
          << map.to_string();
      EXPECT_EQ(result.is_exact, held == read) << map.to_string();
    }
}

TEST(Tile, MisuseIsRefused) {
  const auto map = IndexingMap::identity({4, 4});
  expect_contains(message_of<ShapeMismatch>([&] {
                    (void)propagate_tile(map, {{0, 2, 1}});
                  }),
                  "propagate_tile: tile: expected 2 dimensions, got 1");
  expect_contains(message_of<ShapeMismatch>([&] {
                    (void)propagate_tile(map, {{0, 2, 1}, {0, 1, 0}});
                  }),
                  "check dimension 1");
}

}  // namespace
