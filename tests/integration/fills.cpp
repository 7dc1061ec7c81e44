// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results and operands that read another value than 0 where nothing is stored: against
// the dense evaluator, in pieces, spaces and formats.
#include "Strata_FillsFixture.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

TYPED_TEST_SUITE(Fills, TestSpaces);

constexpr const char* s_padded_matrices[] = {"(d0, d1) -> (d0 : compressed, d1 : dense)",
                                             "(d0, d1) -> (d1 : compressed, d0 : dense)"};
constexpr const char* s_padded_tensors[] = {
    "(d0, d1, d2) -> (d0 : compressed, d1 : dense, d2 : dense)",
    "(d0, d1, d2) -> (d0 : dense, d1 : compressed, d2 : dense)",
    "(d0, d1, d2) -> (d0 : compressed(nonunique), d1 : singleton, d2 : dense)",
    "(d0, d1, d2) -> (d0 : compressed, d1 : dense, d2 : compressed)"};

TYPED_TEST(Fills, DenseLevelsBelowSparseOnesHoldTheFill) {
  for (const double fill : {2.0, s_infinity}) {
    const Operands matrices{{"B", this->tensor("CSR", s_matrix, 0, fill)},
                            {"C", this->tensor("DCSR", s_matrix, 1, fill)}};
    for (const char* format : s_padded_matrices) {
      const TensorRef A = this->result(format, s_matrix, fill);
      this->expect_agreement("A(i,j) = B(i,j)", matrices, A);
      this->expect_agreement("A(i,j) = min(B(i,j), C(i,j))", matrices, A);
      this->expect_agreement("A(i(2,5),j({1,7,9})) = B(i(0,3),j(10,13))", matrices, A);
    }
    const Operands tensors{{"B", this->tensor("CSF", s_tensor, 2, fill)}};
    for (const char* format : s_padded_tensors)
      this->expect_agreement("A(i,j,k) = max(B(i,j,k), B(i,j,k))", tensors,
                             this->result(format, s_tensor, fill));
  }
}

TYPED_TEST(Fills, PaddingInEveryType) {
  using enum ScalarType;
  for (const ScalarType type : {boolean, i8, u16, i32, u64, f16, bf16, f32, c64, c128}) {
    const double fill = type == boolean ? 1 : 3;
    const Operands inputs{{"B", this->tensor("CSR", s_matrix, 0, fill, type)}};
    this->expect_agreement("A(i,j) = B(i,j)", inputs,
                           this->result(s_padded_matrices[1], s_matrix, fill, type));
  }
}

TYPED_TEST(Fills, PaddingIsTheZeroOfASemiring) {
  for (const char* semiring : {"min-plus", "max-times", "or-and"})
    for (const ScalarType type : {ScalarType::f64, ScalarType::u64, ScalarType::i32}) {
      const Operands inputs{{"B", this->tensor("CSR", s_matrix, 0, 0, type)},
                            {"C", this->tensor("CSR", {s_columns, s_rows}, 1, 0, type)},
                            {"D", this->tensor("CSC", s_matrix, 3, 0, type)}};
      for (const char* format : s_padded_matrices) {
        const std::string in = std::string("semiring ") + semiring + "; ";
        this->expect_agreement(in + "A(i,j) = B(i,j) + D(i,j)", inputs,
                               this->result(format, s_matrix, 0, type));
        this->expect_agreement(in + "A(i,j) = B(i,k) * C(k,j)", inputs,
                               this->result(format, {s_rows, s_rows}, 0, type));
      }
    }
}

/// The largest u64 is the minimum of nothing: no entry, and what levels of all coordinates hold.
TYPED_TEST(Fills, MinimaOfNothing) {
  for (const ScalarType type : {ScalarType::u64, ScalarType::u8, ScalarType::i64}) {
    const Operands inputs{
        {"B", this->tensor("SparseVector", {s_rows}, 2, 0, type)},
        {"C", this->tensor("Dense", {s_columns, 4}, 3, 0, type)},
        {"D", this->tensor("SparseVector", {s_columns}, 0, 0, type)}};
    for (const char* format : {"COO", "CSC", "(i, j) -> (j : compressed, i : dense)"})
      this->expect_agreement("semiring min-first; A(i,j) = B(j({0,3,4,6})) * C(i,j) + D(i) * C(i,j)",
                             inputs, this->result(format, {s_columns, 4}, 0, type));
  }
}

/// Old contents are read as what nothing is in the semiring where they store nothing,
/// whatever their fill value was.
TYPED_TEST(Fills, SemiringsAddToOldContentsWithAnotherFill) {
  for (const char* format : s_padded_matrices)
    for (const double fill : {0.0, 2.0}) {
      const Operands inputs{{"A", this->tensor(format, s_matrix, 0, fill)},
                            {"B", this->tensor("CSR", s_matrix, 1, 0)}};
      this->expect_agreement("semiring min-plus; A(i,j) += B(i,j)", inputs, inputs.at("A"));
    }
}

