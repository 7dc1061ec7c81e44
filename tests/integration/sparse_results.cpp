// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse results as users get them: views of both kinds, plans, arrays that are
// known.
#include <Strata_Error.hpp>
#include <Strata_TestMessage.hpp>

#include "Strata_SparseResultsFixture.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;
using Kokkos::HostSpace;

template <class Space>
class SparseResults : public SparseResultsFixture<Space> {};
TYPED_TEST_SUITE(SparseResults, TestSpaces);

TYPED_TEST(SparseResults, AreGivenToViewsOfBothKinds) {
  const CooData b = entries({3, 4}, {{0, 1}, {2, 0}, {2, 3}});
  const CooData c = entries({3, 4}, {{0, 2}, {2, 3}});
  const SparseView<double, CSRFormat<>, HostSpace> B(
      view_of<double, HostSpace>(this->tensor(Formats::csr(), b)));
  const TensorRef C        = this->tensor(Formats::csr(), c);
  const TensorRef nothing  = this->tensor(Formats::csr(), entries({3, 4}, {}));
  const char* notation     = "A(i,j) = B(i,j) + C(i,j)";
  const Operands inputs{{"B", ref(B)}, {"C", C}};
  SparseView<double, DynamicFormat, HostSpace> dynamic = view_of<double, HostSpace>(nothing);
  SparseView<double, CSRFormat<>, HostSpace> fixed(view_of<double, HostSpace>(nothing));
  TensorRef erased = nothing;
  einsum(this->m_exec, notation, dynamic, B, C);
  einsum(this->m_exec, notation, fixed, B, C);
  einsum(this->m_exec, notation, erased, B, C);
  this->m_exec.fence("Strata::test::sparse_results");
  this->expect_right(notation, inputs, ref(dynamic));
  this->expect_right(notation, inputs, ref(fixed));
  this->expect_right(notation, inputs, erased);
  EXPECT_EQ(fixed.nnz(), 4);
  EXPECT_EQ(dynamic(2, 3), 3 + 2.0);
  EXPECT_EQ(dynamic(1, 1), 0.0);
  EXPECT_EQ(nothing.num_values, 0);  // others keep what they have
}

// A view that holds nothing has a format if that is a type, and takes its extents
// from the expression.
TYPED_TEST(SparseResults, FillViewsThatHoldNothing) {
  const TensorRef B = this->tensor(Formats::csr(), entries({3, 4}, {{0, 1}, {2, 0}, {2, 3}}));
  const TensorRef C = this->tensor(Formats::csr(), entries({3, 4}, {{0, 2}, {2, 3}}));
  SparseView<double, CSRFormat<>, HostSpace> fixed;
  einsum(this->m_exec, "A(i,j) = B(i,j) + C(i,j)", fixed, B, C);
  this->m_exec.fence("Strata::test::sparse_results");
  this->expect_right("A(i,j) = B(i,j) + C(i,j)", {{"B", B}, {"C", C}}, ref(fixed));
  EXPECT_EQ(fixed.extent(0), 3);
  EXPECT_EQ(fixed.extent(1), 4);
  SparseView<double, CSRFormat<>, HostSpace> sum;
  EXPECT_EQ(message_of<FormatMismatch>([&] { einsum(this->m_exec, "A(i,j) += B(i,j)", sum, B); }),
            "compile: the old contents of 'A': expected a tensor, got a view that holds nothing; "
            "assign it one, or write = instead of +=");
  EXPECT_FALSE(sum.is_allocated());
  SparseView<double, DynamicFormat, HostSpace> dynamic;
  const char* nothing =
      "Strata::ref: SparseView: expected a tensor, got a view that holds nothing; assign it one "
      "(to a result with a run-time format: one without entries)";
  EXPECT_EQ(
      message_of<FormatMismatch>([&] { einsum(this->m_exec, "A(i,j) = B(i,j)", dynamic, B); }),
      nothing);
  EXPECT_EQ(
      message_of<FormatMismatch>([&] { einsum(this->m_exec, "A(i,j) = B(i,j)", fixed, dynamic); }),
      nothing);
}

