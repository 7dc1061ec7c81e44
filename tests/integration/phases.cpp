// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plan::assemble and compute: the structure of a sparse result once, its values
// any number of times.
#include <gtest/gtest.h>

#include <Strata_Check.hpp>
#include <Strata_CxxBatch.hpp>
#include <Strata_Error.hpp>
#include <Strata_Plan.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestBackends.hpp>
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
  Worklist worklist = Worklist::automatic;
};

constexpr Case s_cases[] = {
    {"A(i,j) = B(i,j) + C(i,j)", "CSR"},
    {"A(i,j) = B(i,j) * C(i,j)", "DCSR"},
    {"A(i,j) = B(i,k) * C(k,j)", "CSR"},
    {"A(i,j) = B(i,k) * C(k,j)", "CSR", Worklist::hashed},
    {"A(i,j) = B(i,j) - 2 * C(i,j)", "COO"},
    {"A(i,j) = B(i,k) * C(k,j) + C(i,j)", "DCSR"},
    {"A(i,j) = B(j,i)", "CSC"},
    {"A(i,j) = B(i,j) * sum(k, sum(l, C(k,l)))", "CSR"},
    {"A(i,j) = B(k,i) * C(k,j)", "CSR"},
    {"A(i,j) = B(i,j) * C(i,j)", "(i, j) -> (i : compressed, j : dense)"}};

constexpr Case s_too_narrow = {"A(i,j) = B(i,j) + C(i,j)", "CSR<8>"};

constexpr const char* s_accumulate = "A(i,j) += B(i,j) * C(i,j)";

template <class TypeParam>
class Phases : public testing::Test {
 protected:
  static PlanOptions options(Worklist worklist = Worklist::automatic) {
    PlanOptions options;
    options.backend  = TypeParam::back_end;
    options.worklist = worklist;
    return options;
  }
  Plan compiled(const Case& c, const Operands& inputs) const {
    return compile(exec, c.notation, with_result(inputs, c.format), options(c.worklist));
  }
  TensorRef operand(std::int64_t step, double scale) const {
    return make_tensor(exec, Formats::csr(), grid(40, 40, step, scale));
  }
  Operands inputs(double scale = 1) const {
    return {{"B", operand(7, scale)}, {"C", operand(5, 10)}};
  }
  Operands with_result(Operands all, const char* format) const {
    all["A"] = declare_result(TensorFormat::parse(format, 2), ScalarType::f64, {40, 40});
    return all;
  }
  Operands with_old_contents(Operands all, double scale) const {
    all["A"] = operand(3, scale);
    return all;
  }

  /// The kernels of this file together: a run of the compiler costs much.
  void SetUp() override {
    if (TypeParam::back_end != Backend::cxx) return;
    CxxBatch batch(true);
    const auto add = [&](const Case& c) {
      batch.add(exec, c.notation, with_result(inputs(), c.format), options(c.worklist));
    };
    for (const Case& c : s_cases) add(c);
    add(s_too_narrow);
    batch.add(exec, s_accumulate, with_old_contents(inputs(), 1), options());
    batch.build();
  }

  decltype(TypeParam::space::make()) exec = TypeParam::space::make();
};
TYPED_TEST_SUITE(Phases, WithBackends<TestSpaces>::both);

TYPED_TEST(Phases, ValuesChangeStructureStays) {
  const auto& exec = this->exec;
  for (const Case& c : s_cases) {
    SCOPED_TRACE(std::string(c.notation) + " in " + c.format);
    const Operands inputs = this->inputs();
    const Plan plan       = this->compiled(c, inputs);
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
      other["B"]     = this->operand(7, scale);
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
    fused.bind("B", inputs.at("B"));
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

// Other old contents may be bound, too; assembling anew lets go of the last assembly.
TYPED_TEST(Phases, AddToOldContents) {
  const auto& exec = this->exec;
  Plan plan        = compile(exec, s_accumulate, this->with_old_contents(this->inputs(), 1),
                             this->options());
  for (int round = 0; round < 2; ++round) {
    plan.assemble(exec);
    for (const double scale : {2.0, -1.0}) {
      const Operands all = this->with_old_contents(this->inputs(scale), 3 * scale);
      for (const auto& [name, tensor] : all) plan.bind(name, tensor);
      plan.compute(exec);
      exec.fence("Strata::test::phases");
      const Operands read{{"B", all.at("B")}, {"C", all.at("C")}, {"D", all.at("A")}};
      const CheckReport report =
          check_result("A(i,j) = D(i,j) + B(i,j) * C(i,j)", read, plan.result());
      EXPECT_TRUE(report.passed()) << report.to_string();
    }
  }
}

TYPED_TEST(Phases, Refusals) {
  const auto& exec = this->exec;
  Plan plan        = this->compiled(s_cases[0], this->inputs());
  EXPECT_THROW(plan.compute(exec), FormatMismatch);
  EXPECT_THROW(plan.result(), FormatMismatch);
  // Nothing is assembled where the structure does not fit.
  plan = this->compiled(s_too_narrow, this->inputs());
  EXPECT_THROW(plan.assemble(exec), IndexOverflow);
  EXPECT_THROW(plan.compute(exec), FormatMismatch);
  Operands all = this->inputs();
  all["A"]     = make_dense(exec, Formats::dense(2), ScalarType::f64, {40, 40});
  EXPECT_THROW(compile(exec, "A(i,j) = B(i,j)", all).assemble(exec), UnsupportedExpression);
}

}  // namespace
