// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results and operands that read another value than 0 where nothing is stored: against
// the dense evaluator, in pieces, spaces and formats.
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <Strata_Check.hpp>
#include <Strata_Plan.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

constexpr std::int64_t s_rows = 9, s_columns = 13, s_layers = 4;
constexpr double s_infinity   = std::numeric_limits<double>::infinity();

/// About every fourth entry, in another place for another seed; one row has nothing.
CooData entries(ScalarType scalar, const std::vector<std::int64_t>& extents, int seed) {
  CooData data{scalar, extents, {}, {}};
  std::int64_t size = 1;
  for (const std::int64_t extent : extents) size *= extent;
  std::vector<std::int64_t> c(extents.size());
  for (std::int64_t n = 0; n < size; ++n) {
    std::int64_t hash = 3 * seed;
    for (auto [d, rest] = std::pair(extents.size(), n); d-- > 0; rest /= extents[d]) {
      c[d] = rest % extents[d];
      hash += c[d] * static_cast<std::int64_t>(5 + 2 * d);
    }
    if (hash % 11 > 2 || c[0] == 4) continue;
    data.add(c, scalar == ScalarType::boolean ? 1 : static_cast<double>(1 + hash % 7));
  }
  return data;
}

template <class Space>
class Fills : public testing::Test {
 protected:
  TensorRef tensor(const std::string& format, const std::vector<std::int64_t>& extents, int seed,
                   double fill, ScalarType scalar = ScalarType::f64) {
    return make_tensor(m_exec, TensorFormat::parse(format, static_cast<int>(extents.size())),
                       entries(scalar, extents, seed), fill);
  }

  /// Values and structure of the result in so many pieces.
  void expect_agreement(const std::string& notation, const Operands& inputs,
                        const TensorRef& declared, PlanOptions options = {}) {
    for (const int pieces : {1, 2, 7, 64}) {
      options.pieces = pieces;
      SCOPED_TRACE(notation + " to " + declared.format.to_string() + " of " +
                   std::string(name_of(declared.scalar)) + ", fill " +
                   std::to_string(declared.fill) + ", pieces " + std::to_string(pieces));
      Operands all = inputs;
      const std::string result = parse_notation(notation).lhs.tensor;
      if (!inputs.contains(result)) all[result] = declared;
      const Plan plan = compile(m_exec, notation, all, options);
      plan.execute(m_exec);
      m_exec.fence("Strata::test::fills");
      const CheckReport report = check_result(notation, inputs, plan.result());
      EXPECT_TRUE(report.passed()) << report.to_string() << plan.explain();
      if (declared.format.is_dense()) continue;
      EXPECT_NO_THROW(validate(m_exec, plan.result()));
      EXPECT_EQ(structure_fault(plan.result(),
                                expected_coordinates(notation, inputs, plan.result())),
                "");
    }
  }

  TensorRef result(const std::string& format, const std::vector<std::int64_t>& extents,
                   double fill, ScalarType scalar = ScalarType::f64) {
    const TensorFormat parsed = TensorFormat::parse(format, static_cast<int>(extents.size()));
    TensorRef out             = parsed.is_dense() ? make_dense(m_exec, parsed, scalar, extents)
                                                  : declare_result(parsed, scalar, extents);
    out.fill                  = fill;
    return out;
  }

  typename Space::execution_space m_exec = Space::make();
};
TYPED_TEST_SUITE(Fills, TestSpaces);

const std::vector<std::int64_t> s_matrix{s_rows, s_columns}, s_tensor{s_rows, s_columns, s_layers};

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
}

}  // namespace
