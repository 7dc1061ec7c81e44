// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Strata_Error.hpp>
#include <Strata_IndexRange.hpp>

namespace {

using Strata::IndexRange;

/// The smallest range with f(x, y) for all x in a and y in b.
template <class F>
IndexRange hull(const IndexRange& a, const IndexRange& b, F f) {
  IndexRange range{IndexRange::no_upper, IndexRange::no_lower};
  for (std::int64_t x = a.lower; x <= a.upper; ++x)
    for (std::int64_t y = b.lower; y <= b.upper; ++y)
      range = {std::min(range.lower, f(x, y)), std::max(range.upper, f(x, y))};
  return range;
}

TEST(IndexRange, ArithmeticIsTheHullOfAllValues) {
  for (std::int64_t lower = -6; lower <= 6; ++lower)
    for (std::int64_t upper = lower; upper <= 7; ++upper)
      for (const IndexRange b : {IndexRange{-3, -1}, {-2, 3}, {0, 0}, {1, 4}}) {
        const IndexRange a{lower, upper};
        EXPECT_EQ(a + b, hull(a, b, [](auto x, auto y) { return x + y; }));
        EXPECT_EQ(a * b, hull(a, b, [](auto x, auto y) { return x * y; }));
        EXPECT_EQ(floordiv(a, 3), hull(a, {3, 3}, [](auto x, auto y) {
                    return (x + 30) / y - 10;
                  }));
        const IndexRange rest =
            hull(a, {3, 3}, [](auto x, auto y) { return (x + 30) % y; });
        EXPECT_TRUE(mod(a, 3).contains(rest));
        EXPECT_TRUE(mod(a, 3) == rest || mod(a, 3) == (IndexRange{0, 2}));
      }
}

TEST(IndexRange, BoundsBeyond64BitsAreNoBounds) {
  const IndexRange large{1, std::int64_t(1) << 62};
  EXPECT_EQ(large + large, (IndexRange{2, IndexRange::no_upper}));
  EXPECT_EQ((large * IndexRange{-4, 1}).lower, IndexRange::no_lower);
  EXPECT_FALSE((IndexRange::all() + large).is_bounded());
  EXPECT_EQ(mod(IndexRange::all(), 8), (IndexRange{0, 7}));
  EXPECT_EQ(floordiv(IndexRange::all(), 8), IndexRange::all());
}

TEST(IndexRange, Size) {
  EXPECT_EQ((IndexRange{-2, 2}).size(), 5);
  EXPECT_EQ(IndexRange::of_extent(0).size(), 0);
  EXPECT_TRUE(IndexRange::of_extent(0).is_empty());
  EXPECT_THROW((void)(IndexRange{-2, IndexRange::no_upper - 1}).size(),
               Strata::IndexOverflow);
  EXPECT_EQ((IndexRange{-2, 2}).to_string(), "[-2, 2]");
}

}  // namespace
