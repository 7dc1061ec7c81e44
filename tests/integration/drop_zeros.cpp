// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entries of a sparse result that hold its fill value: kept, or dropped on request.
#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <Strata_Error.hpp>
#include <Strata_Plan.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

template <class Space>
class DropZeros : public testing::Test {
 protected:
  /// B and C agree in (0, 1) and (2, 2); B stores a zero in (2, 0).
  Operands operands(const TensorFormat& format, double fill) {
    const CooData b = matrix({{0, 1}, {1, 3}, {2, 0}, {2, 2}}, {2, 3, 0, 5});
    const CooData c = matrix({{0, 1}, {1, 0}, {2, 2}}, {2, 7, 5});
    return {{"A", result(format, fill)},
            {"B", make_tensor(m_exec, Formats::csr(), b)},
            {"C", make_tensor(m_exec, Formats::dcsr(), c)}};
  }
  TensorRef run(const char* notation, const TensorFormat& format, bool drops,
                double fill = 0) {
    PlanOptions options;
    options.drop_zeros  = drops;
    const Operands all  = operands(format, fill);
    const Plan plan     = compile(m_exec, notation, all, options);
    const bool is_noted = plan.explain().find("are dropped") != std::string::npos;
    EXPECT_EQ(is_noted, drops);
    for (int n = 0; n < 2; ++n) plan.execute(m_exec);
    m_exec.fence("Strata::test::drop_zeros");
    Operands inputs = all;
    inputs.erase("A");
    const CheckReport report = check_result(notation, inputs, plan.result());
    EXPECT_TRUE(report.passed()) << report.to_string();
    EXPECT_NO_THROW(validate(m_exec, plan.result()));
    return plan.result();
  }
  typename Space::execution_space m_exec = Space::make();

 private:
  static CooData matrix(const std::vector<std::vector<std::int64_t>>& coordinates,
                        const std::vector<double>& values) {
    CooData data{ScalarType::f64, {3, 4}, {}, {}};
    for (std::size_t n = 0; n < values.size(); ++n) data.add(coordinates[n], values[n]);
    return data;
  }
  static TensorRef result(const TensorFormat& format, double fill) {
    TensorRef wanted = declare_result(format, ScalarType::f64, {3, 4});
    wanted.fill      = fill;
    return wanted;
  }
};
TYPED_TEST_SUITE(DropZeros, TestSpaces);

TYPED_TEST(DropZeros, ThatCancelledOut) {
  for (const char* name : {"CSR", "CSC", "COO", "DCSR"}) {
    const auto format = TensorFormat::parse(name, 2);
    EXPECT_EQ(this->run("A(i,j) = B(i,j) - C(i,j)", format, false).num_values, 5) << name;
    EXPECT_EQ(this->run("A(i,j) = B(i,j) - C(i,j)", format, true).num_values, 2) << name;
  }
}

TYPED_TEST(DropZeros, ThatWereStored) {
  EXPECT_EQ(this->run("A(i,j) = 2 * B(i,j)", Formats::csr(), false).num_values, 4);
  EXPECT_EQ(this->run("A(i,j) = 2 * B(i,j)", Formats::csr(), true).num_values, 3);
}

TYPED_TEST(DropZeros, OrEntriesOfAnotherFill) {
  const char* product = "A(i,j) = B(i,j) * C(i,j)";
  EXPECT_EQ(this->run(product, Formats::csr(), false, 4).num_values, 12);
  EXPECT_EQ(this->run(product, Formats::csr(), true, 4).num_values, 11);
}

TYPED_TEST(DropZeros, NotOfAStructureWithoutValues) {
  PlanOptions options;
  options.drop_zeros = true;
  const Plan plan    = compile(this->m_exec, "A(i,j) = B(i,j) - C(i,j)",
                               this->operands(Formats::csr(), 0), options);
  EXPECT_THROW(plan.assemble(this->m_exec), UnsupportedExpression);
}

}  // namespace