TYPED_TEST(SparseResults, AccumulateIntoWhatWasStored) {
  const CooData b = entries({3, 4}, {{0, 1}, {2, 0}, {2, 3}});
  TensorRef A     = this->tensor(Formats::dcsr(), entries({3, 4}, {{1, 1}, {2, 3}}));
  const TensorRef old = A, B = this->tensor(Formats::csr(), b);
  einsum(this->m_exec, "A(i,j) += B(i,j)", A, B);
  this->m_exec.fence("Strata::test::sparse_results");
  this->expect_right("A(i,j) += B(i,j)", {{"A", old}, {"B", B}}, A);
  EXPECT_EQ(coordinates(A, 0), (Indices{0, 1, 2}));
  EXPECT_EQ(values(A), (std::vector<double>{1, 1, 2, 5}));
}

TYPED_TEST(SparseResults, ArePlansToExecuteFirst) {
  const TensorRef B = this->tensor(Formats::csr(), entries({3, 4}, {{0, 1}, {2, 3}}));
  const Plan plan   = compile(this->m_exec, "A(i,j) = B(i,j)",
                              {{"A", declare_result(Formats::csc(), ScalarType::f64, {3, 4})}, {"B", B}});
  try {
    plan.result();
    FAIL() << "a result before execute()";
  } catch (const FormatMismatch& e) {
    EXPECT_NE(std::string(e.what()).find("'A'"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("execute()"), std::string::npos) << e.what();
  }
  plan.execute(this->m_exec);
  this->m_exec.fence("Strata::test::sparse_results");
  this->expect_right("A(i,j) = B(i,j)", {{"B", B}}, plan.result());
}

TYPED_TEST(SparseResults, FollowThePatternsThatAreBound) {
  const char* notation = "A(i,j) = B(i,j) * C(i,j)";
  Operands inputs{{"B", this->tensor(Formats::csr(), entries({4, 5}, {{0, 1}, {1, 2}, {3, 4}}))},
                  {"C", this->tensor(Formats::dcsr(), entries({4, 5}, {{1, 2}, {3, 3}, {3, 4}}))}};
  Operands all = inputs;
  all["A"]     = declare_result(Formats::dcsr(), ScalarType::f64, {4, 5});
  Plan plan    = compile(this->m_exec, notation, all);
  plan.execute(this->m_exec);
  this->m_exec.fence("Strata::test::sparse_results");
  const TensorRef first = plan.result();
  this->expect_right(notation, inputs, first);
  for (const auto& c : std::vector<std::vector<Indices>>{
           {}, {{0, 1}}, {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 0}, {3, 4}}}) {
    Operands other = inputs;
    other["C"]     = this->tensor(Formats::dcsr(), entries({4, 5}, c));
    plan.bind("C", other["C"]);
    plan.execute(this->m_exec);
    this->m_exec.fence("Strata::test::sparse_results");
    this->expect_right(notation, other, plan.result());
  }
  this->expect_right(notation, inputs, first);  // still there
}

// S4-23: rows in which B and C share no column leave nothing behind.
TYPED_TEST(SparseResults, HaveNoEmptyRows) {
  const Operands inputs{
      {"B", this->tensor(Formats::csr(), entries({4, 5}, {{0, 1}, {1, 0}, {1, 2}, {2, 2}, {3, 4}}))},
      {"C", this->tensor(Formats::csr(), entries({4, 5}, {{0, 2}, {1, 1}, {1, 2}, {2, 3}, {3, 4}}))}};
  const TensorRef A =
      this->evaluate("A(i,j) = B(i,j) * C(i,j)", Formats::dcsr(), {4, 5}, inputs);
  EXPECT_EQ(positions(A, 0), (Indices{0, 2}));
  EXPECT_EQ(coordinates(A, 0), (Indices{1, 3}));
  EXPECT_EQ(positions(A, 1), (Indices{0, 1, 2}));
  EXPECT_EQ(coordinates(A, 1), (Indices{2, 4}));
  EXPECT_EQ(values(A), (std::vector<double>{9, 25}));
}

