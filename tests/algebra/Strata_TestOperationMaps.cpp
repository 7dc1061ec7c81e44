// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <Strata_Error.hpp>
#include <Strata_OperationMaps.hpp>
#include <Strata_TestMessage.hpp>

#include "Strata_IndexMapOracle.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

TEST(OperationMaps, S3_03_ReduceOfFourDimensionsToTwo) {
  const auto maps = reduce_maps({2, 4, 8, 16}, 1, {0, 3});
  EXPECT_EQ(maps.output, (Extents{4, 8}));
  expect_map(maps.operands[0].output_to_input,
             "(d0, d1)[s0, s1] -> (s0, d0, d1, s1), domain: d0 in [0, 3], "
             "d1 in [0, 7], s0 in [0, 1], s1 in [0, 15]");
  expect_directions_agree(maps.operands[0]);
}

TEST(OperationMaps, S3_04_ElementwiseIsTheIdentityBothWays) {
  const auto maps = elementwise_maps({10, 20}, 2);
  ASSERT_EQ(maps.operands.size(), 2);
  for (const OperandMaps& operand : maps.operands) {
    const char* text =
        "(d0, d1) -> (d0, d1), domain: d0 in [0, 9], d1 in [0, 19]";
    expect_map(operand.output_to_input, text);
    expect_map(operand.input_to_output, text);
  }
}

TEST(OperationMaps, S3_05_BroadcastGoesToASlice) {
  const auto maps = broadcast_maps({20}, {10, 20, 30}, {1}).operands[0];
  expect_map(maps.output_to_input,
             "(d0, d1, d2) -> (d1), domain: d0 in [0, 9], d1 in [0, 19], "
             "d2 in [0, 29]");
  expect_map(maps.input_to_output,
             "(d0)[s0, s1] -> (s0, d0, s1), domain: d0 in [0, 19], "
             "s0 in [0, 9], s1 in [0, 29]");
  expect_relation(maps, relation_where({10, 20, 30}, {20},
                                       [](const auto& o, const auto& i) {
                                         return o[1] == i[0];
                                       }));
}

TEST(OperationMaps, S3_06_ConstantsAndCountersHaveNoInputs) {
  const auto maps = constant_maps({2, 4});
  EXPECT_TRUE(maps.operands.empty());
  EXPECT_EQ(maps.output, (Extents{2, 4}));
  // Seen from a scalar, the whole output is its output.
  const auto scalar = broadcast_maps({}, {2, 4}, {}).operands[0];
  expect_map(scalar.input_to_output,
             "()[s0, s1] -> (s0, s1), domain: s0 in [0, 1], s1 in [0, 3]");
  expect_directions_agree(scalar);
}

TEST(OperationMaps, S3_07_TransposePermutes) {
  const auto maps = transpose_maps({3, 12288, 6, 128}, {0, 2, 3, 1});
  EXPECT_EQ(maps.output, (Extents{3, 6, 128, 12288}));
  expect_map(maps.operands[0].output_to_input,
             "(d0, d1, d2, d3) -> (d0, d3, d1, d2), domain: d0 in [0, 2], "
             "d1 in [0, 5], d2 in [0, 127], d3 in [0, 12287]");
  expect_map(maps.operands[0].input_to_output,
             "(d0, d1, d2, d3) -> (d0, d2, d3, d1), domain: d0 in [0, 2], "
             "d1 in [0, 12287], d2 in [0, 5], d3 in [0, 127]");
  const auto small = transpose_maps({3, 12, 6, 8}, {0, 2, 3, 1}).operands[0];
  Relation expected;
  for (const auto& o : elements_of({3, 6, 8, 12}))
    expected.emplace(o, Coordinates{o[0], o[3], o[1], o[2]});
  expect_relation(small, expected);
}

TEST(OperationMaps, S3_08_ReverseCountsFromTheEnd) {
  const auto maps = reverse_maps({1, 17, 9, 9}, {1, 2}).operands[0];
  const char* text =
      "(d0, d1, d2, d3) -> (d0, -d1 + 16, -d2 + 8, d3), domain: d0 in [0, 0], "
      "d1 in [0, 16], d2 in [0, 8], d3 in [0, 8]";
  expect_map(maps.output_to_input, text);
  expect_map(maps.input_to_output, text);
  Relation expected;
  for (const auto& o : elements_of({1, 17, 9, 9}))
    expected.emplace(o, Coordinates{o[0], 16 - o[1], 8 - o[2], o[3]});
  expect_relation(maps, expected);
}

