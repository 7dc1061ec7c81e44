// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_MAPPED_FORMATS_FIXTURE_HPP
#define STRATA_MAPPED_FORMATS_FIXTURE_HPP

#include <gtest/gtest.h>

#include <Strata_CheckStatements.hpp>
#include <Strata_Einsum.hpp>
#include <Strata_ResultStructure.hpp>

#include "Strata_StatementPlans.hpp"

namespace Strata::Testing {

/// Runs plans over tensors of extents 9 × 9, a third full.
template <class Space>
class MappedFormatsFixture : public testing::Test {
 protected:
  TensorRef stored(const std::string& format, std::uint64_t seed) {
    return make_tensor(m_exec, TensorFormat::parse(format, 2), some({9, 9}, 0.3, seed));
  }
  TensorRef vector() {
    return make_tensor(m_exec, Formats::dense(1), some({9}, 0.9, 77));
  }
  /// Executes twice and compares; the result is tensor "R".
  Plan run(const std::string& notation, const Operands& inputs, TensorRef result,
           PlanOptions options = {}) {
    SCOPED_TRACE(notation);
    Operands all = inputs;
    all["R"]     = result;
    const Plan plan = compile(m_exec, notation, all, options);
    for (int n = 0; n < 2; ++n) {
      plan.execute(m_exec);
      m_exec.fence("Strata::test::mapped_formats");
      const TensorRef made = plan.result();
      EXPECT_EQ(made.format, result.format);
      EXPECT_NO_THROW(validate(m_exec, made));
      const CheckReport report = check_result(notation, inputs, made);
      EXPECT_TRUE(report.passed()) << report.to_string() << plan.explain();
    }
    EXPECT_GT(plan.check(m_exec, 20).compared, 0);
    return plan;
  }
  TensorRef dense_result(std::vector<std::int64_t> extents) {
    const int order = static_cast<int>(extents.size());
    return make_dense(m_exec, Formats::dense(order), ScalarType::f64, extents);
  }
  TensorRef wanted(const std::string& format) {
    return declare_result(TensorFormat::parse(format, 2), ScalarType::f64, {9, 9});
  }
  typename Space::execution_space m_exec = Space::make();
};

}  // namespace Strata::Testing

#endif