/// A dense level below entries that may come to nothing: its positions must not
/// be written where those of the next entry are.
TYPED_TEST(SparseResults, WithDenseLevelsInside) {
  const TensorFormat format = TensorFormat::parse(
      "(i, l, j) -> (i : compressed, l : dense, j : compressed)");
  const TensorRef x = this->tensor(
      Formats::csr(), entries({6, 5}, {{0, 0}, {1, 1}, {2, 4}, {3, 2}, {4, 0}, {5, 3}}));
  for (const CooData& y : {entries({3, 5}, {}), entries({3, 5}, {{2, 2}}),
                           entries({3, 5}, {{0, 4}, {1, 0}, {1, 4}, {2, 0}})})
    for (const int pieces : {0, 1, 2, 7, 64}) {
      PlanOptions options;
      options.pieces = pieces;
      this->evaluate("A(i,l,j) = X(i,j) * Y(l,j)", format, {6, 3, 5},
                     {{"X", x}, {"Y", this->tensor(Formats::csr(), y)}}, options);
    }
}

// S4-30, its arrays: ttv_A_csr of ttv_B_csf.
TYPED_TEST(SparseResults, OfATensorTimesAVector) {
  CooData c{ScalarType::f64, {4}, {}, {}};
  c.add({0}, 4.0);
  c.add({1}, 5.0);
  const Operands inputs{
      {"B", this->tensor(Formats::csf(3), entries({2, 3, 4}, {{0, 0, 0}, {1, 2, 0}, {1, 2, 1}}))},
      {"c", this->tensor(Formats::sparse_vector(), c)}};
  for (int pieces : {0, 1, 2, 7}) {
    PlanOptions options;
    options.pieces = pieces;
    const TensorRef A = this->evaluate("A(i,j) = B(i,j,k) * c(k)", Formats::csr(), {2, 3}, inputs,
                                       options);
    EXPECT_EQ(positions(A, 1), (Indices{0, 1, 2}));
    EXPECT_EQ(coordinates(A, 1), (Indices{0, 2}));
    EXPECT_EQ(values(A), (std::vector<double>{4, 23}));
  }
}

TYPED_TEST(SparseResults, OnADiagonal) {
  CooData b{ScalarType::f64, {5}, {}, {}};
  b.add({1}, 3.0);
  b.add({4}, 5.0);
  const Operands inputs{{"b", this->tensor(Formats::sparse_vector(), b)}};
  for (const char* name : {"CSR", "CSC", "DCSR", "DCSC", "COO", "CSF(1,0)"}) {
    const TensorRef A = this->evaluate("A(i,i) = b(i)", TensorFormat::parse(name, 2), {5, 5}, inputs);
    EXPECT_EQ(A.num_values, 2) << name;
  }
}

// What one launch has room for says nothing of the arrays of the next one.
TYPED_TEST(SparseResults, OfListsThatAreMadeInOnePass) {
  CooData d{ScalarType::f64, {4, 4, 3}, {}, {}}, e{ScalarType::f64, {4, 4, 3, 4}, {}, {}};
  for (std::int64_t k = 0; k < 4; ++k)
    for (std::int64_t l = 0; l < 4; ++l)
      for (std::int64_t i = 0; i < 3; ++i) {
        if ((k + l + i) % 3 == 0) d.add({l, k, i}, 2.0);
        for (std::int64_t j = 0; j < 4; ++j) e.add({k, l, i, j}, static_cast<double>(j + 1));
      }
  const Operands inputs{
      {"D", this->tensor(TensorFormat::parse("(l, k, i) -> (i : compressed, k : dense, l : "
                                             "compressed)"), d)},
      {"E", this->tensor(TensorFormat::parse("(k, l, i, j) -> (l : dense, i : "
                                             "compressed(nonordered), k : dense, j : dense)"), e)}};
  PlanOptions options;
  options.passes = Passes::one;
  for (const int pieces : {1, 2, 7}) {
    options.pieces = pieces;
    this->evaluate("A(k,i(0,5,2),l,j) = (5 + D(l,k,i)) * E(k,l,i,j)",
                   TensorFormat::parse("(k, i, l, j) -> (i : compressed, j : dense, k : "
                                       "compressed, l : compressed)"),
                   {4, 7, 4, 4}, inputs, options);
  }
}

