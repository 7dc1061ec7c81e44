// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plan::assemble and compute: the structure of a sparse result once, its values
// any number of times.
#include <gtest/gtest.h>

#include <Strata_Check.hpp>
#include <Strata_Error.hpp>
#include <Strata_Plan.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

/// Entries at every coordinate whose sum of coordinates is a multiple of `step`.
CooData grid(std::int64_t rows, std::int64_t columns, std::int64_t step, double scale) {
  CooData data{ScalarType::f64, {rows, columns}, {}, {}};
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      if ((i + 2 * j) % step == 0) data.add({i, j}, scale * static_cast<double>(1 + i + j));
  return data;
}

std::vector<const void*> arrays_of(const TensorRef& t) {
  std::vector<const void*> arrays{t.values};
  for (const LevelArrays& level : t.levels) {
    arrays.push_back(level.positions);
    arrays.push_back(level.coordinates);
  }
  return arrays;
}

struct Case {
  const char* notation;
  const char* format;
};

template <class Space>
class Phases : public testing::Test {};
TYPED_TEST_SUITE(Phases, TestSpaces);

TYPED_TEST(Phases, ValuesChangeStructureStays) {
  const auto exec = TypeParam::make();
  const Case cases[] = {
      {"A(i,j) = B(i,j) + C(i,j)", "CSR"},
      {"A(i,j) = B(i,j) * C(i,j)", "DCSR"},
      {"A(i,j) = B(i,k) * C(k,j)", "CSR"},
      {"A(i,j) = B(i,j) - 2 * C(i,j)", "COO"},
      {"A(i,j) = B(i,k) * C(k,j) + C(i,j)", "DCSR"},
      {"A(i,j) = B(j,i)", "CSC"},
      {"A(i,j) = B(k,i) * C(k,j)", "CSR"},
      {"A(i,j) = B(i,j) * C(i,j)", "(i, j) -> (i : compressed, j : dense)"}};
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.notation) + " in " + c.format);
    Operands inputs;
    inputs["B"] = make_tensor(exec, Formats::csr(), grid(40, 40, 7, 1));
    inputs["C"] = make_tensor(exec, Formats::csr(), grid(40, 40, 5, 10));
    Operands all = inputs;
    all["A"] = declare_result(TensorFormat::parse(c.format, 2), ScalarType::f64, {40, 40});
    const Plan plan = compile(exec, c.notation, all);
    plan.assemble(exec);
    plan.compute(exec);
    exec.fence("Strata::test::phases");
    const TensorRef first = plan.result();
    EXPECT_TRUE(check_result(c.notation, inputs, first).passed())
        << check_result(c.notation, inputs, first).to_string();
    EXPECT_EQ(structure_fault(first, expected_coordinates(c.notation, inputs, first)), "");

    // Other values in the same places: the same arrays.
    for (const double scale : {-3.0, 0.25}) {
      Operands other = inputs;
      other["B"]     = make_tensor(exec, Formats::csr(), grid(40, 40, 7, scale));
      Plan again     = plan;
      again.bind("B", other["B"]);
      again.compute(exec);
      exec.fence("Strata::test::phases");
      EXPECT_EQ(arrays_of(plan.result()), arrays_of(first));
      const CheckReport report = check_result(c.notation, other, plan.result());
      EXPECT_TRUE(report.passed()) << report.to_string();
    }

    // Fused, the structure is the same.
    Plan fused = plan;
    fused.bind("B", inputs["B"]);
    fused.execute(exec);
    exec.fence("Strata::test::phases");
    EXPECT_EQ(structure_difference(fused.result(), first), "");
    EXPECT_TRUE(check_result(c.notation, inputs, fused.result()).passed());
    EXPECT_NE(arrays_of(fused.result()), arrays_of(first));

    // What compute() gives is the tensor that was assembled, not the fused one.
    plan.compute(exec);
    exec.fence("Strata::test::phases");
    EXPECT_EQ(arrays_of(plan.result()), arrays_of(first));
    EXPECT_TRUE(check_result(c.notation, inputs, plan.result()).passed());
  }
}

TYPED_TEST(Phases, Refusals) {
  const auto exec = TypeParam::make();
  Operands all;
  all["B"]   = make_tensor(exec, Formats::csr(), grid(4, 4, 2, 1));
  all["A"]   = declare_result(Formats::csr(), ScalarType::f64, {4, 4});
  Plan plan  = compile(exec, "A(i,j) = 2 * B(i,j)", all);
  EXPECT_THROW(plan.compute(exec), FormatMismatch);
  EXPECT_THROW(plan.result(), FormatMismatch);
  all["A"] = make_dense(exec, Formats::dense(2), ScalarType::f64, {4, 4});
  EXPECT_THROW(compile(exec, "A(i,j) = 2 * B(i,j)", all).assemble(exec), UnsupportedExpression);
}

}  // namespace
