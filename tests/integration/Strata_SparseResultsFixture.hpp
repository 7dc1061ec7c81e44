// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_SPARSE_RESULTS_FIXTURE_HPP
#define STRATA_SPARSE_RESULTS_FIXTURE_HPP

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <Strata_Einsum.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace Strata::Testing {

using Indices = std::vector<std::int64_t>;

/// The values 1, 2, 3 … at `coordinates`.
inline CooData entries(std::vector<std::int64_t> extents, const std::vector<Indices>& coordinates) {
  CooData data{ScalarType::f64, std::move(extents), {}, {}};
  double value = 1;
  for (const Indices& c : coordinates) data.add(c, value++);
  return data;
}

/// Positions (or coordinates) of a level as 64-bit numbers.
inline Indices array_of(const void* data, IndexType type, std::int64_t size) {
  return Strata::Impl::visit_index_type(type, [&](auto zero) {
    const auto* p = static_cast<const decltype(zero)*>(data);
    return Indices(p, p + size);
  });
}
inline Indices positions(const TensorRef& t, int l) {
  return array_of(t.levels[l].positions, t.format.pos_type(), t.levels[l].num_positions);
}
inline Indices coordinates(const TensorRef& t, int l) {
  return array_of(t.levels[l].coordinates, t.format.crd_type(), t.levels[l].num_coordinates);
}
inline std::vector<double> values(const TensorRef& t) {
  const auto* p = static_cast<const double*>(t.values);
  return {p, p + t.num_values};
}

/// Evaluates expressions into sparse results and checks them.
template <class Space>
class SparseResultsFixture : public testing::Test {
 protected:
  TensorRef tensor(const TensorFormat& format, const CooData& data) {
    return make_tensor(m_exec, format, data);
  }
  /// The result of `notation` in `format`, checked in values and structure.
  TensorRef evaluate(const char* notation, const TensorFormat& format, const Indices& extents,
                     const Operands& inputs, const PlanOptions& options = {}) {
    Operands all = inputs;
    all["A"]     = declare_result(format, ScalarType::f64, extents);
    const Plan plan = compile(m_exec, notation, all, options);
    plan.execute(m_exec);
    m_exec.fence("Strata::test::sparse_results");
    expect_right(notation, inputs, plan.result());
    return plan.result();
  }
  void expect_right(const char* notation, const Operands& inputs, const TensorRef& result) {
    const std::string at     = std::string(notation) + ", " + result.format.to_string() + ": ";
    const CheckReport report = check_result(notation, inputs, result);
    EXPECT_TRUE(report.passed()) << at << report.to_string();
    EXPECT_NO_THROW(validate(m_exec, result)) << at;
    EXPECT_EQ(structure_fault(result, expected_coordinates(notation, inputs, result)), "") << at;
  }
  typename Space::execution_space m_exec = Space::make();
};

}  // namespace Strata::Testing

#endif
