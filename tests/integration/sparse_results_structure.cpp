// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What sparse results store an entry for: literals, operators and reductions beside
// nothing that is stored.
#include <limits>

#include "Strata_SparseResultsFixture.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

template <class Space>
class SparseStructure : public SparseResultsFixture<Space> {};
TYPED_TEST_SUITE(SparseStructure, TestSpaces);

// Also where the literal is what an unsigned max() is neutral to.
TYPED_TEST(SparseStructure, LiteralsBesideNothingStoreNothing) {
  const Operands inputs{
      {"B", this->tensor(Formats::csr(), entries({4, 4}, {{0, 1}, {2, 2}, {2, 3}}))},
      {"C", this->tensor(Formats::sparse_vector(), entries({4}, {{2}}))}};
  for (const char* body : {"B(i,j) + 0", "max(cast_u8(B(i,j)), 0)", "0 - B(i,j)",
                           "max(cast_u8(B(i,i)), 0) / 2 + sum(k, B(i,k) * C(j))"})
    for (const TensorFormat& format : {Formats::csr(), Formats::csc()}) {
      const TensorRef A = this->evaluate((std::string("A(i,j) = ") + body).c_str(), format, {4, 4}, inputs);
      EXPECT_LT(A.num_values, 8) << body;
    }
}

// cos(0) is 1, and a sum of it a number, whatever is stored.
TYPED_TEST(SparseStructure, NumbersThatNothingStoredMakes) {
  const TensorRef x = this->tensor(Formats::sparse_vector(), entries({5}, {{0}, {2}}));
  for (const std::vector<Indices>& stored : {std::vector<Indices>{}, std::vector<Indices>{{1}, {2}}}) {
    const Operands inputs{{"x", x},
                          {"I", this->tensor(Formats::sparse_vector(), entries({4}, stored))}};
    for (const char* sum : {"sum(k, cos(I(k)))", "sum(k, lt(I(k), 1))", "sum(k, I(k) - 2)",
                            "reduce_product(k, cos(I(k)) + 1)", "sum(k, sum(j, cos(I(k)) * x(j)))"}) {
      const std::string notation = std::string("A(i) = x(i) * ") + sum;
      const TensorRef A = this->evaluate(notation.c_str(), Formats::sparse_vector(), {5}, inputs);
      EXPECT_EQ(A.num_values, 2) << notation;
    }
    const TensorRef A = this->evaluate("A(i) = x(i) * sum(k, sin(I(k)))", Formats::sparse_vector(),
                                       {5}, inputs);
    EXPECT_EQ(A.num_values, stored.empty() ? 0 : 2);
  }
}

// The same of reductions in others, whose terms are what those inside make of nothing.
TYPED_TEST(SparseStructure, NumbersThatNothingStoredMakesInside) {
  const TensorRef x = this->tensor(Formats::sparse_vector(), entries({5}, {{0}, {2}}));
  for (const std::vector<Indices>& stored : {std::vector<Indices>{}, std::vector<Indices>{{1, 2}, {2, 0}}}) {
    const Operands inputs{{"x", x}, {"B", this->tensor(Formats::csr(), entries({4, 4}, stored))}};
    for (const char* sum :
         {"sum(k, reduce_max(j, cos(B(k,j))))", "reduce_max(k, sum(j, cos(B(k,j))))",
          "reduce_product(k, sum(j, cos(B(k,j))))", "sum(k, reduce_big(j, cos(B(k,j))))",
          "reduce_big(k, sum(j, cos(B(k,j))))", "reduce_more(k, cos(B(k,k)))"}) {
      const std::string notation = std::string("define big(x, y) = max(x, y) identity 0; "
                                               "define more(x, y) = x + y identity 0; A(i) = x(i) * ") + sum;
      const TensorRef A = this->evaluate(notation.c_str(), Formats::sparse_vector(), {5}, inputs);
      EXPECT_EQ(A.num_values, 2) << notation;
    }
  }
}

// Whether C has something there is known when the one coordinate of it has been found.
TYPED_TEST(SparseStructure, FactorsThatSayWhatIsStored) {
  const double inf = std::numeric_limits<double>::infinity();
  CooData b{ScalarType::f64, {3}, {}, {}};
  b.add({0}, 2.0), b.add({1}, inf);
  const Operands inputs{{"B", this->tensor(Formats::sparse_vector(), b)},
                        {"C", this->tensor(Formats::dcsr(), entries({2, 3}, {{0, 0}, {1, 2}}))}};
  for (const char* notation :
       {"A(i({1,0}),j) = B(j) * stored(C(i,j))", "A(i({1,0}),j) = stored(C(i,j)) * B(j)",
        "A(i({1,0}),j) = min(cast_u8(B(j)), cast_u8(stored(C(i,j))))"}) {
    Operands all = inputs;
    all["A"]     = this->tensor(Formats::dcsr(), entries({2, 3}, {{0, 0}, {0, 1}, {1, 1}}));
    const Plan plan = compile(this->m_exec, notation, all);
    plan.execute(this->m_exec);
    this->m_exec.fence("Strata::test::sparse_results");
    this->expect_right(notation, all, plan.result());
    EXPECT_EQ(plan.result().num_values, 1) << notation;
  }
}

