// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pieces have equal work whatever the operands look like: a row or a fibre with
// most of the entries, or an outermost dimension of extent 1, is not one piece's.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include <Strata_Check.hpp>
#include <Strata_Error.hpp>
#include <Strata_Plan.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

constexpr std::int64_t rows = 12, columns = 30000;

/// Rows with 1 to `columns` entries, row r about columns / (r + 1).
CooData power_law(double scale) {
  CooData data{ScalarType::f64, {rows, columns}, {}, {}};
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::int64_t count = 1 + columns / (i + 1);
    for (std::int64_t n = 0; n < count; ++n)
      data.add({i, n * columns / count}, scale * static_cast<double>(1 + (i + n) % 7));
  }
  return data;
}

CooData one_dense_row(double scale) {
  CooData data{ScalarType::f64, {rows, columns}, {}, {}};
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < (i == 5 ? columns : 20); ++j)
      data.add({i, j}, scale * static_cast<double>(1 + (i + j) % 5));
  return data;
}

CooData single_row(double scale) {
  CooData data{ScalarType::f64, {1, columns}, {}, {}};
  for (std::int64_t j = 0; j < columns; ++j)
    data.add({0, j}, scale * static_cast<double>(1 + j % 5));
  return data;
}

/// One fibre (3, 4, :) with nearly all entries.
CooData long_fibre(double scale) {
  CooData data{ScalarType::f64, {40, 30, columns}, {}, {}};
  for (std::int64_t k = 0; k < columns; ++k)
    data.add({3, 4, k}, scale * static_cast<double>(1 + k % 9));
  for (std::int64_t i = 0; i < 40; ++i) data.add({i, i % 30, i}, 0.5);
  return data;
}

CooData vector(std::int64_t step) {
  CooData data{ScalarType::f64, {4 * columns}, {}, {}};
  for (std::int64_t i = 0; i < 4 * columns; i += step)
    data.add({i}, static_cast<double>(1 + i % 3));
  return data;
}

CooData ones(std::vector<std::int64_t> extents) {
  CooData data{ScalarType::f64, extents, {}, {}};
  for (std::int64_t i = 0; i < extents[0]; ++i)
    for (std::int64_t j = 0; j < (extents.size() > 1 ? extents[1] : 1); ++j)
      data.add(extents.size() > 1 ? std::vector<std::int64_t>{i, j}
                                  : std::vector<std::int64_t>{i},
               1.0 + static_cast<double>((i + j) % 4) / 4);
  return data;
}

struct Case {
  std::string notation;
  std::string result;  ///< format
  std::vector<std::int64_t> extents;
  Operands inputs;
  /// Iterations, for each piece, of launches that run as one piece: those that
  /// add up copies of a scalar, or what pieces have of one entry.
  std::int64_t serial = 0;
};

double imbalance(const std::vector<std::int64_t>& work) {
  const double sum = std::accumulate(work.begin(), work.end(), 0.0);
  return static_cast<double>(*std::max_element(work.begin(), work.end())) *
         static_cast<double>(work.size()) / sum;
}

template <class Exec>
void run(const Exec& exec, const Case& c, int pieces, bool is_checked) {
  SCOPED_TRACE(c.notation + " to " + c.result + " in " + std::to_string(pieces));
  const std::string result = parse_notation(c.notation).lhs.tensor;
  const TensorFormat format =
      TensorFormat::parse(c.result, static_cast<int>(c.extents.size()));
  Operands all = c.inputs;
  all[result]  = format.is_dense()
                     ? make_dense(exec, format, ScalarType::f64, c.extents)
                     : declare_result(format, ScalarType::f64, c.extents);
  PlanOptions options;
  options.pieces           = pieces;
  options.count_iterations = true;
  const Plan plan          = compile(exec, c.notation, all, options);
  plan.execute(exec);
  exec.fence("Strata::test::balance");
  if (is_checked) {
    const TensorRef made     = plan.result();
    const CheckReport report = check_result(c.notation, c.inputs, made);
    EXPECT_TRUE(report.passed()) << report.to_string();
    if (!format.is_dense())
      EXPECT_EQ(structure_fault(made, expected_coordinates(c.notation, c.inputs, made)), "");
  }
  std::vector<std::int64_t> work = plan.piece_iterations();
  ASSERT_EQ(work.size(), static_cast<std::size_t>(pieces));
  work[0] -= c.serial * pieces;
  EXPECT_LE(imbalance(work), 1.05);
}

template <class Space>
class Balance : public testing::Test {
 public:
  static constexpr int few[] = {2, 3, 16, 256};

  typename Space::execution_space exec = Space::make();

