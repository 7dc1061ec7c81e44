// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Terms of many cases: what is computed ahead of them, and what is not.
#include <gtest/gtest.h>

#include <Analysis/CaseEstimate.h>

#include "Strata_Concretized.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

strata::ConcreteProgram program_of(const std::string& text, const TensorFormat& result,
                                   const TensorFormat& operands = Formats::dcsr()) {
  const std::vector<std::int64_t> extents{1000, 1000};
  std::vector<Declared> tensors{{"A", result, extents}};
  for (const char* name : {"B", "C", "D", "E", "F", "G"})
    tensors.push_back({name, operands, extents});
  return concretized(text, tensors, {});
}

std::size_t parts(const strata::ConcreteProgram& program) { return num_workspaces(program); }

// Six operands with two compressed levels: 3^6 - 2^6 = 665 bodies in one nest.
TEST(CaseSplit, PartsOfAUnionAreSparseTensors) {
  const char* text =
      "A(i,j) = max(max(max(B(i,j), C(i,j)), max(D(i,j), E(i,j))), max(F(i,j), G(i,j)))";
  for (const TensorFormat& result : {Formats::dcsr(), Formats::csr(), Formats::dense(2)}) {
    const auto program = program_of(text, result);
    ASSERT_EQ(parts(program), 1u);
    const auto& part = program.tensors.at(program.temporaries[0].name);
    EXPECT_FALSE(part.format.is_dense());
    EXPECT_EQ(part.fill, 0);
  }
}

TEST(CaseSplit, WhatFitsIsLeftAlone) {
  EXPECT_EQ(parts(program_of("A(i,j) = max(max(B(i,j), C(i,j)), max(D(i,j), E(i,j)))",
                             Formats::dcsr())),
            0u);
  // Products end with the first of their operands, and located levels are no cases.
  EXPECT_EQ(parts(program_of("A(i,j) = B(i,j) * C(i,j) * D(i,j) * E(i,j) * F(i,j) * G(i,j)",
                             Formats::dcsr())),
            0u);
  EXPECT_EQ(parts(program_of("A(i,j) = max(max(max(B(i,j), C(i,j)), max(D(i,j), E(i,j))), "
                             "max(F(i,j), G(i,j)))",
                             Formats::csr(), Formats::csr())),
            0u);
}

// What it is where nothing is stored is what the part is filled with.
TEST(CaseSplit, PartsHaveAFillValue) {
  const auto program = program_of(
      "A(i,j) = max(max(B(i,j), C(i,j)), max(max(D(i,j), 2 - E(i,j)), max(F(i,j), G(i,j))))",
      Formats::dense(2));
  ASSERT_EQ(parts(program), 1u);
  EXPECT_EQ(program.tensors.at(program.temporaries[0].name).fill, 2);
}

// Parts that make entries of their own come first: factors would be computed at
// more coordinates than the product needs.
TEST(CaseSplit, ProductsStayWhole) {
  const auto program = program_of(
      "A(i,j) = max(B(i,j) * max(C(i,j), D(i,j)), max(E(i,j), max(F(i,j), G(i,j))))",
      Formats::dcsr());
  ASSERT_EQ(parts(program), 1u);
  const std::string text = program.toString();
  EXPECT_NE(text.find("B(i,j) * max(C(i,j), D(i,j))"), std::string::npos) << text;
}

std::string of_dense_operand(const std::string& by) {
  std::string text = "min(H(i,j), B(i,j))";
  for (const char* name : {"C", "D", "E", "F", "G"})
    text = "max(" + text + ", min(H(i,j), " + std::string(name) + "(i,j)))";
  return "A(i,j) = " + by + text;
}

strata::ConcreteProgram beside_dense_operand(const std::string& text, std::int64_t extent = 1000) {
  const std::vector<std::int64_t> extents{extent, extent};
  std::vector<Declared> tensors{{"A", Formats::dcsr(), extents},
                                {"a", Formats::dense(0), {}},
                                {"H", Formats::dense(2), extents}};
  for (const char* name : {"B", "C", "D", "E", "F", "G", "S"})
    tensors.push_back({name, Formats::dcsr(), extents});
  return concretized(text, tensors, {});
}

// No number is left of these parts where nothing is stored: H decides.
TEST(CaseSplit, PartsThatAreNeededEverywhereAreDense) {
  const auto program = beside_dense_operand(of_dense_operand(""));
  ASSERT_EQ(parts(program), 1u);
  EXPECT_TRUE(program.tensors.at(program.temporaries[0].name).format.is_dense());
  for (const auto& statement : program.statements)
    EXPECT_LE(strata::estimateCases({statement.rhs}, program.tensors), strata::maxCases);
}

// Of 10^4 x 10^4 values no part is made for one sum of them: the loops need none.
TEST(CaseSplit, DensePartsAreNoLargerThanRowsMayBe) {
  const std::string sum = "a = " + of_dense_operand("").substr(std::string("A(i,j) = ").size());
  EXPECT_EQ(parts(beside_dense_operand(sum)), 1u);
  EXPECT_EQ(parts(beside_dense_operand(sum, 10000)), 0u);
}

// A dense part would be computed at all coordinates, not only at those of S.
TEST(CaseSplit, WhatAFactorRestrictsIsNotComputedEverywhere) {
  EXPECT_EQ(parts(beside_dense_operand(of_dense_operand("S(i,j) * "))), 0u);
}

// More ways through the loops than a double counts, beside an operand that is everywhere.
TEST(CaseSplit, MoreThanCanBeCounted) {
  std::string text = "B(i,j)";
  for (int n = 0; n < 10; ++n) text = "max(" + text + ", " + text + ")";
  TensorDeclarations tensors;
  for (const auto& [name, format] :
       {std::pair{"A", Formats::dcsr()}, {"B", Formats::dcsr()}, {"C", Formats::dense(2)}})
    tensors[name] = {format, ScalarType::f64, {9, 9}};
  const CheckedAssignment checked =
      check(parse_notation("A(i,j) = max(" + text + ", C(i,j))"), tensors);
  EXPECT_EQ(strata::estimateCases({checked.assignment.rhs}, tensors), 3);
}

}  // namespace
