// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pieces have equal work whatever the operands look like: a row or a fibre with
// most of the entries, or an outermost dimension of extent 1, is not one piece's.
#include <cstring>
#include <limits>

#include <Strata_TestBalance.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

TYPED_TEST_SUITE(BalanceOfPieces, TestSpaces);

TYPED_TEST(BalanceOfPieces, RowsOfADenseResult) {
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

TYPED_TEST(BalanceOfPieces, RowsOfASparseResult) {
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

/// Rows that lie mostly beside the window of columns weigh what is inside.
TYPED_TEST(BalanceOfPieces, WindowsOfColumns) {
  CooData a{ScalarType::f64, {4096, columns}, {}, {}};
  for (std::int64_t i = 0; i < 4096; ++i) {
    for (std::int64_t n = 0; n < 8; ++n) a.add({i, 100 + n * 11 + i % 11}, 1.0);
    for (std::int64_t n = 0; n < (i < 1000 ? 40 : 0); ++n) a.add({i, 1000 + n * 7}, 1.0);
  }
  Operands inputs;
  inputs["A"] = this->tensor("CSR", a);
  for (const int pieces : {2, 3, 16, 64})
    run_balanced(this->exec, {"C(i,j) = 3 * A(i,j(100,300))", "CSR", {4096, 200}, inputs}, pieces, false);
}

/// Other reductions than sums are cut as sums are.
TYPED_TEST(BalanceOfPieces, OtherReductions) {
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

TYPED_TEST(BalanceOfPieces, SumsOfASparseResult) {
  for (const CooData& a : {power_law(1), one_dense_row(1), single_row(1)}) {
    Operands inputs;
    inputs["A"] = this->tensor("DCSR", a);
    inputs["x"] = this->tensor("Dense", ones({columns}));
    this->check({"y(i) = A(i,j) * x(j)", "SparseVector", {a.extents[0]}, inputs, 1});
  }
}

TYPED_TEST(BalanceOfPieces, Fibres) {
  Operands inputs;
  inputs["B"] = this->tensor("CSF", long_fibre(1));
  inputs["c"] = this->tensor("Dense", ones({columns}));
  this->check({"A(i,j) = B(i,j,k) * c(k)", "CSR", {40, 30}, inputs, 1});
  this->check({"A(i,j) = B(i,j,k) * c(k)", "DCSR", {40, 30}, inputs, 1});
  inputs.erase("c");
  this->check({"A(i,j,k) = 2 * B(i,j,k)", "CSF", {40, 30, columns}, inputs});
}

TYPED_TEST(BalanceOfPieces, Vectors) {
  Operands inputs;
  inputs["x"] = this->tensor("SparseVector", every(2));
  inputs["y"] = this->tensor("SparseVector", every(3));
  this->check({"z(i) = x(i) + y(i)", "SparseVector", {4 * columns}, inputs});
  this->check({"s = x(i) * y(i)", "Dense", {}, inputs, 1});
}

/// A sum over some variables stands beside one over more of them:
/// what lies at a cut must not be added twice.
TYPED_TEST(BalanceOfPieces, SumsOfDifferentDepth) {
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
TYPED_TEST(BalanceOfPieces, SumsOfAnotherType) {
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

/// Pieces are given, and still no sum is cut.
TYPED_TEST(BalanceOfPieces, PiecesOfRowsWhereTheyAreAskedFor) {
  Operands all;
  all["A"] = this->tensor("CSR", one_dense_row(1));
  all["x"] = this->tensor("Dense", ones({columns}));
  all["B"] = this->tensor("CSR", power_law(2));
  PlanOptions options;
  options.balance = Balance::rows;
  for (const char* notation : {"y(i) = A(i,j) * x(j)", "s = A(i,j) * x(j)", "C(i,j) = A(i,j) + B(i,j)"})
    for (options.pieces = 1; options.pieces <= 64; options.pieces *= 4) {
      Operands own             = all;
      const std::string result = parse_notation(notation).lhs.tensor;
      if (result == "C")
        own[result] = declare_result(Formats::csr(), ScalarType::f64, all.at("A").extents);
      else if (result == "y")
        own[result] = make_dense(this->exec, Formats::dense(1), ScalarType::f64, {num_rows});
      else
        own[result] = make_dense(this->exec, Formats::dense(0), ScalarType::f64, {});
      const Plan plan = compile(this->exec, notation, own, options);
      plan.execute(this->exec);
      this->exec.fence("Strata::test::balance");
      const CheckReport report = check_result(notation, all, plan.result());
      EXPECT_TRUE(report.passed()) << notation << ": " << report.to_string();
    }
}

/// Operands that a plan is compiled with say whether sums have to be cut.
TYPED_TEST(BalanceOfPieces, UnevenOperandsAreNoticed) {
  const auto launches = [&](const CooData& a, const PlanOptions& options) {
    Operands all;
    all["A"] = this->tensor("CSR", a);
    all["x"] = this->tensor("Dense", ones({columns}));
    all["y"] = make_dense(this->exec, Formats::dense(1), ScalarType::f64, {a.extents[0]});
    return compile(this->exec, "y(i) = A(i,j) * x(j)", all, options).num_launches();
  };
  CooData even{ScalarType::f64, {num_rows, columns}, {}, {}};
  for (std::int64_t i = 0; i < num_rows; ++i)
    for (std::int64_t n = 0; n < 40; ++n) even.add({i, 7 * n}, 1.0);
  const bool threads = this->exec.concurrency() > 1;
  PlanOptions balanced;
  balanced.balance = Balance::work;
  EXPECT_EQ(launches(even, {}), 1);
  EXPECT_EQ(launches(even, balanced), 2);
  EXPECT_EQ(launches(one_dense_row(1), {}), threads ? 2 : 1);
  PlanOptions rows;
  rows.balance = Balance::rows;
  EXPECT_EQ(launches(one_dense_row(1), rows), 1);
  rows.pieces = 5;
  EXPECT_EQ(launches(one_dense_row(1), rows), 1);
  PlanOptions strict;
  strict.strict = true;
  EXPECT_EQ(launches(one_dense_row(1), strict), 1);
}

/// Most entries are in few rows, none of which is too heavy for a piece: rows are not cut.
TYPED_TEST(BalanceOfPieces, WholeRowsWhereNoneIsHeavy) {
  constexpr std::int64_t rows = 1600, heavy = 100, few = 1;
  CooData data{ScalarType::f64, {rows, columns}, {}, {}};
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < (i < heavy ? 400 : few); ++j) data.add({i, j}, 1.0 + static_cast<double>(j % 3));
  Operands all;
  all["A"] = this->tensor("CSR", data);
  all["x"] = this->tensor("Dense", ones({columns}));
  Operands own = all;
  own["y"]     = make_dense(this->exec, Formats::dense(1), ScalarType::f64, {rows});
  const Plan plan = compile(this->exec, "y(i) = A(i,j) * x(j)", own, PlanOptions());
  plan.execute(this->exec);
  this->exec.fence("Strata::test::balance");
  const CheckReport report = check_result("y(i) = A(i,j) * x(j)", all, plan.result());
  EXPECT_TRUE(report.passed()) << report.to_string();
  EXPECT_EQ(plan.num_launches(), 1) << plan.explain();
  if (this->exec.concurrency() == 2) {
    EXPECT_NE(plan.explain().find("  pieces of equal work over (i); "), std::string::npos)
        << plan.explain();
  }
}

/// Most entries are below one row, in fibres none of which is too heavy for a piece: pieces
/// begin between fibres, and sums over them are not cut; over a long one they are.
TYPED_TEST(BalanceOfPieces, WholeFibresWhereNoneIsHeavy) {
  constexpr std::int64_t m = 40, n = 2000;
  const auto tensor = [](std::int64_t last_fibre) {
    CooData data{ScalarType::f64, {m, n, columns}, {}, {}};
    for (std::int64_t j = 0; j < n; ++j)
      for (std::int64_t k = 0; k < 4; ++k) data.add({3, j, 7 * k}, 1.0 + static_cast<double>(k));
    for (std::int64_t k = 0; k < last_fibre; ++k) data.add({m - 1, 5, k}, 2.0);
    return data;
  };
  for (const std::int64_t last_fibre : {4, 9000}) {
    Operands all;
    all["B"]     = this->tensor("CSF", tensor(last_fibre));
    all["c"]     = this->tensor("Dense", ones({columns}));
    Operands own = all;
    own["A"]     = declare_result(Formats::csr(), ScalarType::f64, {m, n});
    const Plan plan = compile(this->exec, "A(i,j) = B(i,j,k) * c(k)", own, PlanOptions());
    plan.execute(this->exec);
    this->exec.fence("Strata::test::balance");
    const CheckReport report = check_result("A(i,j) = B(i,j,k) * c(k)", all, plan.result());
    EXPECT_TRUE(report.passed()) << report.to_string();
    if (this->exec.concurrency() != 2) continue;
    EXPECT_NE(plan.explain().find(last_fibre == 4 ? "work over (i, j); " : "work over (i, j, k); "),
              std::string::npos)
        << plan.explain();
  }
}

/// `to` gets the positions and coordinates of `from`, in place.
void copy_structure(const TensorRef& to, const TensorRef& from) {
  const LevelArrays &a = to.levels[1], &b = from.levels[1];
  std::memcpy(const_cast<void*>(a.positions), b.positions,
              a.num_positions * to.format.pos_type().bytes());
  std::memcpy(const_cast<void*>(a.coordinates), b.coordinates,
              a.num_coordinates * to.format.crd_type().bytes());
}

/// The dense row becomes another one: what was cut is right, and even after bind().
TYPED_TEST(BalanceOfPieces, CutsAreKeptUntilAnOperandIsBound) {
  CooData other{ScalarType::f64, {num_rows, columns}, {}, {}};
  for (std::int64_t i = 0; i < num_rows; ++i)
    for (std::int64_t j = 0; j < (i == 7 ? columns : 20); ++j) other.add({i, j}, 1.0);
  const TensorRef a = this->tensor("CSR", one_dense_row(1));
  Operands all{{"A", a}, {"C", declare_result(Formats::csr(), ScalarType::f64, a.extents)}};
  const char* notation = "C(i,j) = 3 * A(i,j)";
  PlanOptions options;
  options.pieces           = 16;
  options.count_iterations = true;
  Plan plan                = compile(this->exec, notation, all, options);
  const auto run           = [&] {
    plan.execute(this->exec);
    this->exec.fence("Strata::test::balance");
    const CheckReport report = check_result(notation, {{"A", a}}, plan.result());
    EXPECT_TRUE(report.passed()) << report.to_string();
    return imbalance(plan.piece_iterations());
  };
  EXPECT_LE(run(), 1.05);
  EXPECT_LE(run(), 1.05);
  copy_structure(a, this->tensor("CSR", other));
  EXPECT_GT(run(), 1.05);
  plan.bind("A", a);
  EXPECT_LE(run(), 1.05);
}

}  // namespace
