// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions over the parts of a tensor, against the whole.
#include <gtest/gtest.h>

#include <Strata_CheckStatements.hpp>
#include <Strata_Decompose.hpp>
#include <Strata_Einsum.hpp>
#include <Strata_HybridFormats.hpp>

#include "Strata_StatementPlans.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

constexpr std::int64_t rows = 21, columns = 18;

std::vector<CompositeFormat> formats() {
  return {HybridFormats::hyb(2), HybridFormats::column_part_hyb(columns, 2, {1, 2}),
          HybridFormats::bsr_ell(2, 2, 3), HybridFormats::hdc(8)};
}

template <class Space>
class Composites : public testing::Test {
 protected:
  TensorRef whole(std::uint64_t seed) {
    return make_tensor(m_exec, Formats::csr(), some({rows, columns}, 0.25, seed));
  }
  TensorRef dense(std::vector<std::int64_t> extents, std::uint64_t seed) {
    const int order = static_cast<int>(extents.size());
    return make_tensor(m_exec, Formats::dense(order), some(std::move(extents), 0.9, seed));
  }
  /// The sum of `term` over the parts of A, with A0, A1, … in the place of "A(".
  std::string over_parts(const std::string& result, const std::string& term,
                         const std::vector<TensorRef>& parts, Operands& operands) {
    std::string notation = result;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const std::string name = "A" + std::to_string(p);
      std::string summand    = term;
      summand.replace(summand.find("A("), 1, name);
      notation += (p == 0 ? " = " : " + ") + summand;
      operands[name] = parts[p];
    }
    return notation;
  }
  /// Executes over the parts twice; compares with `result = term` of the whole.
  void expect_sum(const std::string& result, const std::string& term,
                  const TensorRef& a, const Operands& others, const TensorRef& out) {
    for (const CompositeFormat& format : formats()) {
      SCOPED_TRACE(term + " in " + format.to_string());
      const std::vector<TensorRef> parts = decompose(m_exec, a, format, "A");
      Operands all               = others;
      const std::string notation = over_parts(result, term, parts, all);
      const std::string name     = result.substr(0, result.find('('));
      all[name]                  = out;
      const Plan plan            = compile(m_exec, notation, all);
      for (int run = 0; run < 2; ++run) {
        plan.execute(m_exec);
        m_exec.fence("Strata::test::composites");
        Operands inputs = others;
        inputs["A"]     = a;
        const CheckReport report =
            check_result(result + " = " + term, inputs, plan.result());
        EXPECT_TRUE(report.passed()) << report.to_string() << plan.explain();
        EXPECT_GT(report.compared, 0);
      }
    }
  }
  typename Space::execution_space m_exec = Space::make();
};
TYPED_TEST_SUITE(Composites, TestSpaces);

TYPED_TEST(Composites, SpmvIsTheSumOverParts) {
  this->expect_sum("y(i)", "A(i,j) * x(j)", this->whole(1),
                   {{"x", this->dense({columns}, 2)}},
                   make_dense(this->m_exec, Formats::dense(1), ScalarType::f64, {rows}));
}

/// S2-14, S2-17.
TYPED_TEST(Composites, SpmmIsTheSumOverParts) {
  this->expect_sum("C(i,k)", "A(i,j) * B(j,k)", this->whole(3),
                   {{"B", this->dense({columns, 5}, 4)}},
                   make_dense(this->m_exec, Formats::dense(2), ScalarType::f64, {rows, 5}));
}

TYPED_TEST(Composites, SparseResultsToo) {
  this->expect_sum("C(i,j)", "A(i,j) * D(i,j)", this->whole(5),
                   {{"D", this->dense({rows, columns}, 6)}},
                   declare_result(Formats::csr(), ScalarType::f64, {rows, columns}));
}

/// Parts of the default path: no copy where a part can be read as it is stored.
TYPED_TEST(Composites, EllAndCoordinatesAreReadAsTheyAre) {
  const std::vector<TensorRef> parts =
      decompose(this->m_exec, this->whole(7), HybridFormats::hyb(2));
  const Operands all = {
      {"y", make_dense(this->m_exec, Formats::dense(1), ScalarType::f64, {rows})},
      {"A0", parts[0]},
      {"A1", parts[1]},
      {"x", this->dense({columns}, 8)}};
  const Plan plan =
      compile(this->m_exec, "y(i) = A0(i,j) * x(j) + A1(i,j) * x(j)", all);
  EXPECT_EQ(plan.explain().find("convert "), std::string::npos) << plan.explain();
}

}  // namespace