  TensorRef tensor(const char* format, const CooData& data) {
    return make_tensor(
        exec, TensorFormat::parse(format, static_cast<int>(data.extents.size())), data);
  }
  void check(const Case& c) {
    // The dense evaluator takes most of the time.
    for (const int pieces : few) run(exec, c, pieces, pieces == few[1] || pieces == few[3]);
  }
};
TYPED_TEST_SUITE(Balance, TestSpaces);

TYPED_TEST(Balance, RowsOfADenseResult) {
  for (const char* format : {"CSR", "DCSR"})
    for (const CooData& a : {power_law(1), one_dense_row(1), single_row(1)}) {
      const std::int64_t m = a.extents[0];
      Operands inputs;
      inputs["A"] = this->tensor(format, a);
      inputs["x"] = this->tensor("Dense", ones({columns}));
      inputs["b"] = this->tensor("Dense", ones({m}));
      // Clearing a result that not all rows of which are visited is another
      // launch, over the rows.
      if (std::string(format) == "CSR") {
        this->check({"y(i) = A(i,j) * x(j)", "Dense", {m}, inputs, 1});
        this->check({"y(i) = b(i) - 2 * A(i,j) * x(j)", "Dense", {m}, inputs, 1});
      }
      inputs.erase("b");
      this->check({"s = A(i,j) * x(j)", "Dense", {}, inputs, 1});
    }
}

TYPED_TEST(Balance, RowsOfASparseResult) {
  for (const CooData& a : {power_law(1), one_dense_row(1), single_row(1)}) {
    Operands inputs;
    inputs["A"] = this->tensor("CSR", a);
    for (const char* format : {"CSR", "DCSR", "COO"}) {
      this->check({"C(i,j) = 3 * A(i,j)", format, a.extents, inputs});
      inputs["B"] = this->tensor("DCSR", a);
      this->check({"C(i,j) = A(i,j) + B(i,j)", format, a.extents, inputs});
      this->check({"C(i,j) = A(i,j) * B(i,j)", format, a.extents, inputs});
      inputs.erase("B");
    }
  }
}

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
TYPED_TEST(Balance, Products) {
  const std::int64_t n = 8192, columns = 100003;
  Operands inputs;
  inputs["B"] = this->tensor("CSR", right_factor(n, columns));
  for (const char* left : {"CSR", "DCSR"}) {
    inputs["A"] = this->tensor(left, left_factor(n));
    for (const int pieces : this->few)
      run(this->exec, {"C(i,j) = A(i,k) * B(k,j)", "CSR", {4 * n, columns}, inputs},
          pieces, false);
  }
  CooData middle{ScalarType::f64, {n, n}, {}, {}};
  for (std::int64_t k = 0; k < n; ++k) middle.add({k, (k * 5) % n}, 2.0);
  inputs["D"] = this->tensor("CSR", middle);
  for (const int pieces : this->few)
    run(this->exec,
        {"C(i,j) = A(i,k) * D(k,l) * B(l,j)", "CSR", {4 * n, columns}, inputs},
        pieces, false);
}

/// Rows that lie mostly beside the window of columns weigh what is inside.
TYPED_TEST(Balance, WindowsOfColumns) {
  CooData a{ScalarType::f64, {4096, columns}, {}, {}};
  for (std::int64_t i = 0; i < 4096; ++i) {
    for (std::int64_t n = 0; n < 8; ++n) a.add({i, 100 + n * 11 + i % 11}, 1.0);
    for (std::int64_t n = 0; n < (i < 1000 ? 40 : 0); ++n) a.add({i, 1000 + n * 7}, 1.0);
  }
  Operands inputs;
  inputs["A"] = this->tensor("CSR", a);
  for (const int pieces : {2, 3, 16, 64})
    run(this->exec, {"C(i,j) = 3 * A(i,j(100,300))", "CSR", {4096, 200}, inputs}, pieces, false);
}

/// Other reductions than sums are cut as sums are.
TYPED_TEST(Balance, OtherReductions) {
  for (const CooData& a : {power_law(1), one_dense_row(1), single_row(1)}) {
    const std::int64_t m = a.extents[0];
    Operands inputs;
    inputs["A"] = this->tensor("CSR", a);
    inputs["A"].fill = std::numeric_limits<double>::infinity();
    // One piece writes what is neutral to the parts of all others first.
    this->check({"y(i) = reduce_min(j, A(i,j))", "Dense", {m}, inputs, 2});
    this->check({"s = reduce_min(i, reduce_min(j, A(i,j)))", "Dense", {}, inputs, 1});
    inputs["A"].fill = 1;
    this->check({"y(i) = reduce_product(j, A(i,j))", "Dense", {m}, inputs, 2});
  }
}

TYPED_TEST(Balance, SumsOfASparseResult) {
  for (const CooData& a : {power_law(1), one_dense_row(1), single_row(1)}) {
    Operands inputs;
    inputs["A"] = this->tensor("DCSR", a);
    inputs["x"] = this->tensor("Dense", ones({columns}));
    this->check({"y(i) = A(i,j) * x(j)", "SparseVector", {a.extents[0]}, inputs, 1});
  }
}

