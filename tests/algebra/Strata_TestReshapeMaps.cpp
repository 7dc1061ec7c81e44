// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_OperationMaps.hpp>

#include "Strata_IndexMapOracle.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

/// Elements in the same place of row-major order.
Relation same_place(const Extents& output, const Extents& input) {
  Relation pairs;
  const auto from = elements_of(input), to = elements_of(output);
  for (std::size_t i = 0; i < from.size(); ++i) pairs.emplace(to[i], from[i]);
  return pairs;
}

/// A reshape with its four maps: as they print, and as the longer text that
/// the definition gives.
void expect_reshape(const Extents& input, const Extents& output,
                    const std::string& o2i, const std::string& i2o) {
  const OperandMaps maps = reshape_maps(input, output).operands[0];
  expect_map(maps.output_to_input, o2i);
  expect_map(maps.input_to_output, i2o);
  expect_relation(maps, same_place(output, input));
}

void expect_simplifies(const std::string& given, const std::string& to) {
  const IndexingMap map = IndexingMap::parse(given);
  expect_map(map.simplified(), to);
  EXPECT_EQ(relation_of(map.simplified()), relation_of(map));
}

TEST(ReshapeMaps, S3_11_CollapseAndExpand) {
  const std::string apart =
      "(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 31]";
  const std::string together =
      "(d0, d1) -> (d0 * 8 + d1), domain: d0 in [0, 3], d1 in [0, 7]";
  expect_reshape({4, 8}, {32}, apart, together);
  expect_reshape({32}, {4, 8}, together, apart);
}

TEST(ReshapeMaps, S3_12_GenericReshape) {
  const std::string out = ", domain: d0 in [0, 1], d1 in [0, 3], d2 in [0, 3]";
  const std::string in  = ", domain: d0 in [0, 3], d1 in [0, 7]";
  const std::string o2i =
      "(d0, d1, d2) -> (d0 * 2 + d1 floordiv 2, d2 + (d1 mod 2) * 4)" + out;
  const std::string i2o =
      "(d0, d1) -> (d0 floordiv 2, d1 floordiv 4 + (d0 mod 2) * 2, d1 mod 4)" +
      in;
  expect_reshape({4, 8}, {2, 4, 4}, o2i, i2o);
  expect_simplifies(
      "(d0, d1, d2) -> (2 * d0 + (4 * d1 + d2) floordiv 8, "
      "(4 * d1 + d2) mod 8)" +
          out,
      o2i);
  expect_simplifies(
      "(d0, d1) -> ((8 * d0 + d1) floordiv 16, "
      "((8 * d0 + d1) mod 16) floordiv 4, d1 mod 4)" +
          in,
      i2o);
}

TEST(ReshapeMaps, S3_13_CollapseOutsideExpandInside) {
  expect_reshape({4, 8, 12}, {32, 3, 4},
                 "(d0, d1, d2) -> (d0 floordiv 8, d0 mod 8, d1 * 4 + d2), "
                 "domain: d0 in [0, 31], d1 in [0, 2], d2 in [0, 3]",
                 "(d0, d1, d2) -> (d0 * 8 + d1, d2 floordiv 4, d2 mod 4), "
                 "domain: d0 in [0, 3], d1 in [0, 7], d2 in [0, 11]");
}

TEST(ReshapeMaps, S3_14_BitcastIsTransposeReshapeTranspose) {
  const Extents input{6, 4}, output{2, 4, 3};
  const std::vector<std::size_t> from{1, 0}, to{1, 2, 0};
  const auto bitcast = bitcast_maps(input, output, from, to).operands[0];
  // In memory: input 4 x 6; output 4 x 3 x 2.
  const auto first  = transpose_maps({2, 4, 3}, {1, 2, 0}).operands[0];
  const auto middle = reshape_maps({4, 6}, {4, 3, 2}).operands[0];
  const auto last   = transpose_maps({6, 4}, {1, 0}).operands[0];
  EXPECT_EQ(bitcast.output_to_input,
            compose(compose(first.input_to_output, middle.output_to_input),
                    last.output_to_input));
  Relation expected;
  for (const auto& [o, i] : same_place({4, 3, 2}, {4, 6}))
    expected.emplace(Coordinates{o[2], o[0], o[1]}, Coordinates{i[1], i[0]});
  expect_relation(bitcast, expected);
  EXPECT_EQ(bitcast_maps({4, 8}, {2, 4, 4}).operands[0].output_to_input,
            reshape_maps({4, 8}, {2, 4, 4}).operands[0].output_to_input);
}

TEST(ReshapeMaps, S3_35_ChainedReshapesCancel) {
  const auto there = reshape_maps({10, 10, 10}, {50, 20}).operands[0];
  const auto back  = reshape_maps({50, 20}, {10, 10, 10}).operands[0];
  EXPECT_EQ(compose(back.output_to_input, there.output_to_input),
            IndexingMap::identity({10, 10, 10}));
  EXPECT_EQ(compose(there.output_to_input, there.input_to_output),
            IndexingMap::identity({50, 20}));
}

TEST(ReshapeMaps, EveryPairOfShapesOf24AgreesWithRowMajorOrder) {
  std::vector<Extents> shapes{{24},         {24, 1},      {1, 24},   {2, 12},
                              {12, 2},      {3, 8},       {8, 3},    {4, 6},
                              {6, 4},       {2, 3, 4},    {4, 3, 2}, {3, 2, 4},
                              {2, 2, 6},    {2, 1, 3, 4}, {6, 2, 2}, {1, 1, 24},
                              {2, 2, 2, 3}, {3, 2, 2, 2}};
  for (const Extents& input : shapes)
    for (const Extents& output : shapes) {
      const auto maps = reshape_maps(input, output).operands[0];
      expect_relation(maps, same_place(output, input));
      // There and back again, through any other shape.
      const auto back = reshape_maps(output, input).operands[0];
      EXPECT_EQ(
          relation_of(compose(back.output_to_input, maps.output_to_input)),
          same_place(input, input));
    }
}

}  // namespace
