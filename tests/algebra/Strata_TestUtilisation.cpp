// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Error.hpp>
#include <Strata_TestMessage.hpp>
#include <Strata_Utilisation.hpp>

#include "Strata_IndexMapOracle.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

const IndexingMap& o2i(const OperationMaps& maps, std::size_t operand = 0) {
  return maps.operands[operand].output_to_input;
}

TEST(Utilisation, S3_41_SliceReads375Of10000) {
  const Extents input{10, 20, 50};
  const auto maps = slice_maps(input, {{5, 10, 1}, {3, 20, 7}, {0, 50, 2}});
  EXPECT_EQ(operand_utilisation({o2i(maps)}, input), (Utilisation{375, 10000}));
  EXPECT_DOUBLE_EQ(operand_utilisation({o2i(maps)}, input).fraction(), 0.0375);
}

TEST(Utilisation, S3_41_SparseOperandsCountTheirEntries) {
  const auto maps =
      slice_maps({10, 20, 50}, {{5, 10, 1}, {3, 20, 7}, {0, 50, 2}});
  const std::vector<Coordinates> entries{{5, 3, 0}, {9, 17, 48}, {5, 4, 0},
                                         {4, 3, 0}, {6, 10, 7},  {7, 10, 24}};
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
          << a.to_string() << "\n"
          << b.to_string();
    }
}

TEST(Utilisation, LargeOperandsAreCountedByDimension) {
  const Extents lhs{4, 128000, 256000};
  const auto maps = dot_maps(lhs, {4, 256000, 64}, {{0}, {0}, {2}, {1}});
  const auto used = operand_utilisation({o2i(maps)}, lhs);
  EXPECT_EQ(used.read, used.total);
  const auto half =
      slice_maps(lhs, {{0, 4, 1}, {0, 128000, 2}, {0, 256000, 4}});
  EXPECT_DOUBLE_EQ(operand_utilisation({o2i(half)}, lhs).fraction(), 0.125);
}

TEST(Utilisation, MisuseIsRefused) {
  const auto map = IndexingMap::identity({4, 4});
  expect_contains(message_of<ShapeMismatch>([&] {
                    (void)operand_utilisation({map}, {4, 3});
                  }),
                  "operand_utilisation: maps: expected results inside of "
                  "[4, 3]");
  expect_contains(
      message_of<ShapeMismatch>([&] { (void)operand_utilisation({map}, {4}); }),
      "expected 1 results");
}

}  // namespace
