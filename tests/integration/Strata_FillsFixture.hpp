// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TEST_FILLS_FIXTURE_HPP
#define STRATA_TEST_FILLS_FIXTURE_HPP

#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <Strata_Check.hpp>
#include <Strata_Plan.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

/// \file
/// Results that read another value than 0 where nothing is stored, against the dense
/// evaluator.

namespace Strata::Testing {

inline constexpr std::int64_t s_rows = 9, s_columns = 13, s_layers = 4;
inline constexpr double s_infinity = std::numeric_limits<double>::infinity();

/// About every fourth entry, in another place for another seed; one row has nothing.
inline CooData entries(ScalarType scalar, const std::vector<std::int64_t>& extents, int seed) {
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

inline const std::vector<std::int64_t> s_matrix{s_rows, s_columns}, s_tensor{s_rows, s_columns, s_layers};

}  // namespace Strata::Testing

#endif
