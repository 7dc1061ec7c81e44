// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kernels through windows and index sets call.
#include <Strata_Kernel.hpp>
#include <Strata_TestMessage.hpp>
#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace Strata;
using Strata::Testing::message_of;

/// Ordered coordinates that count how often they are read.
struct Coordinates {
  std::vector<std::int64_t> all;
  mutable int reads = 0;

  std::int64_t operator()(std::int64_t position) const {
    ++reads;
    return all.at(static_cast<std::size_t>(position));
  }
  std::int64_t size() const { return static_cast<std::int64_t>(all.size()); }
  /// The first position from `begin` on with a coordinate that `wanted` admits.
  template <class F>
  std::int64_t next(std::int64_t begin, std::int64_t end, F&& wanted) const {
    while (begin < end && !wanted(all[begin])) ++begin;
    return begin;
  }
};

Coordinates every_coordinate(std::int64_t count) {
  Coordinates out;
  for (std::int64_t c = 0; c < count; ++c) out.all.push_back(c);
  return out;
}

}  // namespace

TEST(WindowSearch, FindsTheNextCoordinateOfAStridedWindow) {
  const Coordinates coordinates{{2, 3, 3, 5, 8, 9, 20, 20, 31}};
  for (std::int64_t stride : {2, 3, 7})
    for (std::int64_t begin = 0; begin <= coordinates.size(); ++begin)
      for (std::int64_t end = begin; end <= coordinates.size(); ++end)
        EXPECT_EQ(next_in_window(2, stride, coordinates, begin, end),
                  coordinates.next(begin, end, [&](std::int64_t c) {
                    return (c - 2) % stride == 0;
                  }))
            << "stride " << stride << " in [" << begin << ", " << end << ")";
}

TEST(WindowSearch, FindsTheNextMemberOfASet) {
  const Coordinates coordinates{{1, 3, 3, 5, 8, 9, 20, 20, 31}};
  constexpr IndexSet set{3, 4, 9, 20};
  for (std::int64_t begin = 0; begin <= coordinates.size(); ++begin)
    for (std::int64_t end = begin; end <= coordinates.size(); ++end)
      EXPECT_EQ(next_member(set, 0, 4, coordinates, begin, end),
                coordinates.next(begin, end, [](std::int64_t c) {
                  return c == 3 || c == 4 || c == 9 || c == 20;
                }))
          << "[" << begin << ", " << end << ")";
}

TEST(WindowSearch, ReadsFewOfTheCoordinatesBetweenTwoMembers) {
  const Coordinates coordinates = every_coordinate(100000);
  constexpr IndexSet set{5, 50000, 99999};
  EXPECT_EQ(next_member(set, 0, 3, coordinates, 6, 100000), 50000);
  EXPECT_EQ(next_in_window(0, 30000, coordinates, 30001, 100000), 60000);
  EXPECT_LE(coordinates.reads, 80);
}

TEST(WindowSearch, KernelsRefuseTensorsThatAWindowDoesNotFit) {
  const Kokkos::View<double*, Kokkos::HostSpace> x("x", 5);
  check_window("spmv", "x", x, 0, 5);
  check_extent("spmv", "x", x, 0, 5);
  EXPECT_EQ(message_of<ShapeMismatch>([&] { check_window("spmv", "x", x, 0, 6); }),
            "spmv: dimension 0 of 'x': expected an extent of at least 6, where a "
            "window or index set ends, got 5; pass a tensor that the window fits "
            "in");
  EXPECT_EQ(message_of<ShapeMismatch>([&] { check_extent("spmv", "x", x, 0, 4); }),
            "spmv: dimension 0 of 'x': expected the extent 4, the length of a "
            "window or index set, got 5; pass a tensor that the window fits in");
}
