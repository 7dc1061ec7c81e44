// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of terms that no nest serves together, each another number where nothing is
// stored: what stores nothing in all of them is not stored in their sum.
#include "Strata_FillsFixture.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

template <class Space>
class FillsApart : public Fills<Space> {};
TYPED_TEST_SUITE(FillsApart, TestSpaces);

TYPED_TEST(FillsApart, OfOneType) {
  const Operands inputs{{"B", this->tensor("CSC", s_matrix, 1, 0)},
                        {"C", this->tensor("CSC", s_matrix, 2, 0)},
                        {"D", this->tensor("(i, j) -> (j : dense, i : hashed)", s_matrix, 3, 0)}};
  const std::vector<std::int64_t> turned{s_columns, s_rows};
  for (const char* const format : {"COO", "CSR", "DCSR"})
    for (const char* const notation :
         {"A(j,i) = lte(B(i,j), C(i,j)) - lte(D(i,j) * C(i,j), 1)",
          "A(j,i) = C(i,j) + lte(D(i,j) * C(i,j), 1) - 1",
          "A(j,i) = exp(B(i,j)) + cos(D(i,j) * C(i,j)) - 2 * exp(C(i,j))"})
      this->expect_agreement(notation, inputs, this->result(format, turned, 0));
}

// Parts have the type of the sum: it is what wraps around, not that of the result.
TYPED_TEST(FillsApart, OfOtherTypesThanTheResult) {
  using enum ScalarType;
  const Operands inputs{{"B", this->tensor("Dense", {s_layers}, 0, 0, i16)},
                        {"C", this->tensor("Dense", {s_layers, s_rows}, 1, 0, u8)},
                        {"D", this->tensor("(k) -> (k : hashed)", {s_layers}, 2, 2, u8)},
                        {"E", this->tensor("COO", {s_columns, s_rows}, 3, 2, i16)}};
  const std::vector<std::int64_t> extents{s_rows, s_rows, s_columns, s_layers};
  for (const ScalarType type : {i64, i16, f64, f32})
    for (const double factor : {1.0, 9999.0})
      this->expect_agreement(
          "A(j,i,l,k) = B(k) * C(k,j) + D(k) * E(l,i) * " + std::to_string(static_cast<int>(factor)),
          inputs,
          this->result("(j, i, l, k) -> (l : dense, k : compressed, i : compressed, j : compressed)",
                       extents, 0, type));
}

// Where a piece begins and ends within a loop over what is absent depends on the loops around.
TYPED_TEST(FillsApart, SumsOfWhatIsAbsentInPieces) {
  PlanOptions work;
  work.balance = Balance::work;
  const TensorRef none = make_tensor(this->m_exec, TensorFormat::parse("COO", 3),
                                     CooData{ScalarType::f64, s_tensor, {}, {}}, 2);
  for (const char* const format : {"CSF", "COO", "(i, j, k) -> (i : dense, j : compressed, k : compressed)"}) {
    const Operands inputs{{"B", this->tensor(format, s_tensor, 4, 2)}, {"C", none}};
    for (const char* const sum : {"sum(k, B(i,j,k))", "sum(k, C(i,j,k))"})
      for (const PlanOptions& options : {PlanOptions{}, work}) {
        const std::string inner = sum;
        this->expect_agreement("s = sum(i, sum(j, " + inner + "))", inputs,
                               this->result("Dense", {}, 0), options);
        this->expect_agreement("y(i) = sum(j, " + inner + ")", inputs,
                               this->result("Dense", {s_rows}, 0), options);
        this->expect_agreement("Y(i,j) = " + inner, inputs, this->result("Dense", s_matrix, 0),
                               options);
        this->expect_agreement("Y(i,j) = " + inner, inputs, this->result("CSR", s_matrix, 0), options);
      }
  }
}

}  // namespace
