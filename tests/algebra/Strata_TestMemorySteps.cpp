// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Strata_Error.hpp>
#include <Strata_MemorySteps.hpp>
#include <Strata_OperationMaps.hpp>
#include <Strata_TestMessage.hpp>

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
  const auto step        = [&](const std::string& text,
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

}  // namespace