/// Copies of operands in another order of levels.
TYPED_TEST(Fills, CopiesKeepTheFill) {
  const Operands inputs{
      {"B", this->tensor("(d0, d1, d2) -> (d0 : compressed, d1 : dense, d2 : compressed)", s_tensor,
                         0, 2)},
      {"C", this->tensor("(d0, d1, d2) -> (d2 : compressed, d1 : dense, d0 : dense)", s_tensor, 1,
                         3)}};
  this->expect_agreement("A(i,j,k) = B(i,j,k) * C(i,j,k)", inputs,
                         this->result("CSF", s_tensor, 6));
  this->expect_agreement("A(i,j,k) = B(i,j,k) * C(i,j,k)", inputs,
                         this->result("Dense", s_tensor, 0));
  this->expect_agreement("A(k,j,i) = C(i,j,k)", inputs,
                         this->result("CSF", {s_layers, s_columns, s_rows}, 3));
  // Places of values are no values: the second is no fill value.
  const Operands padded{{"B", this->tensor("(d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : dense)",
                                           s_tensor, 0, 2)}};
  this->expect_agreement("A(j,i,k) = B(i,j,k)", padded,
                         this->result("CSF", {s_columns, s_rows, s_layers}, 2));
}

/// Entries come out of the order of the result's levels, or duplicates out of order.
// What an absent operand leaves is absent in the loops inside as well.
TYPED_TEST(Fills, SumsWithOneSideAbsentStoreTheOther) {
  const Operands inputs{{"A", this->tensor("DCSR", {s_rows, s_columns}, 1, 2)},
                        {"B", this->tensor("SparseVector", {s_rows}, 2, 0)},
                        {"C", this->tensor("DCSR", {s_rows, s_columns}, 3, 0)},
                        {"D", this->tensor("DCSR", {s_rows, s_columns}, 5, 2)}};
  const auto with = [&](const std::vector<std::string>& names) {
    Operands some;
    for (const std::string& name : names) some[name] = inputs.at(name);
    return some;
  };
  for (const char* format : {"DCSR", "CSR", "COO"})
    for (const char* sum : {"B(i) * C(i,k)", "C(i,k)", "B(i) * C(i,k) - C(i,k)"}) {
      const bool scaled = std::string(sum).find('B') != std::string::npos;
      const auto plus   = scaled ? with({"D", "B", "C"}) : with({"D", "C"});
      const TensorRef E = this->result(format, {s_rows, s_columns}, 2);
      this->expect_agreement("E(i,k) = D(i,k) + " + std::string(sum), plus, E);
      const auto onto = scaled ? with({"A", "B", "C"}) : with({"A", "C"});
      this->expect_agreement("A(i,k) += " + std::string(sum), onto, inputs.at("A"));
    }
}

// A piece may begin inside of an entry of which the piece before has nothing.
TYPED_TEST(Fills, SumsInPartsBesideAFillValue) {
  Operands inputs{{"C", this->tensor("DCSR", {s_rows, s_columns}, 3, 0)},
                  {"D", this->tensor("SparseVector", {s_rows}, 5, 2)}};
  for (const char* format : {"SparseVector", "COO"})
    this->expect_agreement("E(i) = D(i) + C(i,k)", inputs, this->result(format, {s_rows}, 2));
  this->expect_agreement("D(i) += C(i,k)", inputs, inputs.at("D"));
}

TYPED_TEST(Fills, EntriesOutOfOrder) {
  const Operands inputs{
      {"B", this->tensor("CSC", s_matrix, 0, 2)},
      {"C", this->tensor("(d0, d1) -> (d0 : compressed(nonunique, nonordered), d1 : "
                         "singleton(nonunique, nonordered))",
                         s_matrix, 1, 2)},
      {"D", this->tensor("CSR", {s_columns, s_columns}, 2, 0)}};
  for (const char* format : {"CSR", "DCSC", "COO", s_padded_matrices[1]})
    for (const double fill : {2.0, 0.0, 5.0}) {
      const TensorRef A = this->result(format, s_matrix, fill);
      this->expect_agreement("A(i,j) = C(i,j)", inputs, A);
      this->expect_agreement("A(i,j) = max(B(i,j), C(i,j))", inputs, A);
      this->expect_agreement("A(i,j) = sum(k, B(i,k) * D(k,j))", inputs, A);
    }
  this->expect_agreement("y(j) = reduce_max(i, C(i,j) * B(i,j))", inputs,
                         this->result("SparseVector", {s_columns}, 4));
}

