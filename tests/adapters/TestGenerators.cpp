// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <Strata_Generators.hpp>

#include "Strata_TestLists.hpp"

namespace Strata::Test {
namespace {

using namespace Strata::Generators;

/// Distinct, inside the extents, sorted; values in [0.5, 1.5) where random.
void expect_well_formed(const CoordinateList& list) {
  EXPECT_EQ(list.scalar, ScalarType::f64);
  EXPECT_EQ(list.values.size(), static_cast<std::size_t>(list.num_entries) * 8);
  for (std::int64_t n = 0; n < list.num_entries; ++n) {
    const auto at = list.entry(n);
    for (std::size_t d = 0; d < at.size(); ++d)
      ASSERT_TRUE(at[d] >= 0 && at[d] < list.extents[d]);
    if (n == 0) continue;
    const auto before = list.entry(n - 1);
    ASSERT_TRUE(std::lexicographical_compare(before.begin(), before.end(), at.begin(),
                                             at.end()));
  }
}

TEST(Generators, Poisson) {
  for (const std::int64_t n : {0, 1, 2, 5}) {
    const auto seven = poisson3d(n);
    expect_well_formed(seven);
    EXPECT_EQ(seven.extents, (At{n * n * n, n * n * n}));
    EXPECT_EQ(seven.num_entries, n == 0 ? 0 : 7 * n * n * n - 6 * n * n);
    const auto all = poisson27(n);
    expect_well_formed(all);
    EXPECT_EQ(all.num_entries, n == 0 ? 0 : (3 * n - 2) * (3 * n - 2) * (3 * n - 2));
  }
  const auto list = poisson3d(3);
  auto entries    = entries_of(list);
  EXPECT_EQ((entries[{13, 13}]), 6.0);
  EXPECT_EQ((entries[{13, 4}]), -1.0);
  double row = 0;  // the middle row has all its neighbours
  for (std::int64_t j = 0; j < 27; ++j) row += entries[{13, j}].real();
  EXPECT_EQ(row, 0);
}

TEST(Generators, PoissonBlocks) {
  const auto list = poisson27_blocks(3, 2);
  expect_well_formed(list);
  EXPECT_EQ(list.extents, (At{54, 54}));
  EXPECT_EQ(list.num_entries, 4 * poisson27(3).num_entries);
  auto entries = entries_of(list);
  EXPECT_EQ((entries[{26, 26}]), 26.0);
  EXPECT_EQ((entries[{27, 27}]), 26.0);
  EXPECT_EQ((entries[{26, 24}]), -1.0);
  EXPECT_LT(std::abs(entries[{26, 27}].real()), 0.51);
  EXPECT_THROW(poisson27_blocks(3, 0), ShapeMismatch);
  EXPECT_THROW(poisson27_blocks(-1, 2), ShapeMismatch);
}

TEST(Generators, Banded) {
  for (const std::int64_t n : {1, 7, 100})
    for (const std::int64_t w : {0, 1, 3}) {
      const auto list = banded(n, w);
      expect_well_formed(list);
      const std::int64_t k = std::min(w, n - 1);
      EXPECT_EQ(list.num_entries, n * (2 * k + 1) - k * (k + 1));
    }
}

TEST(Generators, EntryCountsAreExact) {
  const auto check = [](const CoordinateList& list, std::int64_t entries) {
    expect_well_formed(list);
    EXPECT_EQ(list.num_entries, entries);
  };
  check(power_law(10, 8192), 8192);
  check(uniform({100, 200}, 5000), 5000);
  check(uniform({4, 4}, 8), 8);
  check(uniform({30, 40, 50}, 2000), 2000);
  check(uniform({10, 10, 10, 10, 10}, 2000), 2000);
  check(uniform({1000000000, 1000000000, 1000000000}, 1000), 1000);
  check(skewed({300, 200, 100}, 20000), 20000);
  check(uniform({7}, 0), 0);
}

TEST(Generators, SkewIsSkewed) {
  const auto share_of_first = [](const CoordinateList& list) {
    std::int64_t first = 0;
    for (std::int64_t n = 0; n < list.num_entries; ++n)
      first += list.entry(n)[0] < list.extents[0] / 64;
    return static_cast<double>(first) / static_cast<double>(list.num_entries);
  };
  EXPECT_LT(share_of_first(uniform({1024, 1024, 1024}, 10000)), 0.03);
  EXPECT_GT(share_of_first(skewed({1024, 1024, 1024}, 10000)), 0.3);
  EXPECT_GT(share_of_first(power_law(10, 10000)), 0.05);
}

TEST(Generators, DependOnTheSeedAlone) {
  const auto a = power_law(8, 1000, 3), b = power_law(8, 1000, 3), c = power_law(8, 1000, 4);
  EXPECT_EQ(a.coordinates, b.coordinates);
  EXPECT_EQ(a.values, b.values);
  EXPECT_NE(a.coordinates, c.coordinates);
  // Values that must never change: recorded tests and benchmarks rely on them.
  EXPECT_EQ(random_bits(1, 2, 3), 1553841246845048256u);
  EXPECT_EQ(uniform({1000, 1000, 1000}, 2, 1).coordinates, (At{39, 560, 729, 432, 360, 548}));
}

TEST(Generators, Impossible) {
  EXPECT_EQ(message_of<ShapeMismatch>([] { uniform({4, 4}, 9); }),
            error_message("generate", "uniform",
                          "0 or more entries, at most 1/2 of the elements of 4x4", "9"));
  EXPECT_THROW(uniform({}, 1), ShapeMismatch);
  EXPECT_THROW(uniform({-1, 2}, 0), ShapeMismatch);
  EXPECT_THROW(uniform({5}, -1), ShapeMismatch);
  EXPECT_THROW(power_law(-1, 0), ShapeMismatch);
  EXPECT_THROW(banded(4, -1), ShapeMismatch);
  EXPECT_THROW(poisson3d(-2), ShapeMismatch);
}

}  // namespace
}  // namespace Strata::Test