TYPED_TEST(Balance, Fibres) {
  Operands inputs;
  inputs["B"] = this->tensor("CSF", long_fibre(1));
  inputs["c"] = this->tensor("Dense", ones({columns}));
  this->check({"A(i,j) = B(i,j,k) * c(k)", "CSR", {40, 30}, inputs, 1});
  this->check({"A(i,j) = B(i,j,k) * c(k)", "DCSR", {40, 30}, inputs, 1});
  inputs.erase("c");
  this->check({"A(i,j,k) = 2 * B(i,j,k)", "CSF", {40, 30, columns}, inputs});
}

TYPED_TEST(Balance, Vectors) {
  Operands inputs;
  inputs["x"] = this->tensor("SparseVector", vector(2));
  inputs["y"] = this->tensor("SparseVector", vector(3));
  this->check({"z(i) = x(i) + y(i)", "SparseVector", {4 * columns}, inputs});
  this->check({"s = x(i) * y(i)", "Dense", {}, inputs, 1});
}

/// A sum over some variables stands beside one over more of them:
/// what lies at a cut must not be added twice.
TYPED_TEST(Balance, SumsOfDifferentDepth) {
  Operands inputs;
  inputs["B"] = this->tensor("CSF", long_fibre(1));
  CooData a{ScalarType::f64, {40, 30}, {}, {}};
  for (std::int64_t i = 0; i < 40; ++i)
    for (std::int64_t j = 0; j < 30; ++j) a.add({i, j}, 1.0 + static_cast<double>(i));
  inputs["A"] = this->tensor("DCSR", a);
  const char* notation = "y(i) = sum(j, sum(k, B(i,j,k))) + sum(j, A(i,j))";
  for (const char* format : {"Dense", "SparseVector"})
    for (const int pieces : {2, 16, 64}) {
      Operands all = inputs;
      const TensorFormat result = TensorFormat::parse(format, 1);
      all["y"] = result.is_dense() ? make_dense(this->exec, result, ScalarType::f64, {40})
                                   : declare_result(result, ScalarType::f64, {40});
      PlanOptions options;
      options.pieces  = pieces;
      const Plan plan = compile(this->exec, notation, all, options);
      plan.execute(this->exec);
      this->exec.fence("Strata::test::balance");
      const CheckReport report = check_result(notation, inputs, plan.result());
      EXPECT_TRUE(report.passed()) << format << ", " << pieces << ": " << report.to_string();
    }
}

/// A sum is rounded to the type of the result once, not in parts.
TYPED_TEST(Balance, SumsOfAnotherType) {
  CooData a{ScalarType::f64, {1, 4}, {}, {}};
  const double large = 16777216;  // f32 has no odd numbers from here on
  a.add({0, 0}, large);
  for (std::int64_t j = 1; j < 3; ++j) a.add({0, j}, 1);
  a.add({0, 3}, 0);
  Operands all;
  all["A"] = this->tensor("CSR", a);
  for (const int pieces : {1, 2, 4}) {
    all["y"] = make_dense(this->exec, Formats::dense(1), ScalarType::f32, {1});
    PlanOptions options;
    options.pieces  = pieces;
    const Plan plan = compile(this->exec, "y(i) = cast_f32(sum(j, A(i,j)))", all, options);
    plan.execute(this->exec);
    this->exec.fence("Strata::test::balance");
    EXPECT_EQ(*static_cast<const float*>(all["y"].values), large + 2) << pieces;
  }
}

/// Operands that a plan is compiled with say whether sums have to be cut.
TYPED_TEST(Balance, UnevenOperandsAreNoticed) {
  const auto launches = [&](const CooData& a, const PlanOptions& options) {
    Operands all;
    all["A"] = this->tensor("CSR", a);
    all["x"] = this->tensor("Dense", ones({columns}));
    all["y"] = make_dense(this->exec, Formats::dense(1), ScalarType::f64, {a.extents[0]});
    return compile(this->exec, "y(i) = A(i,j) * x(j)", all, options).num_launches();
  };
  CooData even{ScalarType::f64, {rows, columns}, {}, {}};
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t n = 0; n < 40; ++n) even.add({i, 7 * n}, 1.0);
  const bool threads = this->exec.concurrency() > 1;
  PlanOptions balanced;
  balanced.balanced = true;
  EXPECT_EQ(launches(even, {}), 1);
  EXPECT_EQ(launches(even, balanced), 2);
  EXPECT_EQ(launches(one_dense_row(1), {}), threads ? 2 : 1);
  PlanOptions strict;
  strict.strict = true;
  EXPECT_EQ(launches(one_dense_row(1), strict), 1);
}

}  // namespace