/// One nest of loops would have too many cases.
TYPED_TEST(Fills, ManyTerms) {
  Operands inputs{{"B", this->tensor("CSF", s_tensor, 0, 2)}};
  std::string terms = "A(i,j,k) = B(i,j,k)";
  for (int n = 0; n < 5; ++n) {
    const std::string name(1, static_cast<char>('C' + n));
    inputs[name] = this->tensor("CSF", s_tensor, n + 1, 0);
    terms += " + " + name + "(i,j,k)";
  }
  this->expect_agreement(terms, inputs, this->result("CSF", s_tensor, 2));
}

/// None of the terms is 0 where nothing is stored: parts with fill values.
TYPED_TEST(Fills, ManyTermsWithFills) {
  Operands inputs{{"B", this->tensor("CSF", s_tensor, 0, 2)}};
  std::string terms = "A(i,j,k) = B(i,j,k)";
  for (int n = 0; n < 5; ++n) {
    const std::string name(1, static_cast<char>('C' + n));
    inputs[name] = this->tensor("CSF", s_tensor, n + 1, n - 3);
    terms += " + " + name + "(i,j,k)";
  }
  for (const double fill : {-3.0, 0.0})
    this->expect_agreement(terms, inputs, this->result("CSF", s_tensor, fill));
}

/// Entries that come as a set tells, beside others, in the order of the result.
TYPED_TEST(Fills, SetsThatDoNotAscendBesideOthers) {
  const Operands inputs{{"B", this->tensor("CSR", {s_rows, s_columns}, 0, 0)},
                        {"C", this->tensor("SparseVector", {s_rows}, 1, 3)},
                        {"D", this->tensor("DCSR", {s_rows, s_columns}, 2, 1)}};
  const TensorRef A = this->result("CSR", {3, s_columns}, 4);
  this->expect_agreement("A(i,j) = lte(B(i(0,3),j), 1) + C(i({5,0,2}))", inputs, A);
  this->expect_agreement("A(i,j) = B(i({4,7,1}),j) + C(i(2,5)) + D(i({5,0,2}),j)", inputs, A);
  this->expect_agreement("A(j,i) = D(i({4,7,1}),j) + C(i(2,5))", inputs,
                         this->result("DCSR", {s_columns, 3}, 4));
}

/// Where the entries of the set are absent, a sum at one coordinate of it is left that no
/// operand is read at.
TYPED_TEST(Fills, SumsBesideAbsentSets) {
  constexpr const char* order =
      "(i,j,k) -> (j : compressed(nonunique), k : singleton(nonunique), i : singleton)";
  for (const char* format : {"CSR", "CSC"}) {
    const Operands inputs{{"E", this->tensor(order, {s_rows, s_rows, s_columns}, 0, 2)},
                          {"G", this->tensor(format, {s_rows, s_rows}, 1, 0)}};
    const TensorRef A = this->result("Dense", {s_rows, 4}, 0);
    for (const char* matrix : {"G(j,k)", "G(k,j)"})
      this->expect_agreement("A(k,i) = sum(j, E(j,k,i({4,1,0,2})) * " + std::string(matrix) + ")",
                             inputs, A);
  }
}

/// A sum that is computed above a loop, and an operand at one coordinate of a set, are absent
/// where they have no term: they meet no infinity, and no sign.
TYPED_TEST(Fills, AbsentSumsAboveLoops) {
  const Operands inputs{{"C", this->tensor("DCSR", {s_rows, s_columns}, 0, 0)},
                        {"E", this->tensor("Dense", {s_rows, s_layers}, 1, 0)},
                        {"H", this->tensor("SparseVector", {s_rows}, 2, 0)},
                        {"L", this->tensor("SparseVector", {s_rows}, 3, 0)}};
  const std::string infinite = "(H(i) * 1e308 * 1e308)", set = "L(i({5,2,8,0,1,3,4,6,7}))";
  for (const char* format : {"Dense", "(i, j) -> (i : compressed, j : dense)", "CSR"})
    for (const std::string& sum : {set, std::string("sum(k, C(i,k))")}) {
      const TensorRef A = this->result(format, {s_rows, s_layers}, 0);
      this->expect_agreement("A(i,j) = E(i,j) * (" + sum + " * " + infinite + " + 1)", inputs, A);
      this->expect_agreement("A(i,j) = E(i,j) * atan2(0 * H(i), " + sum + " * (0 - H(i)))", inputs, A);
    }
}

