// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse results at the limits of widths, and of extents whose product no integer
// holds.
#include <Strata_Error.hpp>

#include "Strata_SparseResultsFixture.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

template <class Space>
class SparseResultLimits : public SparseResultsFixture<Space> {};
TYPED_TEST_SUITE(SparseResultLimits, TestSpaces);

/// The message of the IndexOverflow that `f` throws.
template <class F>
std::string overflow(F&& f) {
  try {
    f();
  } catch (const IndexOverflow& e) {
    return e.what();
  }
  return "";
}

TYPED_TEST(SparseResultLimits, DoNotFitNarrowPositions) {
  std::vector<Indices> all;
  for (std::int64_t i = 0; i < 16; ++i)
    for (std::int64_t j = 0; j < 16; ++j) all.push_back({i, j});
  const TensorRef full = this->tensor(Formats::csr(), entries({16, 16}, all));
  all.pop_back();
  const TensorRef less = this->tensor(Formats::csr(), entries({16, 16}, all));
  const IndexType narrow{8, false};
  const std::vector<TensorFormat> formats = {Formats::csr(), Formats::dcsr(), Formats::coo(2),
                                             Formats::csc(), Formats::csf(2, {1, 0})};
  for (const TensorFormat& wide : formats) {
    const TensorFormat format = wide.with_index_types(narrow, narrow);
    const TensorRef fits = this->evaluate("A(i,j) = B(i,j)", format, {16, 16}, {{"B", less}});
    EXPECT_EQ(fits.num_values, 255);
    for (int pieces : {0, 1, 7}) {
      PlanOptions options;
      options.pieces = pieces;
      const std::string text = overflow(
          [&] { this->evaluate("A(i,j) = B(i,j)", format, {16, 16}, {{"B", full}}, options); });
      for (const char* part : {"'A'", "posWidth", "255", "256"})
        EXPECT_NE(text.find(part), std::string::npos) << part << " in: " << text;
    }
  }
}

// By einsum and by plans, the whole message, for positions of 8 and of 16 bits.
TYPED_TEST(SparseResultLimits, OverflowsNameTensorLevelAndWidth) {
  for (const int bits : {8, 16}) {
    const std::int64_t most = (std::int64_t{1} << bits) - 1, n = bits == 8 ? 16 : 256;
    std::vector<Indices> all;
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j) all.push_back({i, j});
    const TensorRef B = this->tensor(Formats::csr(), entries({n, n}, all));
    const TensorRef declared =
        declare_result(Formats::csr().with_index_types({bits, false}, {}), ScalarType::f64, {n, n});
    const std::string expected =
        "Strata::Plan::execute: 'A': Strata::append: position at level 1: expected at most " +
        std::to_string(most) + " (" + std::to_string(bits) + "-bit unsigned), got " +
        std::to_string(most + 1) + "; choose a wider posWidth";
    EXPECT_EQ(overflow([&] {
                TensorRef A = declared;
                einsum(this->m_exec, "A(i,j) = 2.0 * B(i,j)", A, B);
              }),
              expected);
    const Plan plan = compile(this->m_exec, "A(i,j) = 2.0 * B(i,j)", {{"A", declared}, {"B", B}});
    EXPECT_EQ(overflow([&] { plan.execute(this->m_exec); }), expected);
    EXPECT_EQ(overflow([&] { plan.assemble(this->m_exec); }), expected);
    EXPECT_THROW(plan.result(), FormatMismatch);  // there is none
  }
}

TYPED_TEST(SparseResultLimits, DoNotFitNarrowCoordinates) {
  const TensorRef B = this->tensor(Formats::csf(2), entries({4, 257}, {{0, 256}, {3, 0}}));
  const IndexType narrow{8, false};
  for (const TensorFormat& wide : {Formats::csr(), Formats::csc(), Formats::coo(2)}) {
    const std::string text = overflow([&] {
      this->evaluate("A(i,j) = B(i,j)", wide.with_index_types({}, narrow), {4, 257}, {{"B", B}});
    });
    if (wide == Formats::csc()) {
      EXPECT_EQ(text, "");  // rows are stored, and there are few
      continue;
    }
    for (const char* part : {"'A'", "crdWidth", "255", "256"})
      EXPECT_NE(text.find(part), std::string::npos) << part << " in: " << text;
  }
}

// No integer holds 2^40 · 2^40, and no memory a row each.
TYPED_TEST(SparseResultLimits, OfHugeExtents) {
  const std::int64_t n = std::int64_t{1} << 40;
  const CooData b = entries({n, n}, {{0, n - 1}, {5, 7}, {n / 2, 7}, {n - 1, 0}, {n - 1, n - 1}});
  const CooData c = entries({n, n}, {{0, 0}, {5, 7}, {7, 3}, {n - 1, n - 1}});
  const Operands inputs{{"B", this->tensor(Formats::dcsr(), b)},
                        {"C", this->tensor(Formats::dcsr(), c)}};
  for (const char* name : {"DCSR", "DCSC", "COO", "CSF(1,0)"}) {
    const TensorFormat format = TensorFormat::parse(name, 2);
    for (const char* notation :
         {"A(i,j) = B(i,j) + C(i,j)", "A(i,j) = B(i,j) * C(i,j)", "A(i,j) = B(i,k) * C(k,j)",
          "A(i,j) = B(j,i)", "A(i,j) = 2 * B(i,j) - C(i,j) * B(i,j)"})
      this->evaluate(notation, format, {n, n}, inputs);
  }
}

// How a result is made depends on the extents: a kernel for huge ones is not that
// for small ones, though all formats are the same.
TYPED_TEST(SparseResultLimits, OfOtherExtentsHaveKernelsOfTheirOwn) {
  for (const std::int64_t n : {std::int64_t{1} << 40, std::int64_t{8}, std::int64_t{1} << 41}) {
    const CooData b = entries({n, n}, {{0, 5}, {5, 7}, {7, 0}, {7, 7}});
    const TensorRef B = this->tensor(Formats::dcsr(), b);
    this->evaluate("A(i,j) = B(i,k) * C(k,j)", Formats::dcsr(), {n, n}, {{"B", B}, {"C", B}});
  }
}

}  // namespace
