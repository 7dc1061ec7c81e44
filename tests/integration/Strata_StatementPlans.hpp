// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TEST_STATEMENT_PLANS_HPP
#define STRATA_TEST_STATEMENT_PLANS_HPP

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <Strata_CheckStatements.hpp>
#include <Strata_Error.hpp>
#include <Strata_Plan.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

/// \file
/// Plans of several statements, and what they are compared with.
namespace Strata::Testing {

/// About `share` of the coordinates, small whole numbers: sums are exact.
inline CooData some(std::vector<std::int64_t> extents, double share, std::uint64_t seed,
             ScalarType scalar = ScalarType::f64) {
  CooData data{scalar, extents, {}, {}};
  std::vector<std::int64_t> c(extents.size(), 0);
  std::uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
  for (;;) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    if (static_cast<double>(state >> 33) / 2147483648.0 < share)
      data.add(c, static_cast<double>(1 + (state >> 40) % 5));
    std::size_t k = c.size();
    while (k-- > 0 && ++c[k] == extents[k]) c[k] = 0;
    if (k == static_cast<std::size_t>(-1)) return data;
  }
}

/// A copy of a dense tensor in memory of its own; others share theirs.
inline TensorRef copy_of(const TensorRef& t) {
  if (!t.format.is_dense()) return t;
  auto bytes = std::make_shared<std::vector<std::byte>>(
      static_cast<std::size_t>(t.num_values) * size_of(t.scalar));
  std::copy_n(static_cast<const std::byte*>(t.values), bytes->size(), bytes->data());
  TensorRef copy = t;
  copy.values    = bytes->data();
  copy.owner     = bytes;
  return copy;
}

inline Operands copies_of(const Operands& operands) {
  Operands copies;
  for (const auto& [name, tensor] : operands) copies[name] = copy_of(tensor);
  return copies;
}

inline TensorDeclaration declared(const char* format, ScalarType scalar = ScalarType::f64) {
  return {TensorFormat::parse(format, 2), scalar, {}, 0};
}

template <class Space>
class StatementPlans : public testing::Test {
 protected:
  TensorRef sparse(const char* format, std::int64_t rows, std::int64_t columns,
                   std::uint64_t seed) {
    return make_tensor(m_exec, TensorFormat::parse(format, 2),
                       some({rows, columns}, 0.2, seed));
  }
  TensorRef dense(std::vector<std::int64_t> extents, std::uint64_t seed) {
    const int order = static_cast<int>(extents.size());
    return make_tensor(m_exec, Formats::dense(order), some(std::move(extents), 0.9, seed));
  }
  /// Compiles and runs the statements twice, and compares what is in `results`.
  void expect_right(const char* text, const Operands& operands,
                    const std::vector<std::string>& results,
                    const ProgramOptions& program = {}, const PlanOptions& options = {}) {
    SCOPED_TRACE(text);
    const Operands bound = copies_of(operands);
    const Plan plan      = compile(m_exec, text, bound, program, options);
    Operands before      = copies_of(operands);
    for (int run = 0; run < 2; ++run) {
      plan.execute(m_exec);
      m_exec.fence("Strata::test::statements");
      for (const std::string& name : results) {
        const TensorRef made     = plan.result(name);
        const CheckReport report = check_statements(text, before, name, made, program);
        EXPECT_TRUE(report.passed()) << "run " << run << ", " << name << ": "
                                     << report.to_string();
        EXPECT_GT(report.compared, 0) << name;
        if (!made.format.is_dense()) {
          EXPECT_NO_THROW(validate(m_exec, made)) << name;
        }
      }
      before = copies_of(bound);
    }
  }
  typename Space::execution_space m_exec = Space::make();
};

}  // namespace Strata::Testing

#endif
