// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that ask what is stored: cases of merged loops.
#include <gtest/gtest.h>

#include <strata/Analysis/ExprUtils.h>
#include <strata/Analysis/Roles.h>

namespace {

using namespace Strata;

strata::MergeLattice lattice_of(const std::string& notation, const char* variable = "i",
                                const IndexExprPtr& inside = nullptr) {
  TensorDeclarations tensors;
  tensors["a"] = {Formats::dense(1), ScalarType::f64, {8}, 0};
  for (const char* name : {"b", "c", "e"})
    tensors[name] = {Formats::sparse_vector(), ScalarType::f64, {8}, 0};
  tensors["d"] = {Formats::dense(1), ScalarType::f64, {8}, 0};
  tensors["M"] = {Formats::dcsr(), ScalarType::f64, {8, 8}, 0};
  const auto checked = check(parse_notation(notation), tensors);
  return strata::latticeOf(inside ? inside : checked.assignment.rhs, variable, checked.tensors,
                           strata::fillOf(checked.tensors.at("a")));
}

/// "iterators: expression" of every point.
std::string cases(const strata::MergeLattice& lattice) {
  std::string out;
  for (const strata::LatticePoint& p : lattice.points) {
    if (!out.empty()) out += "; ";
    for (int i : p.iterators) out += lattice.iterators[i] + " ";
    out += p.skips ? "nothing" : to_string(*p.expr);
  }
  return out;
}

std::string of_region(const std::string& region, const std::string& arguments = "b(i), c(i)") {
  return cases(lattice_of("define f(x, y) = 2 * x - y + 1 on " + region + "; a(i) = f(" +
                          arguments + ")"));
}

TEST(Presence, RegionsAreTheCasesOfTheLoop) {
  const std::string both = "b(i) c(i) 2.0 * b(i) - c(i) + 1.0";
  const std::string left = "b(i) 2.0 * b(i) + 1.0", right = "c(i) -c(i) + 1.0";
  EXPECT_EQ(of_region("intersection"), both);
  EXPECT_EQ(of_region("union"), both + "; " + left + "; " + right);
  EXPECT_EQ(of_region("left"), both + "; " + left);
  EXPECT_EQ(of_region("right"), "c(i) b(i) 2.0 * b(i) - c(i) + 1.0; " + right);
  EXPECT_EQ(of_region("left_only"), "b(i) c(i) nothing; " + left);
  EXPECT_EQ(of_region("right_only"), "b(i) c(i) nothing; " + right);
  EXPECT_EQ(of_region("xor"), "b(i) c(i) nothing; " + left + "; " + right);
}

TEST(Presence, WhatIsNotStoredAnywhereIsEveryCoordinate) {
  const auto lattice = lattice_of("define f(x) = 1 on not(x); a(i) = f(b(i))");
  EXPECT_TRUE(lattice.needsUniverse(0));
  EXPECT_EQ(cases(lattice), "b(i) nothing; select(true, 1.0, 0.0)");
}

TEST(Presence, DenseOperandsStoreEverything) {
  EXPECT_EQ(of_region("intersection", "b(i), d(i)"), "b(i) 2.0 * b(i) - d(i) + 1.0");
  EXPECT_EQ(of_region("left_only", "b(i), d(i)"), "");
  EXPECT_TRUE(lattice_of("define f(x, y) = x + 1 on right; a(i) = f(b(i), d(i))").needsUniverse(0));
}

TEST(Presence, IsKnownAtTheLastLevel) {
  const auto outer = lattice_of("a(i) = sum(j, select(stored(M(i,j)), c(j), 0))");
  ASSERT_EQ(outer.points.size(), 1u);
  EXPECT_EQ(cases(outer), "M(i,j) sum(j, select(stored(M(i,j)), c(j), 0.0))");
  const auto inner = lattice_of("a(i) = sum(j, select(stored(M(i,j)), c(j), 0))", "j",
                                outer.points[0].expr->args[0]);
  EXPECT_EQ(cases(inner), "M(i,j) c(j) c(j)");
}

TEST(Presence, SemiringsVisitWhatMeets) {
  EXPECT_EQ(cases(lattice_of("semiring min-plus; a(i) = b(i) * c(i) * e(i)")),
            "b(i) c(i) e(i) b(i) + c(i) + e(i)");
  EXPECT_EQ(cases(lattice_of("semiring plus-pair; a(i) = b(i) * c(i)")),
            "b(i) c(i) select(true, 1.0, 0.0)");
}

TEST(Presence, IdentityAndAnnihilatorFollowTheFillValue) {
  const std::string f = "define f(x, y) = x - y ";
  EXPECT_EQ(cases(lattice_of(f + "identity 0; a(i) = f(b(i), c(i))")),
            "c(i) b(i) b(i) - c(i); c(i) c(i); b(i) b(i)");
  EXPECT_EQ(cases(lattice_of(f + "annihilator 0; a(i) = f(b(i), c(i))")),
            "c(i) b(i) b(i) - c(i)");
  EXPECT_EQ(cases(lattice_of(f + "annihilator 5; a(i) = f(b(i), c(i))")),
            "c(i) b(i) b(i) - c(i); c(i) -c(i); b(i) b(i)");
}

TEST(Presence, AnyIsAUnion) {
  EXPECT_EQ(cases(lattice_of("a(i) = any(b(i), c(i))")), "b(i) c(i) any(b(i), c(i)); b(i) b(i); c(i) c(i)");
}

}  // namespace
