// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse results whose last levels are dense: sums over whole rows of them.
#include <cstring>

#include <Strata_RandomCase.hpp>

#include "Strata_SparseResultsFixture.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

template <class Space>
class SparseRows : public SparseResultsFixture<Space> {
 protected:
  CooData data(const Indices& extents, int entries, std::uint64_t seed) {
    CooData out{ScalarType::f64, extents, {}, {}};
    Random random(seed);
    for (int e = 0; e < entries; ++e) {
      Indices at;
      for (const std::int64_t extent : extents) at.push_back(random.below(extent));
      out.add(at, static_cast<double>(1 + random.below(9)));
    }
    return out;
  }
  /// Twice, the second time in memory that is not zero, and in phases.
  void expect_right_again(const char* notation, const char* format, const Indices& extents,
                          const Operands& inputs, const PlanOptions& options) {
    Operands all = inputs;
    all["A"]     = declare_result(TensorFormat::parse(format, static_cast<int>(extents.size())),
                                  ScalarType::f64, extents);
    const Plan plan = compile(this->m_exec, notation, all, options);
    for (int times = 0; times < 2; ++times) {
      plan.execute(this->m_exec);
      this->m_exec.fence("Strata::test::rows");
      this->expect_right(notation, inputs, plan.result());
      std::memset(plan.result().values, 0xA5, plan.result().num_values * sizeof(double));
    }
    plan.assemble(this->m_exec);
    plan.compute(this->m_exec);
    this->m_exec.fence("Strata::test::rows");
    this->expect_right(notation, inputs, plan.result());
  }
  void expect_right_everywhere(const char* notation, const char* format, const Indices& extents,
                               const Operands& inputs) {
    for (const int pieces : {0, 1, 2, 7, 64}) {
      PlanOptions options;
      options.pieces = pieces;
      expect_right_again(notation, format, extents, inputs, options);
    }
  }
};
TYPED_TEST_SUITE(SparseRows, TestSpaces);

TYPED_TEST(SparseRows, TensorTimesMatrix) {
  const TensorRef c = this->tensor(Formats::dense(2), this->data({12, 7}, 200, 2));
  for (const char* b : {"CSF<32>", "(i, j, l) -> (i : dense, j : dense, l : compressed)",
                        "(i, j, l) -> (i : dense, j : compressed, l : compressed)"})
    for (const int entries : {0, 1, 60, 900})
      for (const char* a : {"(i, j, k) -> (i : compressed, j : compressed, k : dense)",
                            "(i, j, k) -> (i : dense, j : compressed, k : dense)",
                            "(i, j, k) -> (i : compressed, j : dense, k : dense)"})
        this->expect_right_everywhere(
            "A(i,j,k) = B(i,j,l) * C(l,k)", a, {15, 9, 7},
            {{"B", this->tensor(TensorFormat::parse(b, 3), this->data({15, 9, 12}, entries, 1))},
             {"C", c}});
}

TYPED_TEST(SparseRows, MatrixProducts) {
  const TensorRef b = this->tensor(TensorFormat::parse("CSR<32>", 2), this->data({40, 30}, 90, 3));
  const TensorRef c = this->tensor(Formats::dense(2), this->data({30, 16}, 900, 4));
  const TensorRef d = this->tensor(TensorFormat::parse("CSR<32>", 2), this->data({30, 16}, 100, 5));
  const TensorRef e = this->tensor(TensorFormat::parse("CSR<32>", 2), this->data({40, 30}, 90, 6));
  const char* rows  = "(i, j) -> (i : compressed, j : dense)";
  this->expect_right_everywhere("A(i,k) = B(i,j) * C(j,k)", rows, {40, 16}, {{"B", b}, {"C", c}});
  this->expect_right_everywhere("A(i,k) = 2 * B(i,j) * C(j,k) * E(i,j)", rows, {40, 16},
                                {{"B", b}, {"C", c}, {"E", e}});
  this->expect_right_everywhere("A(i,k) = B(i,j) * D(j,k)", rows, {40, 16}, {{"B", b}, {"D", d}});
  this->expect_right_everywhere("A(i,k) = sum(j, (B(i,j) + E(i,j)) * C(j,k))", rows, {40, 16},
                                {{"B", b}, {"C", c}, {"E", e}});
}

/// Rows that are too long for a workspace, and extents of which nothing is there.
TYPED_TEST(SparseRows, LongAndEmptyRows) {
  const char* rows = "(i, j) -> (i : compressed, j : dense)";
  for (const std::int64_t width : {0, 1, 2048, 2049}) {
    const TensorRef b =
        this->tensor(TensorFormat::parse("CSR<32>", 2), this->data({9, 5}, 12, 9));
    const TensorRef c = this->tensor(
        Formats::dense(2), this->data({5, width}, width > 0 ? 3000 : 0, 10));
    this->expect_right_everywhere("A(i,k) = B(i,j) * C(j,k)", rows, {9, width},
                                  {{"B", b}, {"C", c}});
  }
}

/// Not whole rows: parts of them, and coordinates of which some are not stored.
TYPED_TEST(SparseRows, PartsOfRows) {
  const TensorRef b = this->tensor(TensorFormat::parse("CSR<32>", 2), this->data({40, 30}, 90, 7));
  const TensorRef c = this->tensor(Formats::dense(1), this->data({30}, 90, 8));
  const char* rows  = "(i, j) -> (i : compressed, j : dense)";
  this->expect_right_everywhere("A(i,j) = B(i,j)", rows, {40, 30}, {{"B", b}});
  this->expect_right_everywhere("A(i,j) = B(i,j) * C(j)", rows, {40, 30}, {{"B", b}, {"C", c}});
}

// Of the row of (i, m), only the coordinates that B stores may have anything where D does not
// have the entry (i, i).
TYPED_TEST(SparseRows, TermsThatAreKnownBeforeTheRowAndOthers) {
  const TensorRef c = this->tensor(Formats::dense(2), this->data({2, 3}, 6, 9));
  for (const char* b : {"(j, k, l) -> (j : compressed(nonunique), k : singleton, l : dense)",
                        "(j, k, l) -> (j : compressed, k : compressed, l : dense)", "CSF<32>"})
    for (const char* a : {"(m, i, k, j) -> (i : compressed, m : compressed, j : dense, k : dense)",
                          "(m, i, k, j) -> (i : dense, m : compressed, j : dense, k : dense)"})
      this->expect_right_everywhere(
          "A(m,i,k,j) = sum(l, B(j,k,l) * C(k,m)) + D(i,i)", a, {3, 3, 2, 3},
          {{"B", this->tensor(TensorFormat::parse(b, 3), this->data({3, 2, 2}, 3, 7))},
           {"C", c},
           {"D", this->tensor(Formats::csr(), this->data({3, 3}, 4, 8))}});
}

}  // namespace