/// Emitted C++ pads results and copies of operands with the fill value, too.
TEST(FillsOfEmittedKernels, PadsAndCopies) {
  const Kokkos::DefaultHostExecutionSpace exec;
  const TensorFormat padded = TensorFormat::parse(s_padded_matrices[1], 2);
  const Operands inputs{
      {"B", make_tensor(exec, padded, entries(ScalarType::f64, s_matrix, 0), s_infinity)},
      {"C", make_tensor(exec, Formats::csr(), entries(ScalarType::f64, s_matrix, 1), s_infinity)}};
  Operands all  = inputs;
  all["A"]      = declare_result(padded, ScalarType::f64, s_matrix);
  all["A"].fill = s_infinity;
  PlanOptions options;
  options.backend            = Backend::cxx;
  constexpr const char* text = "A(i,j) = min(B(i,j), C(i,j))";
  const Plan plan            = compile(exec, text, all, options);
  EXPECT_NE(plan.explain().find("convert C"), std::string::npos) << plan.explain();
  plan.execute(exec);
  exec.fence("Strata::test::fills");
  EXPECT_EQ(plan.result().fill, s_infinity);
  const CheckReport report = check_result(text, inputs, plan.result());
  EXPECT_TRUE(report.passed()) << report.to_string();
}

/// A diagonal, or a set that does not ascend, of levels that are searched.
TYPED_TEST(Fills, DiagonalsAndSetsThatDoNotAscend) {
  for (const double fill : {2.0, s_infinity})
    for (const char* format : {"CSR", "COO", s_padded_matrices[1]}) {
      const Operands inputs{{"B", this->tensor(format, {s_rows, s_rows}, 0, fill)},
                            {"C", this->tensor("DCSR", {s_rows, s_rows}, 1, 3)},
                            {"x", this->tensor("Dense", {s_rows}, 2, 0)}};
      for (const double other : {0.0, fill})
        for (const char* result : {"Dense", "SparseVector"}) {
          const TensorRef y = this->result(result, {s_rows}, other);
          this->expect_agreement("y(i) = B(i,i)", inputs, y);
          this->expect_agreement("y(i) = min(B(i,i), C(i,i))", inputs, y);
          const TensorRef z = this->result(result, {3}, other);
          this->expect_agreement("z(i) = B(i(2,5),i({5,2,8}))", inputs, z);
        }
      this->expect_agreement("s = sum(i, B(i,i) * x(i))", inputs, this->result("Dense", {}, 0));
      this->expect_agreement("s = reduce_min(i, B(i,i) + C(i({4,0,7,2,1,8,3,5,6}),i))", inputs,
                             this->result("Dense", {}, 0));
      this->expect_agreement("z(i) = sum(j, B(i({5,2,8}),j({1,7,0,7})) * C(j(2,6),j({8,0,4,1})))",
                             inputs, this->result("Dense", {3}, 0));
    }
}

TYPED_TEST(Fills, DiagonalsOfTensors) {
  const std::vector<std::int64_t> cube{s_rows, s_rows, s_layers};
  for (const char* format :
       {"CSF", "CSF(2,0,1)", s_padded_tensors[0], s_padded_tensors[3]}) {
    const Operands inputs{{"T", this->tensor(format, cube, 0, 2)},
                          {"x", this->tensor("SparseVector", {s_rows}, 1, 0)}};
    this->expect_agreement("A(i,k) = T(i,i,k)", inputs, this->result("CSR", {s_rows, s_layers}, 2));
    this->expect_agreement("y(k) = sum(i, T(i,i,k) * x(i))", inputs,
                           this->result("Dense", {s_layers}, 0));
    this->expect_agreement("y(i) = reduce_max(k, T(i,i,k({2,0})))", inputs,
                           this->result("SparseVector", {s_rows}, 2));
  }
}

/// What is added to starts as 0, what lies beside it is the fill value.
TYPED_TEST(Fills, SumsOnPartsOfADenseResult) {
  const Operands inputs{{"B", this->tensor("CSC", {s_rows, s_rows}, 0, 0)},
                        {"C", this->tensor("CSR", {s_rows, s_rows}, 1, 0)}};
  const TensorRef A = this->result("Dense", {s_rows, s_rows}, 5);
  this->expect_agreement("A(i,i) = sum(j, B(i,j))", inputs, A);
  this->expect_agreement("A(i,j(0,9,2)) = sum(k, C(i,k) * C(k,j(2,7)))", inputs, A);
  this->expect_agreement("A(i({8,0,3}),j(1,4)) = sum(k, B(i(2,5),k) * C(k,j(3,6)))", inputs, A);
}

/// Any number but 0: an entry that holds it is as good as none.
TYPED_TEST(Fills, OfTruthValues) {
  const ScalarType truth = ScalarType::boolean;
  const Operands inputs{{"B", this->tensor("SparseVector", {s_rows}, 0, 0, truth)},
                        {"C", this->tensor("COO", {s_layers, s_columns}, 1, 0, truth)}};
  for (const double fill : {1.0, 2.0})
    this->expect_agreement("A(i,k,j) = C(j,k) + cast_bool(not(B(i)))", inputs,
                           this->result("CSF(2,0,1)", {s_rows, s_columns, s_layers}, fill, truth));
}

}  // namespace
