// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many arithmetic operations a plan says that it takes: those of the terms that the
// entries of operands make together, whatever the strategy is.
#include <array>
#include <functional>
#include <limits>
#include <set>

#include <Strata_Einsum.hpp>
#include <Strata_Plan.hpp>
#include <Strata_RandomCase.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestMessage.hpp>
#include <Strata_TestTensors.hpp>
#include <gtest/gtest.h>

namespace {

using namespace Strata;
using namespace Strata::Testing;
using Exec    = Kokkos::DefaultHostExecutionSpace;
using Entries = std::set<std::array<std::int64_t, 2>>;

Entries drawn(std::int64_t rows, std::int64_t columns, int number, std::uint64_t seed) {
  Random random(seed);
  Entries out;
  for (int n = 0; n < number; ++n) out.insert({random.below(1 + random.below(rows)), random.below(columns)});
  return out;
}

TensorRef stored(const char* format, const Entries& entries,
                 const std::vector<std::int64_t>& extents) {
  CooData data{ScalarType::f64, extents, {}, {}};
  for (const auto& [i, j] : entries) data.add({i, j}, 1.0);
  return make_tensor(Exec(), TensorFormat::parse(format, 2), data);
}

TensorRef dense(const std::vector<std::int64_t>& extents) {
  return make_dense(Exec(), Formats::dense(static_cast<int>(extents.size())), ScalarType::f64,
                    extents);
}

PlanCost cost_of(const char* notation, Operands operands, const PlanOptions& options = {}) {
  return compile(Exec(), notation, operands, options).cost();
}

/// Pairs of entries (i,k) and (k,j).
double pairs(const Entries& a, const Entries& b) {
  double number = 0;
  for (const auto& x : a)
    for (const auto& y : b) number += x[1] == y[0] ? 1 : 0;
  return number;
}

double common(const Entries& a, const Entries& b) {
  double number = 0;
  for (const auto& x : a) number += static_cast<double>(b.count(x));
  return number;
}

TEST(OperationCounts, OfOneSparseOperand) {
  const Entries a = drawn(40, 30, 200, 1);
  const auto n    = static_cast<double>(a.size());
  const TensorRef A = stored("CSR", a, {40, 30});
  const auto expect = [](const PlanCost& cost, double flops) {
    EXPECT_TRUE(cost.is_exact);
    EXPECT_DOUBLE_EQ(cost.flops, flops);
  };
  expect(cost_of("y(i) = A(i,j) * x(j)", {{"A", A}, {"x", dense({30})}, {"y", dense({40})}}), 2 * n);
  expect(cost_of("y(i) += A(i,j) * x(j)", {{"A", A}, {"x", dense({30})}, {"y", dense({40})}}), 2 * n);
  expect(cost_of("y(i) = b(i) + A(i,j) * x(j)",
                 {{"A", A}, {"b", dense({40})}, {"x", dense({30})}, {"y", dense({40})}}),
         2 * n + 40);
  expect(cost_of("Y(i,k) = A(i,j) * X(j,k)", {{"A", A}, {"X", dense({30, 7})}, {"Y", dense({40, 7})}}),
         2 * 7 * n);
  expect(cost_of("Y(i,j) = A(i,j) * B(i,k) * D(j,k)",
                 {{"A", A}, {"B", dense({40, 7})}, {"D", dense({30, 7})}, {"Y", dense({40, 30})}}),
         3 * 7 * n);
  double inside = 0, diagonal = 0;
  for (const auto& [i, j] : a) {
    inside += i >= 3 && i < 20 && j % 2 == 0 ? 1 : 0;
    diagonal += i == j ? 1 : 0;
  }
  expect(cost_of("y(i) = A(i(3,20),j(0,30,2)) * x(j)",
                 {{"A", A}, {"x", dense({15})}, {"y", dense({17})}}),
         2 * inside);
  const Entries square = drawn(30, 30, 300, 5);
  diagonal = 0;
  for (const auto& [i, j] : square) diagonal += i == j ? 1 : 0;
  expect(cost_of("y(i) = 3 * A(i,i)", {{"A", stored("DCSR", square, {30, 30})}, {"y", dense({30})}}),
         diagonal);
}

TEST(OperationCounts, OfChainsAreExactInEachFormatAndStrategy) {
  const Entries a = drawn(40, 30, 200, 1), b = drawn(30, 50, 250, 2), d = drawn(50, 20, 150, 3);
  for (const char* format : {"CSR", "CSC", "DCSR", "COO"})
    for (const Worklist kind : {Worklist::dense, Worklist::hashed, Worklist::sorted}) {
      PlanOptions options;
      options.worklist = kind;
      const PlanCost cost = cost_of(
          "C(i,j) = A(i,k) * B(k,j)",
          {{"A", stored(format, a, {40, 30})}, {"B", stored("CSR", b, {30, 50})},
           {"C", declare_result(Formats::csr(), ScalarType::f64, {40, 50})}}, options);
      EXPECT_TRUE(cost.is_exact) << format;
      EXPECT_DOUBLE_EQ(cost.flops, 2 * pairs(a, b)) << format;
    }
  double chains = 0;
  for (const auto& x : a)
    for (const auto& y : b)
      for (const auto& z : d) chains += x[1] == y[0] && y[1] == z[0] ? 1 : 0;
  ProgramOptions whole;
  whole.fuse = Fuse::all;
  const PlanCost cost =
      compile(Exec(), "s = A(i,k) * B(k,j) * D(j,l)",
              {{"A", stored("CSR", a, {40, 30})}, {"B", stored("CSC", b, {30, 50})},
               {"D", stored("DCSR", d, {50, 20})}, {"s", dense({})}}, whole).cost();
  EXPECT_TRUE(cost.is_exact);
  EXPECT_DOUBLE_EQ(cost.flops, 3 * chains);
}

// 4 000 000 000 as entries of A times columns.
TEST(OperationCounts, OfLargeExtentsAreThoseOfTheEntries) {
  constexpr std::int64_t n = 1000000000;
  const TensorRef A = stored("DCSR", {{5, 7}, {7, 999999999}, {7, 8}}, {n, n});
  const Plan plan   = compile(Exec(), "C(i,j) = A(i,k) * A(k,j)",
                              {{"A", A}, {"C", declare_result(Formats::dcsr(), ScalarType::f64, {n, n})}});
  expect_contains(plan.explain(), " bytes, 4 arithmetic operations\n");
  plan.execute(Exec());
  EXPECT_DOUBLE_EQ(plan.cost().flops, 4);  // two products, each added to its entry
}

// Which entries meet is not known, but that they are no more than those of a row of the other.
TEST(OperationCounts, OfMergedOperandsAreBounds) {
  const Entries a = drawn(40, 30, 200, 1), b = drawn(40, 30, 250, 2), c = drawn(30, 30, 100, 4);
  const Operands inputs{{"A", stored("CSR", a, {40, 30})}, {"B", stored("CSR", b, {40, 30})}};
  for (const char* notation : {"C(i,j) = A(i,j) * B(i,j)", "C(i,j) = A(i,j) + B(i,j)"}) {
    Operands operands = inputs;
    operands["C"]     = declare_result(Formats::csr(), ScalarType::f64, {40, 30});
    const PlanCost cost = cost_of(notation, operands);
    EXPECT_FALSE(cost.is_exact) << notation;
    EXPECT_GE(cost.flops, common(a, b)) << notation;
    EXPECT_LE(cost.flops, static_cast<double>(std::min(a.size(), b.size()))) << notation;
    expect_contains(compile(Exec(), notation, operands).explain(), " bytes, at most ");
  }
  double triangles = 0, wedges = pairs(c, c);
  for (const auto& x : c)
    for (const auto& y : c) triangles += x[1] == y[0] && c.count({x[0], y[1]}) ? 1 : 0;
  const PlanCost cost = cost_of("s = A(i,j) * A(j,k) * A(i,k)",
                                {{"A", stored("CSR", c, {30, 30})}, {"s", dense({})}});
  EXPECT_FALSE(cost.is_exact);
  EXPECT_GE(cost.flops, 3 * triangles);
  EXPECT_LE(cost.flops, 3 * wedges);
}

// Operators that need both, one or none of their arguments.
TEST(OperationCounts, OfOperatorsFollowWhatTheyNeed) {
  const Entries a = drawn(40, 30, 200, 1), b = drawn(40, 30, 250, 2);
  const auto cost = [&](const char* notation, const TensorFormat& result) {
    const TensorRef C = result.is_dense() ? dense({40, 30})
                                          : declare_result(result, ScalarType::f64, {40, 30});
    Operands all{{"A", stored("CSR", a, {40, 30})}, {"B", stored("CSR", b, {40, 30})},
                 {"D", dense({40, 30})}, {"C", C}}, used;
    for (const std::string& name : Impl::tensor_names(notation)) used[name] = all.at(name);
    return cost_of(notation, used);
  };
  const auto n = static_cast<double>(a.size()), m = static_cast<double>(b.size());
  EXPECT_DOUBLE_EQ(cost("C(i,j) = max(A(i,j), B(i,j))", Formats::csr()).flops, n + m);
  EXPECT_DOUBLE_EQ(cost("C(i,j) = A(i,j) + D(i,j)", Formats::dense(2)).flops, n);
  EXPECT_DOUBLE_EQ(cost("C(i,j) = max(A(i,j), D(i,j))", Formats::dense(2)).flops, 40 * 30);
  EXPECT_DOUBLE_EQ(cost("C(i,j) = sqrt(A(i,j))", Formats::csr()).flops, n);
  EXPECT_DOUBLE_EQ(cost("C(i,j) += A(i,j) * D(i,j)", Formats::dense(2)).flops, 2 * n);
  EXPECT_DOUBLE_EQ(cost("C(i,j) = D(i,j) * D(i,j)", Formats::dense(2)).flops, 40 * 30);
  const PlanCost sum = cost("C(i,j) = (A(i,j) + B(i,j)) * D(i,j)", Formats::csr());
  EXPECT_GE(sum.flops, n + m);  // the products; and the sums where both are
  EXPECT_LE(sum.flops, n + m + std::min(n, m));
}

// What a statement before makes may be anything until it is there.
TEST(OperationCounts, OfTensorsThatAreNotMadeYet) {
  const Entries a = drawn(40, 40, 60, 1);
  const Plan plan = compile(Exec(), "B(i,j) = A(i,k) * A(k,j); y(i) = B(i,j) * x(j)",
                            {{"A", stored("CSR", a, {40, 40})}, {"x", dense({40})}, {"y", dense({40})},
                             {"B", declare_result(Formats::csr(), ScalarType::f64, {40, 40})}});
  EXPECT_FALSE(plan.cost().is_exact);
  EXPECT_DOUBLE_EQ(plan.cost().flops, 2 * pairs(a, a) + 2 * 40 * 40);
  plan.execute(Exec());
  EXPECT_TRUE(plan.cost().is_exact);
  EXPECT_DOUBLE_EQ(plan.cost().flops,
                   2 * pairs(a, a) + 2 * static_cast<double>(plan.result("B").num_values));
}

// Slices, index sets and registered levels: not looked into, but never too few.
TEST(OperationCounts, OfOtherFormatsAreBounds) {
  const Entries a = drawn(40, 30, 200, 1);
  double chosen   = 0;
  for (const auto& [i, j] : a) chosen += i == 2 || i == 5 ? 1 : 0;
  const PlanCost set = cost_of("y(i) = A(i({2,5}),j) * x(j)",
                               {{"A", stored("CSR", a, {40, 30})}, {"x", dense({30})}, {"y", dense({2})}});
  EXPECT_FALSE(set.is_exact);
  EXPECT_GE(set.flops, 2 * chosen);
  EXPECT_LE(set.flops, 2 * 60);
  const PlanCost blocks = cost_of("y(i) = A(i,j) * x(j)", {{"A", stored("BSR(2,2)", a, {40, 30})},
                                                           {"x", dense({30})}, {"y", dense({40})}});
  EXPECT_GE(blocks.flops, 2 * static_cast<double>(a.size()));
  EXPECT_FALSE(blocks.is_exact);
}

// Which operation needs which operand is not asked of very many.
TEST(OperationCounts, OfManyOperandsAreBounds) {
  const Entries a    = drawn(40, 30, 200, 1);
  std::string notation = "C(i,j) = ";
  Operands operands{{"C", declare_result(Formats::csr(), ScalarType::f64, {40, 30})}};
  for (int n = 0; n < 30; ++n) {
    const std::string name = "A" + std::to_string(n);
    notation += (n ? " * " : "") + name + "(i,j)";
    operands[name] = stored("CSR", a, {40, 30});
  }
  const PlanCost cost = cost_of(notation.c_str(), operands);
  EXPECT_FALSE(cost.is_exact);
  EXPECT_GE(cost.flops, 29 * static_cast<double>(a.size()));
  EXPECT_LE(cost.flops, 29 * 40.0 * 30);
}

}  // namespace