TEST(OperationMaps, S3_09_VariadicReduceHasInputsAndInitialValues) {
  const auto maps = reduce_maps({256, 10}, 2, {0});
  ASSERT_EQ(maps.operands.size(), 4);
  for (std::size_t j : {0, 1}) {
    const OperandMaps& input   = maps.operands[j];
    const OperandMaps& initial = maps.operands[2 + j];
    expect_map(input.output_to_input,
               "(d0)[s0] -> (s0, d0), domain: d0 in [0, 9], s0 in [0, 255]");
    expect_map(input.input_to_output,
               "(d0, d1) -> (d1), domain: d0 in [0, 255], d1 in [0, 9]");
    expect_map(initial.output_to_input, "(d0) -> (), domain: d0 in [0, 9]");
    expect_map(initial.input_to_output, "()[s0] -> (s0), domain: s0 in [0, 9]");
    expect_relation(input, relation_where({10}, {256, 10},
                                          [](const auto& o, const auto& i) {
                                            return o[0] == i[1];
                                          }));
    expect_directions_agree(initial);
  }
}

TEST(OperationMaps, S3_10_SliceBothWaysAtAll375Points) {
  const auto maps =
      slice_maps({10, 20, 50}, {{5, 10, 1}, {3, 20, 7}, {0, 50, 2}});
  EXPECT_EQ(maps.output, (Extents{5, 3, 25}));
  const OperandMaps& both = maps.operands[0];
  expect_map(both.output_to_input,
             "(d0, d1, d2) -> (d0 + 5, d1 * 7 + 3, d2 * 2), domain: "
             "d0 in [0, 4], d1 in [0, 2], d2 in [0, 24]");
  expect_map(both.input_to_output,
             "(d0, d1, d2) -> (d0 - 5, (d1 - 3) floordiv 7, d2 floordiv 2), "
             "domain: d0 in [5, 9], d1 in [3, 17], d2 in [0, 48], "
             "d2 mod 2 in [0, 0], (d1 - 3) mod 7 in [0, 0]");
  EXPECT_EQ(both.input_to_output.domain.count_points(), 375);
  Relation expected;
  for (const auto& o : elements_of({5, 3, 25}))
    expected.emplace(o, Coordinates{o[0] + 5, 7 * o[1] + 3, 2 * o[2]});
  EXPECT_EQ(expected.size(), 375);
  expect_relation(both, expected);
}

TEST(OperationMaps, S3_15_ConcatenateHasDisjointDomains) {
  const auto maps = concatenate_maps({{3, 50}, {3, 30}}, 1);
  EXPECT_EQ(maps.output, (Extents{3, 80}));
  expect_map(maps.operands[0].output_to_input,
             "(d0, d1) -> (d0, d1), domain: d0 in [0, 2], d1 in [0, 49]");
  expect_map(maps.operands[1].output_to_input,
             "(d0, d1) -> (d0, d1 - 50), domain: d0 in [0, 2], d1 in [50, 79]");
  expect_map(maps.operands[1].input_to_output,
             "(d0, d1) -> (d0, d1 + 50), domain: d0 in [0, 2], d1 in [0, 29]");
  for (const OperandMaps& operand : maps.operands)
    expect_directions_agree(operand);
  std::size_t first = 0, second = 0;
  for (const auto& o : elements_of(maps.output)) {
    const bool in_first =
        maps.operands[0].output_to_input.domain.contains({o, {}, {}});
    EXPECT_NE(in_first,
              maps.operands[1].output_to_input.domain.contains({o, {}, {}}));
    ++(in_first ? first : second);
  }
  EXPECT_EQ(first, 150);
  EXPECT_EQ(second, 90);
}

