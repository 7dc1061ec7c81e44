// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PlanOptions::tune: the choice, what is kept of it, and that nothing else changes.
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <Strata_KernelCache.hpp>
#include <Strata_Plan.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestMessage.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>
#include <tune/Strata_Tuning.h>

namespace {

using namespace Strata;
using namespace Strata::Testing;

CooData uniform(const std::vector<std::int64_t>& extents, int count, unsigned seed) {
  std::mt19937 random(seed);
  CooData data{ScalarType::f64, extents, {}, {}};
  for (int n = 0; n < count; ++n) {
    std::vector<std::int64_t> c;
    for (const std::int64_t extent : extents)
      c.push_back(static_cast<std::int64_t>(random() % static_cast<unsigned>(extent)));
    data.add(c, static_cast<double>(random() % 16) / 4 + 0.1);
  }
  return data;
}

PlanOptions tuning(int ms = 30000) {
  PlanOptions options;
  options.tune    = true;
  options.tune_ms = ms;
  return options;
}

class Tuning : public testing::Test {
 protected:
  void SetUp() override { clear_tuned_choices(); }

  TensorRef matrix(std::int64_t rows, std::int64_t columns, int entries, unsigned seed) {
    return make_tensor(m_exec, Formats::csr(), uniform({rows, columns}, entries, seed));
  }
  /// C = A B or A + B, in CSR.
  Operands pair(std::int64_t n, int entries) {
    return {{"C", declare_result(Formats::csr(), ScalarType::f64, {n, n})},
            {"A", matrix(n, n, entries, 1)},
            {"B", matrix(n, n, entries, 2)}};
  }
  void expect_right(const char* notation, Operands operands, const Plan& plan) {
    plan.execute(m_exec);
    m_exec.fence("Strata::test::tuning");
    operands.erase("C");
    const CheckReport report = check_result(notation, operands, plan.result());
    EXPECT_TRUE(report.passed()) << report.to_string();
    EXPECT_EQ(structure_fault(plan.result(),
                              expected_coordinates(notation, operands, plan.result())),
              "");
  }

