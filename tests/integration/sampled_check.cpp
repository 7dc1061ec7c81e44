// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plan::check and ProgramOptions::check_samples: right results pass, whatever the
// formats; wrong values and broken storage are found.
#include <gtest/gtest.h>

#include <Strata_Error.hpp>
#include <Strata_Plan.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestMessage.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

CooData grid(std::vector<std::int64_t> extents, std::int64_t step,
             ScalarType scalar = ScalarType::f64) {
  CooData data{scalar, extents, {}, {}};
  std::vector<std::int64_t> c(extents.size(), 0);
  for (std::int64_t n = 0;; ++n) {
    if (n * 7 % step == 0) data.add(c, static_cast<double>(1 + n % 5));
    std::size_t k = c.size();
    while (k-- > 0 && ++c[k] == extents[k]) c[k] = 0;
    if (k == static_cast<std::size_t>(-1)) return data;
  }
}

template <class Space>
class SampledCheck : public testing::Test {
 protected:
  TensorRef sparse(const char* format, std::int64_t step) {
    return make_tensor(m_exec, TensorFormat::parse(format, 2), grid({24, 24}, step));
  }
  TensorRef dense(std::vector<std::int64_t> extents, ScalarType scalar = ScalarType::f64) {
    const int order = static_cast<int>(extents.size());
    return make_tensor(m_exec, Formats::dense(order), grid(std::move(extents), 2, scalar));
  }
  TensorRef wanted(const char* format) {
    return declare_result(TensorFormat::parse(format, 2), ScalarType::f64, {24, 24});
  }
  typename Space::execution_space m_exec = Space::make();
};
TYPED_TEST_SUITE(SampledCheck, TestSpaces);

TYPED_TEST(SampledCheck, PassesWhatIsRight) {
  const char* const texts[] = {"y(i) = A(i,j) * x(j)",
                               "y(i) += A(i,j) * x(j)",
                               "y(i) = A(i,j) * y(j) - x(i)",
                               "y(i(0,12)) = A(i,j) * x(j)",
                               "S(i,j) = A(i,j) + 2 * B(i,j)",
                               "S(i,j) = A(i,k) * B(k,j)",
                               "S(i,j) = A(j,i)",
                               "S(i,j) += A(i,j) * B(i,j)",
                               "S(i(0,12),j) += A(i,j)",
                               "S(i,i) = x(i)",
                               "T(i,j) = A(i,k) * B(k,j) - A(i,j)",
                               "t(i) = A(i,j) * x(j); S(i,j) = t(i) * B(i,j); y(i) = S(i,j) * t(j)"};
  for (const char* format : {"CSR", "CSC", "DCSR", "COO"})
    for (const char* text : texts) {
      const bool halves = std::string(text).find("(0,12)") != std::string::npos;
      SCOPED_TRACE(std::string(text) + ", " + format);
      Operands operands{{"A", this->sparse(format, 5)}, {"B", this->sparse("CSR", 3)},
                        {"S", this->sparse(format, 11)}, {"x", this->dense({24})},
                        {"y", this->dense({24})},        {"T", this->dense({24, 24})}};
      if (halves)
        operands["A"] = make_tensor(this->m_exec, TensorFormat::parse(format, 2),
                                    grid({12, 24}, 5));
      ProgramOptions program;
      program.check_samples = 40;
      const Plan plan       = compile(this->m_exec, text, operands, program);
      plan.execute(this->m_exec);
      EXPECT_GE(plan.last_check().compared, 40);
      plan.execute(this->m_exec);
      EXPECT_TRUE(plan.last_check().passed());
    }
}

TYPED_TEST(SampledCheck, FindsWrongValues) {
  const TensorRef y = this->dense({24});
  const Operands operands{{"A", this->sparse("CSR", 5)}, {"x", this->dense({24})}, {"y", y}};
  const Plan plan = compile(this->m_exec, "y(i) = A(i,j) * x(j)", operands);
  plan.execute(this->m_exec);
  this->m_exec.fence("Strata::test::sampled_check");
  EXPECT_EQ(plan.check(this->m_exec, 50).compared, 50);
  static_cast<double*>(y.values)[7] += 1;
  const std::string text =
      message_of<CheckFailed>([&] { plan.check(this->m_exec, 400); });
  expect_contains(text, "'y' at (7)");
  expect_contains(text, "expected");
}

