// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Strata_Error.hpp>
#include <Strata_OperationMaps.hpp>
#include <Strata_TestMessage.hpp>

namespace {

using namespace Strata;
using Strata::Testing::message_of;

template <class F>
void expect_refusal(F make, const std::string& message) {
  EXPECT_EQ(message_of<ShapeMismatch>(make), message);
}

TEST(OperationMapErrors, NameTheOperationArgumentAndBothValues) {
  expect_refusal(
      [] {
        (void)elementwise_maps({2, -1}, 1);
      },
      "elementwise_maps: extents: expected extents of 0 or more, got "
      "[2, -1]; check the extents");
  expect_refusal(
      [] {
        (void)broadcast_maps({20}, {10, 21, 30}, {1});
      },
      "broadcast_maps: input: expected extent 21 in dimension 0, got "
      "[20]; only new dimensions are repeated");
  expect_refusal(
      [] {
        (void)broadcast_maps({20}, {10, 20}, {});
      },
      "broadcast_maps: dimensions: expected 1 entries, got 0; give "
      "one for each dimension");
  expect_refusal(
      [] {
        (void)broadcast_maps({2, 3}, {3, 2}, {1, 0});
      },
      "broadcast_maps: dimensions: expected ascending dimensions, "
      "got [1, 0]; transpose first");
  expect_refusal(
      [] {
        (void)transpose_maps({2, 3}, {0, 0});
      },
      "transpose_maps: permutation: expected distinct dimensions "
      "below 2, got [0, 0]; dimensions are counted from 0");
  expect_refusal(
      [] {
        (void)reverse_maps({2, 3}, {2});
      },
      "reverse_maps: dimensions: expected distinct dimensions below "
      "2, got [2]; dimensions are counted from 0");
  expect_refusal(
      [] {
        (void)reshape_maps({4, 8}, {5, 6});
      },
      "reshape_maps: output: expected 32 elements as [4, 8] has, got "
      "[5, 6]; give extents with the same product");
  expect_refusal(
      [] {
        (void)bitcast_maps({4, 8}, {32}, {0}, {});
      },
      "bitcast_maps: input_layout: expected 2 entries, got 1; give "
      "one for each dimension");
  expect_refusal([] { (void)reduce_maps({2}, 1, {1}); },
                 "reduce_maps: dimensions: expected distinct dimensions below "
                 "1, got [1]; dimensions are counted from 0");
  expect_refusal(
      [] {
        (void)dot_maps({2, 3}, {4, 5}, {{}, {}, {1}, {0}});
      },
      "dot_maps: rhs_contracting: expected extent 3 in dimension 0 "
      "of rhs, got [4, 5]; paired dimensions have one extent");
}

TEST(OperationMapErrors, OfPartsAndWindows) {
  expect_refusal([] { (void)reduce_window_maps({4}, 1, {{0}}); },
                 "reduce_window_maps: window: expected size, stride and "
                 "dilation of 1 or more, got [0, 1, 1]; check dimension 0");
  expect_refusal(
      [] {
        (void)slice_maps({4}, {{2, 5, 1}});
      },
      "slice_maps: slice: expected 0 <= start <= limit <= 4 and "
      "stride >= 1 in dimension 0, got [2, 5, 1]; slices are "
      "[start : limit : stride)");
  expect_refusal(
      [] {
        (void)concatenate_maps({{3, 5}, {4, 5}}, 1);
      },
      "concatenate_maps: inputs: expected [3, 5] but for dimension "
      "1, got [4, 5]; the other extents agree");
  expect_refusal(
      [] { (void)concatenate_maps({}, 0); },
      "concatenate_maps: dimension: expected inputs, and a dimension "
      "that they have, got 0 inputs, dimension 0; dimensions are "
      "counted from 0");
  expect_refusal(
      [] {
        (void)pad_maps({2}, {{-2, -1, 0}});
      },
      "pad_maps: padding: expected at most 2 cut off, got [-2, -1]; "
      "check dimension 0");
  expect_refusal(
      [] {
        (void)dynamic_slice_maps({4, 4}, {2, 5});
      },
      "dynamic_slice_maps: sizes: expected at most the extents "
      "[4, 4], got [2, 5]; slices lie inside of the input");
  expect_refusal(
      [] {
        (void)gather_maps({4}, {3, 2}, {0}, {1});
      },
      "gather_maps: indices: expected 1 starts per slice, got "
      "[3, 2]; the second extent counts the start dimensions");
}

}  // namespace