// An operator leaves its fill where its region is not, and what its body makes of nothing
// inside: the factor B keeps nothing of the second.
TYPED_TEST(SparseStructure, FactorsMayHaveSeveralValuesWhereNothingIsStored) {
  const auto f = [](const char* region) {
    return "define f(x, y) = x * y + x on " + std::string(region) + " fill 1; ";
  };
  CooData b{ScalarType::f64, {3}, {}, {}};
  b.add({0}, 2.0), b.add({2}, 3.0);
  const Operands inputs{{"B", this->tensor(Formats::sparse_vector(), b)},
                        {"C", this->tensor(Formats::dcsr(), entries({2, 3}, {{0, 0}, {1, 2}}))},
                        {"D", this->tensor(Formats::dcsr(), entries({2, 3}, {{0, 0}, {0, 2}}))}};
  const struct {
    std::string notation;
    int entries;
  } cases[] = {{f("or(x, not(y))") + "A(i({1,0}),j) = B(j) * f(C(i,j), C(i,j))", 2},
               {f("or(x, not(y))") + "A(i({1,0}),j) = f(C(i,j), C(i,j)) * B(j)", 2},
               // only D: outside of the region, the fill beside what B has
               {f("or(x, not(y))") + "A(i({1,0}),j) = B(j) * f(C(i,j), D(i,j))", 3},
               {f("and(x, y)") + "A(i({1,0}),j) = B(j) * f(C(i,j), D(i,j))", 4}};
  for (const auto& [notation, entries_of_result] : cases) {
    Operands all = inputs;
    all["A"]     = this->tensor(Formats::dcsr(), entries({2, 3}, {{0, 0}, {0, 1}, {1, 1}}));
    const Plan plan = compile(this->m_exec, notation, all);
    plan.execute(this->m_exec);
    this->m_exec.fence("Strata::test::sparse_results");
    this->expect_right(notation.c_str(), all, plan.result());
    EXPECT_EQ(plan.result().num_values, entries_of_result) << notation;
  }
}

// No order of loops serves the reductions of whether terms are there, so that they are kept
// in temporaries of their own.
TYPED_TEST(SparseStructure, ReductionsOfWhatIsStoredMayBeKept) {
  const TensorFormat unordered =
      TensorFormat::parse("(d0) -> (d0 : compressed(nonordered))");
  for (const ScalarType type : {ScalarType::boolean, ScalarType::f64}) {
    CooData c{type, {2, 2, 2}, {}, {}};
    for (const Indices& at : {Indices{0, 0, 0}, Indices{1, 0, 1}, Indices{1, 1, 0}}) c.add(at, 1.0);
    const Operands inputs{
        {"C", this->tensor(TensorFormat::parse("(d0, d1, d2) -> (d1 : compressed(nonunique), "
                                               "d0 : singleton(nonunique), d2 : singleton)"),
                           c)},
        {"B", this->tensor(unordered, CooData{type, {2}, {}, {}})}};
    for (const char* notation :
         {"A(j) = B(j) + C(j,k,l)", "A(j) = B(j) + sum(k, reduce_max(l, C(j,k,l)))"}) {
      TensorRef A = declare_result(unordered, type, {2});
      einsum(this->m_exec, notation, A, inputs.at("B"), inputs.at("C"));
      this->m_exec.fence("Strata::test::sparse_results");
      this->expect_right(notation, inputs, A);
      EXPECT_EQ(A.num_values, 2) << notation;
    }
  }
}

// Nothing stored beside nothing stored: the second says what is read there.
TYPED_TEST(SparseStructure, FirstThereOfReductionsOfNothing) {
  const TensorRef x = this->tensor(Formats::sparse_vector(), entries({5}, {{1}, {3}}));
  for (const std::vector<Indices>& stored : {std::vector<Indices>{}, std::vector<Indices>{{1, 2}, {2, 0}}}) {
    const Operands inputs{{"x", x}, {"B", this->tensor(Formats::csr(), entries({5, 4}, stored))}};
    for (const char* first :
         {"reduce_product(k, reduce_product(j, cos(B(k,j))))", "reduce_product(j, cos(B(i,j)))",
          "reduce_product(j, reduce_product(k, cos(B(k,j)) + 1))", "reduce_max(j, cos(B(i,j)))"}) {
      const std::string notation = std::string("A(i) = any(") + first + ", x(i))";
      const TensorRef A = this->evaluate(notation.c_str(), Formats::sparse_vector(), {5}, inputs);
      if (stored.empty()) { EXPECT_EQ(A.num_values, 2) << notation; }
    }
  }
}

// Whether column 3 has anything is known when the loop over it has ended.
TYPED_TEST(SparseStructure, WhatLiteralsAloneMakeIsALiteral) {
  const Operands inputs{{"C", this->tensor(Formats::csc(), entries({5, 7}, {{3, 0}}))},
                        {"D", this->tensor(Formats::csc(), entries({5, 7}, {{1, 3}, {2, 4}}))},
                        {"E", this->tensor(Formats::dcsc(), entries({5, 7}, {{0, 3}, {2, 3}, {2, 4}}))}};
  for (const char* rest : {"2", "2 * 1", "sqrt(4)", "(6 - 2) / cast_f64(2)", "0 - (-2)"}) {
    TensorRef A = declare_result(Formats::sparse_vector(), ScalarType::f64, {7});
    A.fill      = 2;
    const std::string notation =
        std::string("A(j) = cast_f64(neq(C(i,j), D(i,j))) * E(i,j) + ") + rest;
    einsum(this->m_exec, notation, A, inputs.at("C"), inputs.at("D"), inputs.at("E"));
    this->m_exec.fence("Strata::test::sparse_results");
    this->expect_right(notation.c_str(), inputs, A);
    EXPECT_EQ(A.num_values, 1) << notation;
  }
}

}  // namespace