  OpenMPSpace::execution_space m_exec = OpenMPSpace::make();
};

constexpr const char* product = "C(i,j) = A(i,k) * B(k,j)";
constexpr const char* sum     = "C(i,j) = A(i,j) + B(i,j)";

TEST_F(Tuning, SaysWhatItHasMeasured) {
  for (const char* notation : {product, sum}) {
    const Operands operands = pair(300, 9000);
    const Plan plan         = compile(m_exec, notation, operands, tuning());
    const std::string text  = plan.tuning();
    EXPECT_EQ(text.rfind("tuned: ", 0), 0u) << text;
    EXPECT_NE(text.find(" ms"), std::string::npos) << text;
    EXPECT_NE(text.find("also measured: "), std::string::npos) << text;
    EXPECT_EQ(text.find("not the same result"), std::string::npos) << text;
    EXPECT_EQ(plan.explain().rfind(text, 0), 0u) << plan.explain();
    expect_right(notation, operands, plan);
  }
}

TEST_F(Tuning, OnlyWhatCanMakeADifferenceIsMeasured) {
  const std::string merging = compile(m_exec, sum, pair(300, 9000), tuning()).tuning();
  EXPECT_NE(merging.find("merge="), std::string::npos) << merging;
  EXPECT_EQ(merging.find("worklist="), std::string::npos) << merging;
  const std::string listing = compile(m_exec, product, pair(300, 9000), tuning()).tuning();
  EXPECT_NE(listing.find("worklist="), std::string::npos) << listing;
  EXPECT_EQ(listing.find("merge="), std::string::npos) << listing;
}

TEST_F(Tuning, ResultsAreNotWritten) {
  const TensorRef a = matrix(500, 400, 9000, 3);
  Kokkos::View<double*> x("x", 400), y("y", 500);
  Kokkos::deep_copy(m_exec, x, 1.0);
  Kokkos::deep_copy(m_exec, y, 7.0);
  m_exec.fence("Strata::test::tuning");
  const Operands operands{{"y", ref(y)}, {"A", a}, {"x", ref(x)}};
  const Plan plan = compile(m_exec, "y(i) += A(i,j) * x(j)", operands, tuning());
  for (int i = 0; i < 500; ++i) ASSERT_EQ(y(i), 7.0) << i;
  CooData sevens{ScalarType::f64, {500}, {}, {}};
  for (int i = 0; i < 500; ++i) sevens.add(std::vector<std::int64_t>{i}, 7.0);
  const Operands before{
      {"y", make_tensor(m_exec, Formats::dense(1), sevens)}, {"A", a}, {"x", ref(x)}};
  plan.execute(m_exec);
  m_exec.fence("Strata::test::tuning");
  const CheckReport report = check_result("y(i) += A(i,j) * x(j)", before, ref(y));
  EXPECT_TRUE(report.passed()) << report.to_string();
}

TEST_F(Tuning, LaterPlansOfTheSameClassTakeIt) {
  const Plan tuned = compile(m_exec, product, pair(300, 9000), tuning());
  const std::string chosen = tuned.tuning().substr(0, tuned.tuning().find(','));
  const Operands others    = pair(300, 9010);
  const Plan later         = compile(m_exec, product, others);
  EXPECT_EQ(later.tuning().rfind(chosen, 0), 0u) << later.tuning();
  EXPECT_NE(later.tuning().find("by an earlier run"), std::string::npos) << later.tuning();
  expect_right(product, others, later);

  EXPECT_EQ(compile(m_exec, product, pair(300, 40000)).tuning(), "");
  EXPECT_EQ(compile(m_exec, product, pair(1300, 9000)).tuning(), "");
  PlanOptions options;
  options.pieces = 3;
  EXPECT_EQ(compile(m_exec, product, others, options).tuning(), "");
  options           = {};
  options.use_tuned = false;
  EXPECT_EQ(compile(m_exec, product, others, options).tuning(), "");
  options           = {};
  options.use_cache = false;
  EXPECT_EQ(compile(m_exec, product, others, options).tuning(), "");
  setenv("STRATA_TUNED", "off", 1);
  EXPECT_EQ(compile(m_exec, product, others).tuning(), "");
  unsetenv("STRATA_TUNED");
}

TEST_F(Tuning, StrictAndDeterministicPlansKeepTheirBits) {
  const Operands operands = pair(300, 9000);
  for (const bool strict : {true, false}) {
    PlanOptions options   = tuning();
    options.strict        = strict;
    options.deterministic = !strict;
    const std::string text = compile(m_exec, sum, operands, options).tuning();
    EXPECT_NE(text.find("merge="), std::string::npos) << text;
    for (const char* word : {"pieces=", "balance=", "race=", "worklist="})
      EXPECT_EQ(text.find(word), std::string::npos) << text;
  }
}

TEST_F(Tuning, StatementsTogether) {
  const TensorRef a = matrix(400, 400, 9000, 4);
  Kokkos::View<double*> x("x", 400), r("r", 400);
  Kokkos::View<double> s("s");
  Kokkos::deep_copy(m_exec, x, 1.0);
  const char* notation = "r(i) = A(i,j) * x(j); s = r(i) * r(i)";
  const Operands operands{{"s", ref(s)}, {"r", ref(r)}, {"A", a}, {"x", ref(x)}};
  const Plan plan = compile(m_exec, notation, operands, tuning());
  EXPECT_NE(plan.tuning().find("share=none"), std::string::npos) << plan.tuning();
  EXPECT_EQ(plan.tuning().find("not the same result"), std::string::npos) << plan.tuning();
  plan.execute(m_exec);
  m_exec.fence("Strata::test::tuning");
  double expected = 0;
  for (int i = 0; i < 400; ++i) expected += r(i) * r(i);
  EXPECT_NEAR(s(), expected, 1e-9 * expected);
  EXPECT_GT(expected, 0);
}

TEST_F(Tuning, InstrumentedPlansAreRefused) {
  PlanOptions options      = tuning();
  options.count_iterations = true;
  const std::string text = message_of<UnsupportedExpression>(
      [&] { compile(m_exec, sum, pair(30, 90), options); });
  expect_contains(text, "PlanOptions::tune");
  expect_contains(text, "PlanOptions::count_iterations");
}

/// A tool that tries everyone in turn and then wants the last one.
struct Turns : Impl::TuningTool {
  static inline std::vector<std::string> names;
  static inline std::size_t begun = 0, ended = 0;

  std::size_t begin() override {
    EXPECT_EQ(begun++, ended);
    const bool is_last = begun == 10 * names.size() + 1;
    return is_last ? names.size() - 1 : begun % names.size();
  }
  void end() override { EXPECT_EQ(++ended, begun); }

  static std::unique_ptr<Impl::TuningTool> make(const std::string&,
                                                const std::vector<std::string>& candidates) {
    names = candidates;
    begun = ended = 0;
    return std::make_unique<Turns>();
  }
};

TEST_F(Tuning, AToolOfKokkosChooses) {
  const Operands operands   = pair(300, 9000);
  const PlanOptions options = tuning();
  const ProgramOptions program;
  const auto facts = Impl::facts_of(m_exec);
  const Impl::SpaceInstance space{
      facts, &m_exec, Impl::space_operations<OpenMPSpace::execution_space>()};
  const auto plan = Impl::tune({sum, operands, program, options, space}, &Turns::make);
  ASSERT_GE(Turns::names.size(), 3u);
  EXPECT_EQ(Turns::names[0], "default");
  EXPECT_EQ(Turns::begun, 10 * Turns::names.size() + 1);
  EXPECT_EQ(Turns::ended, Turns::begun);
  EXPECT_EQ(plan->tuning.rfind("tuned: " + Turns::names.back() + ", measured ", 0), 0u)
      << plan->tuning;
  EXPECT_NE(plan->tuning.find("chosen by a tool of Kokkos"), std::string::npos) << plan->tuning;
  const std::string later = compile(m_exec, sum, operands).tuning();
  EXPECT_EQ(later.rfind("tuned: " + Turns::names.back(), 0), 0u) << later;
}

}  // namespace
