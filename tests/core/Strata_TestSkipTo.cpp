// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Kernel.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

/// Ordered coordinates that count how often they are read.
struct Coordinates {
  std::vector<std::int64_t> all;
  mutable int reads = 0;

  std::int64_t operator()(std::int64_t position) const {
    ++reads;
    return all.at(static_cast<std::size_t>(position));
  }
};

}  // namespace

TEST(SkipTo, FindsWhatLowerBoundFinds) {
  const Coordinates coordinates{{1, 3, 3, 4, 8, 9, 20, 20, 31}};
  const auto size = static_cast<std::int64_t>(coordinates.all.size());
  for (std::int64_t begin = 0; begin <= size; ++begin)
    for (std::int64_t end = begin; end <= size; ++end)
      for (std::int64_t sought = 0; sought <= 33; ++sought)
        EXPECT_EQ(Strata::skip_to(sought, coordinates, begin, end),
                  Strata::lower_bound(sought, coordinates, begin, end))
            << sought << " in [" << begin << ", " << end << ")";
}

TEST(SkipTo, ReadsAsManyAsTheLogarithmOfTheDistance) {
  Coordinates coordinates;
  for (std::int64_t c = 0; c < 100000; ++c) coordinates.all.push_back(c);
  for (const std::int64_t distance : {0, 1, 2, 3, 10, 1000, 99999}) {
    coordinates.reads = 0;
    EXPECT_EQ(Strata::skip_to(distance, coordinates, 0, 100000), distance);
    EXPECT_LE(coordinates.reads,
              2 * std::log2(static_cast<double>(distance + 1)) + 2)
        << "distance " << distance;
  }
}