TYPED_TEST(SampledCheck, FindsWrongEntriesOfSparseResults) {
  const Operands operands{{"A", this->sparse("CSR", 5)}, {"B", this->sparse("CSR", 3)},
                          {"S", this->wanted("CSR")}};
  const Plan plan = compile(this->m_exec, "S(i,j) = A(i,j) + B(i,j)", operands);
  EXPECT_THROW(plan.check(this->m_exec, 1), FormatMismatch);
  plan.execute(this->m_exec);
  this->m_exec.fence("Strata::test::sampled_check");
  const TensorRef made = plan.result();
  auto* const values   = static_cast<double*>(made.values);
  for (std::int64_t n = 0; n < made.num_values; ++n) values[n] *= 2;
  EXPECT_THROW(plan.check(this->m_exec, 4), CheckFailed);
  for (std::int64_t n = 0; n < made.num_values; ++n) values[n] /= 2;
  EXPECT_EQ(plan.check(this->m_exec, 200).compared, 200);

  // Entries that are missing: all of one row, of which the positions say so.
  auto* const positions = static_cast<std::uint64_t*>(const_cast<void*>(made.levels[1].positions));
  std::swap(positions[3], positions[4]);
  const std::string text =
      message_of<InvalidStorage>([&] { plan.check(this->m_exec, 1); });
  expect_contains(text, "'S'");
  expect_contains(text, "level 1");
}

TYPED_TEST(SampledCheck, FindsOperandsThatAreNotSorted) {
  const TensorRef a = this->sparse("CSR", 3);
  const Operands operands{{"A", a}, {"B", this->sparse("CSR", 5)}, {"S", this->wanted("CSR")}};
  ProgramOptions program;
  program.check_samples = 10;
  const Plan plan       = compile(this->m_exec, "S(i,j) = A(i,j) * B(i,j)", operands, program);
  plan.execute(this->m_exec);
  auto* const coordinates =
      static_cast<std::uint64_t*>(const_cast<void*>(a.levels[1].coordinates));
  std::swap(coordinates[0], coordinates[1]);
  const std::string text =
      message_of<InvalidStorage>([&] { plan.execute(this->m_exec); });
  expect_contains(text, "'A'");
  expect_contains(text, "level 1, coordinates[1]");
}

TYPED_TEST(SampledCheck, IsExactForIntegersAndRefusesWhatIsGone) {
  const TensorRef m = this->dense({24}, ScalarType::i32);
  Operands operands{{"n", this->dense({24}, ScalarType::i32)}, {"m", m}};
  const Plan plan = compile(this->m_exec, "m(i) = 3 * n(i)", operands);
  plan.execute(this->m_exec);
  this->m_exec.fence("Strata::test::sampled_check");
  static_cast<std::int32_t*>(m.values)[3] += 1;
  EXPECT_THROW(plan.check(this->m_exec, 400), CheckFailed);
  const Plan adds = compile(this->m_exec, "m(i) += n(i)", operands);
  adds.execute(this->m_exec);
  EXPECT_THROW(adds.check(this->m_exec, 1), UnsupportedExpression);
  const Plan reads = compile(this->m_exec, "m(i) = m(i) + n(i)", operands);
  EXPECT_THROW(reads.check(this->m_exec, 1), UnsupportedExpression);
}

// A large matrix: as many steps as samples times terms, not as many as entries.
TYPED_TEST(SampledCheck, LooksUpWhatItNeeds) {
  const std::int64_t n = 1 << 20;
  CooData diagonal{ScalarType::f64, {n, n}, {}, {}};
  for (std::int64_t i = 0; i < n; i += 16) diagonal.add({i, i}, 2);
  const Operands operands{{"A", make_tensor(this->m_exec, Formats::csr(), diagonal)},
                          {"S", declare_result(Formats::csr(), ScalarType::f64, {n, n})}};
  const Plan plan = compile(this->m_exec, "S(i,j) = A(i,k) * A(k,j)", operands);
  plan.execute(this->m_exec);
  EXPECT_EQ(plan.check(this->m_exec, 1000).compared, 1000);
}

}  // namespace