TEST(OperationMaps, S3_16_DotOfBatches) {
  const DotDimensions dims{{0}, {0}, {2}, {1}};
  const auto maps = dot_maps({4, 128, 256}, {4, 256, 64}, dims);
  EXPECT_EQ(maps.output, (Extents{4, 128, 64}));
  const std::string domain =
      ", domain: d0 in [0, 3], d1 in [0, 127], d2 in [0, 63], s0 in [0, 255]";
  expect_map(maps.operands[0].output_to_input,
             "(d0, d1, d2)[s0] -> (d0, d1, s0)" + domain);
  expect_map(maps.operands[1].output_to_input,
             "(d0, d1, d2)[s0] -> (d0, s0, d2)" + domain);
  expect_map(maps.operands[0].input_to_output,
             "(d0, d1, d2)[s0] -> (d0, d1, s0), domain: d0 in [0, 3], "
             "d1 in [0, 127], d2 in [0, 255], s0 in [0, 63]");
  expect_map(maps.operands[1].input_to_output,
             "(d0, d1, d2)[s0] -> (d0, s0, d2), domain: d0 in [0, 3], "
             "d1 in [0, 255], d2 in [0, 63], s0 in [0, 127]");
  const auto small = dot_maps({2, 4, 3}, {2, 3, 5}, dims);
  expect_relation(
      small.operands[0],
      relation_where({2, 4, 5}, {2, 4, 3}, [](const auto& o, const auto& i) {
        return o[0] == i[0] && o[1] == i[1];
      }));
  expect_relation(
      small.operands[1],
      relation_where({2, 4, 5}, {2, 3, 5}, [](const auto& o, const auto& i) {
        return o[0] == i[0] && o[2] == i[2];
      }));
}

TEST(OperationMaps, S3_17_PadReadsOnlyWhatIsNotPadding) {
  const auto maps = pad_maps({4, 4}, {{1, 4, 1}, {4, 8, 0}});
  EXPECT_EQ(maps.output, (Extents{12, 16}));
  expect_map(maps.operands[0].output_to_input,
             "(d0, d1) -> ((d0 - 1) floordiv 2, d1 - 4), domain: d0 in [1, 7], "
             "d1 in [4, 7], (d0 - 1) mod 2 in [0, 0]");
  expect_map(maps.operands[0].input_to_output,
             "(d0, d1) -> (d0 * 2 + 1, d1 + 4), domain: d0 in [0, 3], "
             "d1 in [0, 3]");
  Relation expected;
  for (const auto& i : elements_of({4, 4}))
    expected.emplace(Coordinates{2 * i[0] + 1, i[1] + 4}, i);
  expect_relation(maps.operands[0], expected);
  expect_map(maps.operands[1].output_to_input,
             "(d0, d1) -> (), domain: d0 in [0, 11], d1 in [0, 15]");
  // Negative padding cuts off.
  const auto cut = pad_maps({6}, {{-2, -1, 0}});
  EXPECT_EQ(cut.output, (Extents{3}));
  expect_relation(cut.operands[0], {{{0}, {2}}, {{1}, {3}}, {{2}, {4}}});
}

TEST(OperationMaps, S3_17_ReduceWindowSlides) {
  const auto maps = reduce_window_maps({1024, 514}, 1, {{1}, {512}});
  EXPECT_EQ(maps.output, (Extents{1024, 3}));
  expect_map(maps.operands[0].output_to_input,
             "(d0, d1)[s0] -> (d0, d1 + s0), domain: d0 in [0, 1023], "
             "d1 in [0, 2], s0 in [0, 511]");
  expect_map(maps.operands[1].output_to_input,
             "(d0, d1) -> (), domain: d0 in [0, 1023], d1 in [0, 2]");
  // Stride 2, dilation 3, padding 1 and 2: elements in the padding are not
  // read.
  const auto small = reduce_window_maps({11}, 1, {{3, 2, 3, 1, 2}});
  EXPECT_EQ(small.output, (Extents{4}));
  expect_relation(small.operands[0],
                  relation_where({4}, {11}, [](const auto& o, const auto& i) {
                    const std::int64_t k = i[0] + 1 - 2 * o[0];
                    return k >= 0 && k % 3 == 0 && k / 3 < 3;
                  }));
}

