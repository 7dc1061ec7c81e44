// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products have pieces of equal work, whatever their factors look like.
#include <Strata_TestBalance.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

TYPED_TEST_SUITE(BalanceOfPieces, TestSpaces);

/// Entries of the lower half have rows of `right` that are ten times longer.
CooData left_factor(std::int64_t n) {
  CooData data{ScalarType::f64, {4 * n, n}, {}, {}};
  for (std::int64_t i = 0; i < 4 * n; ++i)
    for (std::int64_t k = 0; k < 4; ++k) {
      const std::int64_t half = n / 2, from = i < 2 * n ? 0 : half;
      data.add({i, from + k * (half / 4) + (i * 7 + k) % (half / 4)}, 1.0);
    }
  return data;
}

/// Row r of the first half has 2 entries, of the second 20; hardly any two of those
/// that are added up are in one column.
CooData right_factor(std::int64_t n, std::int64_t columns) {
  CooData data{ScalarType::f64, {n, columns}, {}, {}};
  for (std::int64_t k = 0; k < n; ++k) {
    const std::int64_t count = k < n / 2 ? 2 : 20;
    for (std::int64_t j = 0; j < count; ++j)
      data.add({k, (k * 31) % (columns / count) + j * (columns / count)}, 1.0);
  }
  return data;
}

/// The rows of the left factor have as many entries, but not as many terms.
TYPED_TEST(BalanceOfPieces, Products) {
  const std::int64_t n = 8192, columns = 100003;
  Operands inputs;
  inputs["B"] = this->tensor("CSR", right_factor(n, columns));
  for (const char* left : {"CSR", "DCSR"}) {
    inputs["A"] = this->tensor(left, left_factor(n));
    for (const int pieces : this->few)
      run_balanced(this->exec, {"C(i,j) = A(i,k) * B(k,j)", "CSR", {4 * n, columns}, inputs},
          pieces, false);
  }
  CooData middle{ScalarType::f64, {n, n}, {}, {}};
  for (std::int64_t k = 0; k < n; ++k) middle.add({k, (k * 5) % n}, 2.0);
  inputs["D"] = this->tensor("CSR", middle);
  for (const int pieces : this->few)
    run_balanced(this->exec,
        {"C(i,j) = A(i,k) * D(k,l) * B(l,j)", "CSR", {4 * n, columns}, inputs},
        pieces, false);
}

/// One row of the result has most of the terms: it is listed, and the list is cut
/// anywhere.
TYPED_TEST(BalanceOfPieces, ProductsWithOneHeavyRow) {
  constexpr std::int64_t m = 300, n = 20000;
  CooData left{ScalarType::f64, {m, n}, {}, {}};
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t k = i % 3; k < (i == 70 ? n : 3); ++k) left.add({i, k}, 1.0);
  CooData right{ScalarType::f64, {n, 500}, {}, {}};
  for (std::int64_t k = 0; k < n; ++k)
    for (std::int64_t j = 0; j < 4; ++j) right.add({k, (k * 7 + j * 125) % 500}, 0.5);
  Operands inputs;
  inputs["A"] = this->tensor("CSR", left);
  inputs["B"] = this->tensor("CSR", right);
  // A list takes about eight times as long as a worklist.
  const auto explained = [&](int pieces, Worklist worklist, const char* semiring = "") {
    Operands all = inputs;
    all["C"]     = declare_result(Formats::csr(), ScalarType::f64, {m, 500});
    PlanOptions options;
    options.pieces   = pieces;
    options.worklist = worklist;
    const std::string text = std::string(semiring) + "C(i,j) = A(i,k) * B(k,j)";
    const Plan plan        = compile(this->exec, text, all, options);
    return plan.explain();
  };
  const auto is_listed = [&](int pieces, Worklist worklist) {
    return explained(pieces, worklist).find("fill a list of entries") != std::string::npos;
  };
  EXPECT_FALSE(is_listed(8, Worklist::automatic));
  EXPECT_TRUE(is_listed(16, Worklist::automatic));
  EXPECT_FALSE(is_listed(16, Worklist::dense));
  // What is no sum stays in worklists: nothing is converted for it.
  const std::string semiring = explained(16, Worklist::automatic, "semiring min-plus; ");
  EXPECT_NE(semiring.find("worklist"), std::string::npos) << semiring;
  EXPECT_EQ(semiring.find("convert"), std::string::npos) << semiring;
  for (const int pieces : this->few)
    run_balanced(this->exec,
        {"C(i,j) = A(i,k) * B(k,j)", "CSR", {m, 500}, inputs, 0, Balance::work}, pieces,
        pieces == this->few[1]);
}

/// A fibre of an operand that becomes a row of terms.
TYPED_TEST(BalanceOfPieces, ProductsWithOneLongFibre) {
  CooData right{ScalarType::f64, {columns, 60}, {}, {}};
  for (std::int64_t k = 0; k < columns; ++k)
    for (std::int64_t l = k % 2; l < 4; l += 2) right.add({k, (k + 15 * l) % 60}, 0.5);
  Operands inputs;
  inputs["B"] = this->tensor("CSF", long_fibre(1));
  inputs["D"] = this->tensor("CSR", right);
  for (const int pieces : this->few)
    run_balanced(this->exec,
        {"A(i,j,l) = B(i,j,k) * D(k,l)", "CSF", {40, 30, 60}, inputs, 0, Balance::work},
        pieces, false);
}

TYPED_TEST(BalanceOfPieces, SampledProducts) {
  for (const CooData& a : {power_law(1), one_dense_row(1), single_row(1)}) {
    Operands inputs;
    inputs["A"] = this->tensor("CSR", a);
    inputs["X"] = this->tensor("Dense", ones({a.extents[0], 3}));
    inputs["Y"] = this->tensor("Dense", ones({columns, 3}));
    for (const char* format : {"CSR", "DCSR", "COO"})
      this->check({"C(i,j) = A(i,j) * X(i,k) * Y(j,k)", format, a.extents, inputs});
  }
}

/// Scattered to a sparse vector.
TYPED_TEST(BalanceOfPieces, SumsOfColumns) {
  for (const CooData& a : {power_law(1), one_dense_row(1), single_row(1)}) {
    Operands inputs;
    inputs["A"] = this->tensor("CSR", a);
    this->check({"y(j) = A(i,j)", "SparseVector", {columns}, inputs, 1});
  }
}

}  // namespace