TYPED_TEST(SparseResults, OfOrderFive) {
  const std::vector<Indices> some = {{0, 0, 0, 0, 0}, {0, 2, 1, 0, 1}, {1, 0, 2, 2, 0},
                                     {1, 0, 2, 2, 2}, {2, 1, 1, 1, 1}, {2, 2, 2, 2, 2}};
  std::vector<Indices> others     = some;
  others.erase(others.begin() + 2, others.begin() + 4);
  others.push_back({1, 1, 0, 2, 0});
  const Indices extents(5, 3);
  const Operands inputs{{"B", this->tensor(Formats::csf(5), entries(extents, some))},
                        {"C", this->tensor(Formats::csf(5), entries(extents, others))}};
  for (const TensorFormat& format :
       {Formats::csf(5), Formats::csf(5, {4, 2, 0, 1, 3}), Formats::coo(5)})
    for (const char* notation : {"A(i,j,k,l,m) = B(i,j,k,l,m) + C(i,j,k,l,m)",
                                 "A(i,j,k,l,m) = B(i,j,k,l,m) * C(i,j,k,l,m)"})
      this->evaluate(notation, format, extents, inputs);
}

// Operands in formats whose loops cannot all follow the result, and a result in
// every format.
TYPED_TEST(SparseResults, OfMatrixProductsInAllFormats) {
  const std::vector<const char*> names = {"CSR", "CSC", "DCSR", "COO"};
  const CooData b = entries({6, 5}, {{0, 0}, {0, 4}, {2, 1}, {2, 3}, {5, 0}, {5, 1}, {5, 2}});
  const CooData c = entries({5, 7}, {{0, 1}, {0, 6}, {1, 1}, {1, 2}, {3, 0}, {4, 6}});
  for (const char* of_b : names)
    for (const char* of_c : names) {
      const Operands inputs{{"B", this->tensor(TensorFormat::parse(of_b, 2), b)},
                            {"C", this->tensor(TensorFormat::parse(of_c, 2), c)}};
      for (const char* of_a : names) {
        SCOPED_TRACE(std::string(of_a) + " = " + of_b + " * " + of_c);
        this->evaluate("A(i,j) = B(i,k) * C(k,j)", TensorFormat::parse(of_a, 2), {6, 7}, inputs);
      }
    }
}

// A reduction is stored where one of its terms is, as a sum.
TYPED_TEST(SparseResults, OfReductionsOverPartOfARow) {
  CooData b{ScalarType::boolean, {4, 3}, {}, {}};
  for (const Indices& c : {Indices{0, 0}, {0, 1}, {0, 2}, {2, 1}}) b.add(c, true);
  for (const char* format : {"DCSR", "CSR", "COO"}) {
    const Operands inputs{{"B", this->tensor(TensorFormat::parse(format, 2), b)}};
    for (const char* notation : {"A(i) = reduce_and(j, B(i,j))", "A(i) = reduce_or(j, B(i,j))",
                                 "A(i) = reduce_min(j, cast_f64(B(i,j)))",
                                 "A(i) = reduce_product(j, cast_i32(B(i,j)))"}) {
      const TensorRef A = this->evaluate(notation, Formats::sparse_vector(), {4}, inputs);
      EXPECT_EQ(coordinates(A, 0), (Indices{0, 2})) << notation << ' ' << format;
    }
  }
}

}  // namespace
