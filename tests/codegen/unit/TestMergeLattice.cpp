// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "Strata_TestLattices.hpp"

namespace {

using Strata::Testing::expressions;
using Strata::Testing::lattice_of;

// Row ids are those of the requirements: S4-10 … S4-18 (Kjolstad et al. 2017).
TEST(MergeLattice, S4_11_disjunction_keeps_both_sides) {
  const auto lattice = lattice_of("a(i) = b(i) + c(i)");
  EXPECT_EQ(lattice.toString(), "(b(i) ^ c(i), b(i), c(i))");
  EXPECT_EQ(expressions(lattice), "b(i) + c(i); b(i); c(i)");
}

TEST(MergeLattice, S4_11_conjunction_is_one_point) {
  const auto lattice = lattice_of("a(i) = b(i) * c(i)");
  EXPECT_EQ(lattice.toString(), "(b(i) ^ c(i))");
}

TEST(MergeLattice, S4_12_sum_of_a_vector_and_a_product) {
  const auto lattice = lattice_of("a(i) = b(i) + c(i) * e(i)");
  EXPECT_EQ(lattice.toString(), "(b(i) ^ c(i) ^ e(i), b(i), c(i) ^ e(i))");
  EXPECT_EQ(expressions(lattice), "b(i) + c(i) * e(i); b(i); c(i) * e(i)");
}

TEST(MergeLattice, S4_13_product_plus_vector) {
  const auto lattice = lattice_of("a(i) = b(i) * c(i) + e(i)");
  EXPECT_EQ(lattice.toString(), "(b(i) ^ c(i) ^ e(i), e(i), b(i) ^ c(i))");
  EXPECT_EQ(expressions(lattice), "b(i) * c(i) + e(i); e(i); b(i) * c(i)");
}

TEST(MergeLattice, S4_08_union_restricted_by_a_factor) {
  const auto lattice = lattice_of("a(i) = (b(i) + c(i)) * e(i)");
  EXPECT_EQ(lattice.toString(),
            "(b(i) ^ c(i) ^ e(i), b(i) ^ e(i), c(i) ^ e(i))");
}

TEST(MergeLattice, S4_14_three_loops_with_three_one_and_one_cases) {
  const auto lattice = lattice_of("a(i) = b(i) + c(i)");
  ASSERT_EQ(lattice.points.size(), 3u);
  EXPECT_EQ(lattice.dominatedBy(0).size(), 3u);
  EXPECT_EQ(lattice.dominatedBy(1).size(), 1u);
  EXPECT_EQ(lattice.dominatedBy(2).size(), 1u);
}

// E17: when b is exhausted, the loop over c AND e takes over.
TEST(MergeLattice, E17_what_is_left_is_a_conjunction) {
  const auto lattice = lattice_of("a(i) = b(i) + c(i) * e(i)");
  EXPECT_EQ(lattice.points[2].iterators.size(), 2u);
}

TEST(MergeLattice, S4_15_dense_levels_share_one_universe) {
  for (const char* text : {"a(i) = d1(i) * d2(i)", "a(i) = d1(i) + d2(i)"}) {
    const auto lattice = lattice_of(text);
    EXPECT_EQ(lattice.points.size(), 1u) << text;
    EXPECT_TRUE(lattice.isForLoop()) << text;
    EXPECT_TRUE(lattice.needsUniverse(0)) << text;
  }
}

TEST(MergeLattice, S4_16_dense_is_a_superset) {
  const auto lattice = lattice_of("a(i) = b(i) + d(i)");
  EXPECT_EQ(lattice.toString(), "(b(i) ^ d(i), d(i))");
  EXPECT_TRUE(lattice.needsUniverse(0));
  EXPECT_FALSE(lattice.isForLoop());
}

TEST(MergeLattice, S4_17_sparse_and_dense_iterates_the_sparse_one) {
  const auto lattice = lattice_of("a(i) = b(i) * d(i)");
  EXPECT_EQ(lattice.toString(), "(b(i) ^ d(i))");
  EXPECT_EQ(lattice.iterators, std::vector<std::string>{"b(i)"});
  EXPECT_FALSE(lattice.needsUniverse(0));
}

TEST(MergeLattice, S4_18_for_or_while) {
  EXPECT_TRUE(lattice_of("a(i) = b(i)").isForLoop());
  EXPECT_TRUE(lattice_of("a(i) = b(i) * d(i)").isForLoop());
  EXPECT_FALSE(lattice_of("a(i) = b(i) * c(i)").isForLoop());
  EXPECT_FALSE(lattice_of("a(i) = b(i) + c(i)").isForLoop());
}

TEST(MergeLattice, a_product_with_dense_does_not_hide_the_other_term) {
  const auto lattice = lattice_of("a(i) = b(i) * d(i) + c(i)");
  EXPECT_EQ(expressions(lattice), "b(i) * d(i) + c(i); b(i) * d(i); c(i)");
  EXPECT_FALSE(lattice.needsUniverse(0));
}

TEST(MergeLattice, division_follows_its_numerator) {
  const auto lattice = lattice_of("a(i) = b(i) / c(i)");
  ASSERT_EQ(lattice.points.size(), 2u);
  EXPECT_EQ(lattice.points[1].iterators.size(), 1u);
  EXPECT_EQ(lattice.iterators[lattice.points[1].iterators[0]], "b(i)");
}

TEST(MergeLattice, subtraction_negates_what_is_left) {
  EXPECT_EQ(expressions(lattice_of("a(i) = b(i) - c(i)")),
            "b(i) - c(i); b(i); -c(i)");
}

TEST(MergeLattice, a_literal_is_present_everywhere) {
  const auto lattice = lattice_of("a(i) = b(i) + 2");
  EXPECT_TRUE(lattice.needsUniverse(0));
  EXPECT_EQ(expressions(lattice), "b(i) + 2; 2");
}

TEST(MergeLattice, an_access_merges_with_itself_once) {
  const auto lattice = lattice_of("a(i) = b(i) * b(i) + b(i)");
  EXPECT_EQ(lattice.iterators.size(), 1u);
  EXPECT_TRUE(lattice.isForLoop());
}

TEST(MergeLattice, three_way_union_has_seven_points_supersets_first) {
  const auto lattice = lattice_of("a(i) = b(i) + c(i) + e(i)");
  ASSERT_EQ(lattice.points.size(), 7u);
  for (std::size_t p = 0; p < 7; ++p)
    for (int q : lattice.dominatedBy(static_cast<int>(p)))
      EXPECT_GE(q, static_cast<int>(p));
}

}  // namespace
