// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <limits>

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

// What absent operands leave behind decides where an operator is computed.
TEST(MergeLattice, functions_of_zero_that_are_zero_keep_the_lattice) {
  for (const char* f : {"sqrt", "abs", "sin", "tanh", "cbrt", "square"}) {
    const auto lattice = lattice_of("a(i) = " + std::string(f) + "(b(i) * c(i))");
    EXPECT_EQ(lattice.toString(), "(b(i) ^ c(i))") << f;
  }
  EXPECT_TRUE(lattice_of("a(i) = pow(b(i), 5.0)").isForLoop());
  EXPECT_TRUE(lattice_of("a(i) = mod(b(i), 2.0)").isForLoop());
}

TEST(MergeLattice, other_functions_are_a_constant_where_nothing_is_stored) {
  const auto lattice = lattice_of("a(i) = cos(b(i))");
  EXPECT_EQ(lattice.toString(), "(b(i), U)");
  EXPECT_EQ(expressions(lattice), "cos(b(i)); 1");
  ASSERT_TRUE(lattice.points[1].absent);
}

TEST(MergeLattice, extrema_and_two_argument_functions_are_unions) {
  for (const char* f : {"min", "max", "atan2"})
    EXPECT_EQ(lattice_of("a(i) = " + std::string(f) + "(b(i), c(i))").toString(),
              "(b(i) ^ c(i), b(i), c(i))");
}

TEST(MergeLattice, a_mask_is_an_intersection) {
  const auto lattice =
      lattice_of("a(i) = cast_f64(neq(m(i), 0)) * (b(i) + c(i))");
  EXPECT_EQ(lattice.toString(),
            "(m(i) ^ b(i) ^ c(i), m(i) ^ b(i), m(i) ^ c(i))");
}

TEST(MergeLattice, a_complement_excludes_what_it_stores) {
  const auto lattice = lattice_of("a(i) = b(i) * cast_f64(eq(c(i), 0))");
  EXPECT_EQ(lattice.toString(), "(b(i) ^ c(i), b(i))");
  EXPECT_EQ(expressions(lattice), "b(i) * cast_f64(eq(c(i), 0)); b(i)");
}

TEST(MergeLattice, exclusive_or) {
  const auto lattice = lattice_of(
      "a(i) = b(i) * cast_f64(eq(c(i), 0)) + c(i) * cast_f64(eq(b(i), 0))");
  ASSERT_EQ(lattice.points.size(), 3u);
  EXPECT_EQ(to_string(*lattice.points[1].expr), "b(i)");
  EXPECT_EQ(to_string(*lattice.points[2].expr), "c(i)");
}

TEST(MergeLattice, comparisons_by_what_they_say_of_zeros) {
  EXPECT_FALSE(lattice_of("a(i) = gt(b(i), c(i))").needsUniverse(0));
  EXPECT_TRUE(lattice_of("a(i) = gte(b(i), c(i))").needsUniverse(0));
  EXPECT_FALSE(lattice_of("a(i) = gt(b(i), 1)").needsUniverse(0));
  EXPECT_TRUE(lattice_of("a(i) = lt(b(i), 1)").needsUniverse(0));
}

// Infinity is the identity of min and annihilates +: min-plus is an intersection.
TEST(MergeLattice, fill_values_take_the_place_of_zero) {
  const auto a = Strata::parse_notation("a(i) = b(i) + c(i)");
  auto tensors = Strata::Testing::declare_vectors(a.rhs);
  for (auto& [name, tensor] : tensors)
    tensor.fill = std::numeric_limits<double>::infinity();
  const auto infinity =
      Strata::Impl::identity(Strata::Operator::min, Strata::ScalarType::f64);
  EXPECT_EQ(strata::latticeOf(a.rhs, "i", tensors, infinity).toString(),
            "(b(i) ^ c(i))");
}

TEST(MergeLattice, what_is_reduced_sees_the_zeros_that_are_not_stored) {
  const auto lattice = [](const char* text, Strata::Operator op) {
    const auto a = Strata::parse_notation(text);
    return strata::latticeOf(a.rhs, "i", Strata::Testing::declare_vectors(a.rhs),
                             Strata::Impl::identity(op, Strata::ScalarType::f64));
  };
  EXPECT_TRUE(lattice("a = b(i)", Strata::Operator::min).needsUniverse(0));
  EXPECT_FALSE(lattice("a = b(i)", Strata::Operator::add).needsUniverse(0));
  EXPECT_TRUE(lattice("a = b(i)", Strata::Operator::mul).needsUniverse(0));
}

TEST(MergeLattice, inner_reductions_of_absent_terms_are_absent) {
  EXPECT_TRUE(lattice_of("a(i) = reduce_max(j, b(i,j))").isForLoop());
  EXPECT_TRUE(lattice_of("a(i) = reduce_product(j, b(i,j))").isForLoop());
  // The number of ones is not known.
  EXPECT_TRUE(lattice_of("a(i) = sum(j, cos(b(i,j)))").needsUniverse(0));
}

}  // namespace