TEST(OperationMaps, S3_18_DynamicSliceStartsAtRunTimeVariables) {
  const auto maps = dynamic_slice_maps({2, 2, 258}, {1, 2, 32});
  EXPECT_EQ(maps.output, (Extents{1, 2, 32}));
  expect_map(maps.operands[0].output_to_input,
             "(d0, d1, d2){rt0, rt1, rt2} -> (d0 + rt0, d1 + rt1, d2 + rt2), "
             "domain: d0 in [0, 0], d1 in [0, 1], d2 in [0, 31], "
             "rt0 in [0, 1], rt1 in [0, 0], rt2 in [0, 226]");
  ASSERT_EQ(maps.operands.size(), 4);
  ASSERT_EQ(maps.operands[0].reads.size(), 3);
  EXPECT_EQ(maps.operands[0].reads[2].operand, 3);
  expect_map(maps.operands[0].reads[2].map,
             "(d0, d1, d2) -> (), domain: d0 in [0, 0], d1 in [0, 1], "
             "d2 in [0, 31]");
  const auto small = dynamic_slice_maps({4, 7}, {2, 3}).operands[0];
  for (const auto& start : elements_of({3, 5})) {
    Relation expected;
    for (const auto& o : elements_of({2, 3}))
      expected.emplace(o, Coordinates{o[0] + start[0], o[1] + start[1]});
    expect_relation(small, expected, start);
  }
}

TEST(OperationMaps, S3_18_DynamicUpdateSliceReadsTheUpdateInside) {
  const auto maps = dynamic_update_slice_maps({20}, {5});
  expect_map(maps.operands[0].output_to_input,
             "(d0) -> (d0), domain: d0 in [0, 19]");
  expect_map(maps.operands[1].output_to_input,
             "(d0){rt0} -> (d0 - rt0), domain: d0 in [0, 19], rt0 in [0, 15], "
             "d0 - rt0 in [0, 4]");
  EXPECT_EQ(maps.operands[1].reads.at(0).operand, 2);
  for (std::int64_t start = 0; start <= 15; ++start) {
    Relation expected;
    for (std::int64_t i = 0; i < 5; ++i)
      expected.emplace(Coordinates{start + i}, Coordinates{i});
    expect_relation(maps.operands[1], expected, {start});
  }
}

TEST(OperationMaps, S3_18_GatherLoadsItsStarts) {
  const auto maps = gather_maps({33, 76, 70}, {1806, 2}, {0, 1}, {7, 8, 4});
  EXPECT_EQ(maps.output, (Extents{1806, 7, 8, 4}));
  const std::string dims =
      "d0 in [0, 1805], d1 in [0, 6], d2 in [0, 7], d3 in [0, 3]";
  expect_map(
      maps.operands[0].output_to_input,
      "(d0, d1, d2, d3){rt0, rt1} -> (d1 + rt0, d2 + rt1, d3), domain: " +
          dims + ", rt0 in [0, 26], rt1 in [0, 68]");
  expect_map(maps.operands[0].reads.at(1).map,
             "(d0, d1, d2, d3) -> (d0, 1), domain: " + dims);
  expect_map(
      maps.operands[1].output_to_input,
      "(d0, d1, d2, d3)[s0] -> (d0, s0), domain: " + dims + ", s0 in [0, 1]");
  const auto small = gather_maps({5, 4}, {3, 1}, {1}, {5, 2}).operands[0];
  for (std::int64_t start = 0; start <= 2; ++start)
    expect_relation(small,
                    relation_where({3, 5, 2}, {5, 4},
                                   [&](const auto& o, const auto& i) {
                                     return i[0] == o[1] &&
                                            i[1] == o[2] + start;
                                   }),
                    {start});
}

TEST(OperationMaps, EmptyExtentsHaveEmptyDomains) {
  for (const OperationMaps& maps :
       {elementwise_maps({3, 0}, 1), transpose_maps({0, 2}, {1, 0}),
        reshape_maps({0, 4}, {2, 0}), reduce_maps({0, 2}, 1, {0}),
        slice_maps({4}, {{2, 2, 1}}), pad_maps({0}, {{0, 0, 1}})}) {
    EXPECT_TRUE(maps.operands[0].output_to_input.domain.is_empty());
    EXPECT_TRUE(maps.operands[0].input_to_output.domain.is_empty());
  }
}

}  // namespace
