// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of large operands are compiled for small extents of loops over neighbours in
// memory: one for each extent, and each right, whatever runs in one process.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <Strata_Check.hpp>
#include <Strata_Plan.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

/// 60,000 entries, which make such a kernel worth it.
CooData many_entries() {
  CooData data{ScalarType::f64, {100, 60, 70}, {}, {}};
  for (std::int64_t i = 0; i < 100; ++i)
    for (std::int64_t n = 0; n < 600; ++n)
      data.add({i, (n * 7 + i) % 60, (n * 11 + i * 3 + n / 60) % 70},
               static_cast<double>((n + i) % 9 - 4));
  return data;
}

CooData factor(std::int64_t rows, std::int64_t columns) {
  CooData data{ScalarType::f64, {rows, columns}, {}, {}};
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t r = 0; r < columns; ++r)
      data.add({i, r}, static_cast<double>((i * 5 + r * 3) % 11 - 5));
  return data;
}

template <class Space>
class SmallExtents : public testing::Test {
 public:
  typename Space::execution_space exec = Space::make();
  TensorRef tensor                     = make_tensor(exec, Formats::csf(3), many_entries());

  /// A right result; whether the kernel was there already.
  bool run(const std::string& notation, std::int64_t rank, const PlanOptions& options) {
    SCOPED_TRACE(notation + " of " + std::to_string(rank) + " columns");
    GuardedDense b(ScalarType::f64, {100, rank}, {}), c(ScalarType::f64, {60, rank}, {}),
        d(ScalarType::f64, {70, rank}, {});
    b.fill(factor(100, rank));
    c.fill(factor(60, rank));
    d.fill(factor(70, rank));
    const std::int64_t rows = notation[2] == 'i' ? 100 : notation[2] == 'j' ? 60 : 70;
    GuardedDense a(ScalarType::f64, {rows, rank}, {});
    a.fill_bytes(0x3F);
    Operands operands{{"A", a.ref()}, {"X", tensor}};
    for (const auto& [name, factor] : {std::pair{"B", &b}, {"C", &c}, {"D", &d}})
      if (notation.find(name) != std::string::npos) operands[name] = factor->ref();
    const Plan plan = compile(exec, notation, operands, options);
    plan.execute(exec);
    exec.fence("Strata::test::small_extents");
    Operands inputs = operands;
    inputs.erase("A");
    const CheckReport report = check_result(notation, inputs, plan.result());
    EXPECT_TRUE(report.passed()) << report.to_string();
    EXPECT_TRUE(a.guards_intact());
    return plan.from_cache();
  }
};
TYPED_TEST_SUITE(SmallExtents, TestSpaces);

TYPED_TEST(SmallExtents, OfFactorsOfATensor) {
  PlanOptions private_copies;
  private_copies.race = RaceStrategy::privatize;
  for (const char* notation :
       {"A(i,r) = X(i,j,k) * C(j,r) * D(k,r)", "A(j,r) = X(i,j,k) * B(i,r) * D(k,r)",
        "A(k,r) = X(i,j,k) * B(i,r) * C(j,r)"})
    for (const std::int64_t rank : {1, 2, 7, 16}) this->run(notation, rank, private_copies);
}

TYPED_TEST(SmallExtents, OneKernelForEach) {
  // Spaces share kernels: one of its own.
  const std::string notation = std::string("A(i,r) = X(i,j,k) * C(j,r) + ") +
                               (std::is_same_v<TypeParam, SerialSpace> ? "3" : "5") + " * X(i,j,k) * C(j,r)";
  (void)this->run(notation, 4, {});
  EXPECT_TRUE(this->run(notation, 4, {}));
  EXPECT_FALSE(this->run(notation, 5, {}));
  (void)this->run(notation, 257, {});
  EXPECT_TRUE(this->run(notation, 258, {}));  // any number of columns
}

TYPED_TEST(SmallExtents, AreExplained) {
  const auto explained = [&](const std::string& notation, const TensorRef& x, std::int64_t rank) {
    GuardedDense a(ScalarType::f64, {100, rank}, {}), c(ScalarType::f64, {60, rank}, {});
    const std::string text =
        compile(this->exec, notation, {{"A", a.ref()}, {"X", x}, {"C", c.ref()}}).explain();
    const auto at = text.find("extents compiled in");
    return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
  };
  const std::string notation = "A(i,r) = X(i,j,k) * C(j,r)";
  const std::int64_t entries = this->tensor.num_values;
  ASSERT_GE(entries, 50000);
  EXPECT_EQ(explained(notation, this->tensor, 7),
            "extents compiled in: r = 7 (1 to 256), because an operand stores " +
                std::to_string(entries) + " entries (50000 or more)");
  EXPECT_EQ(explained(notation, this->tensor, 257), "");
  CooData few{ScalarType::f64, {100, 60, 70}, {}, {}};
  few.add({1, 2, 3}, 4.0);
  EXPECT_EQ(explained(notation, make_tensor(this->exec, Formats::csf(3), few), 7), "");
}

/// What explain() says of factors; empty: nothing.
std::string factors_of(const Plan& plan) {
  const std::string text = plan.explain();
  const auto at          = text.find("factors that all terms");
  return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
}

// Fibres have ten entries, rows of a matrix eight, or none.
TYPED_TEST(SmallExtents, FactorsOfSumsAreExplained) {
  GuardedDense a(ScalarType::f64, {100, 16}, {}), c(ScalarType::f64, {60, 16}, {}),
      d(ScalarType::f64, {70, 16}, {}), b(ScalarType::f64, {100, 16}, {});
  const Operands operands{{"A", a.ref()}, {"B", b.ref()}, {"C", c.ref()},
                          {"D", d.ref()}, {"X", this->tensor}};
  const auto explained = [&](const std::string& notation, const PlanOptions& options) {
    Operands used = operands;
    std::erase_if(used, [&](const auto& operand) {
      return notation.find(operand.first + "(") == std::string::npos;
    });
    return factors_of(compile(this->exec, notation, used, options));
  };
  const char* const product = "A(i,r) = X(i,j,k) * C(j,r) * D(k,r)";
  EXPECT_EQ(explained(product, {}),
            "factors that all terms of a sum over k have: multiplied once, behind the sum, "
            "because it has 10 terms on average (4 or more)");
  PlanOptions strict, plain;
  strict.strict = true;
  plain.sums    = Sums::plain;
  EXPECT_EQ(explained(product, strict), "");
  EXPECT_EQ(explained(product, plain), "");
  EXPECT_EQ(explained("A(i,r) = X(i,j,k) * D(k,r) + B(i,r)", {}), "");  // no factor of the sum
}

// Rows without entries are 0, whatever is outside of their sums.
TYPED_TEST(SmallExtents, FactorsOfSumsWithoutTerms) {
  constexpr std::int64_t rows = 16000, columns = 40, rank = 16;
  CooData entries{ScalarType::f64, {rows, columns}, {}, {}}, x{ScalarType::f64, {columns}, {}, {}},
      scale{ScalarType::f64, {rows}, {}, {}}, wide{ScalarType::f64, {rows, rank}, {}, {}};
  for (std::int64_t j = 0; j < columns; ++j) x.add({j}, static_cast<double>(j % 5 - 2));
  for (std::int64_t i = 0; i < rows; ++i) {
    const bool is_empty = i % 2 == 1;
    for (std::int64_t n = 0; n < 8 && !is_empty; ++n)
      entries.add({i, n * 5 + i % 5}, static_cast<double>((n + i) % 7 - 3));
    scale.add({i}, is_empty ? INFINITY : 0.5);
    for (std::int64_t r = 0; r < rank; ++r)
      wide.add({i, r}, is_empty ? INFINITY : static_cast<double>(r % 3 - 1));
  }
  const Operands all{{"X", make_tensor(this->exec, Formats::csr(), entries)},
                     {"s", make_tensor(this->exec, Formats::dense(1), scale)},
                     {"x", make_tensor(this->exec, Formats::dense(1), x)},
                     {"C", make_tensor(this->exec, Formats::dense(2), wide)},
                     {"D", make_tensor(this->exec, Formats::dense(2), factor(columns, rank))}};
  for (const std::string notation :
       {"A(i,r) = X(i,j) * C(i,r) * D(j,r)", "A(i,r) += X(i,j) * s(i) * D(j,r) * 2",
        "y(i) = s(i) * X(i,j) * x(j)", "y(i) += X(i,j) * s(i)"}) {
    SCOPED_TRACE(notation);
    const std::string result(1, notation[0]);
    const auto extents = result == "A" ? std::vector{rows, rank} : std::vector{rows};
    GuardedDense out(ScalarType::f64, extents, {}), old(ScalarType::f64, extents, {});
    const CooData zeros{ScalarType::f64, extents, {}, {}};
    out.fill(zeros);
    old.fill(zeros);
    Operands operands{{result, out.ref()}}, inputs;
    for (const auto& [name, operand] : all)
      if (notation.find(" " + name + "(") != std::string::npos) operands[name] = inputs[name] = operand;
    if (notation.find('+') != std::string::npos) inputs[result] = old.ref();
    const Plan plan = compile(this->exec, notation, operands);
    EXPECT_NE(factors_of(plan), "");
    plan.execute(this->exec);
    this->exec.fence("Strata::test::small_extents");
    const CheckReport report = check_result(notation, inputs, plan.result());
    EXPECT_TRUE(report.passed()) << report.to_string();
    EXPECT_TRUE(out.guards_intact());
  }
}

// Statements that share a launch may call two variables by one name.
TYPED_TEST(SmallExtents, OneNameForTwoVariables) {
  constexpr std::int64_t rows = 6000, few = 10, many = 270;
  const auto ones = [](std::vector<std::int64_t> extents) {
    CooData data{ScalarType::f64, extents, {}, {}};
    for (std::int64_t i = 0; i < extents[0]; ++i)
      for (std::int64_t j = 0; j < (extents.size() > 1 ? extents[1] : 1); ++j)
        data.add(extents.size() > 1 ? std::vector{i, j} : std::vector{i}, 1);
    return data;
  };
  const TensorFormat vector = Formats::dense(1);
  GuardedDense y(ScalarType::f64, {rows}, {}), z(ScalarType::f64, {rows}, {});
  const Operands operands{
      {"A", make_tensor(this->exec, Formats::csr(), ones({rows, few}))},
      {"W", make_tensor(this->exec, Formats::dense(2), ones({rows, many}))},
      {"x", make_tensor(this->exec, vector, ones({few}))},
      {"w", make_tensor(this->exec, vector, ones({many}))},
      {"y", y.ref()},
      {"z", z.ref()}};
  const Plan plan =
      compile(this->exec, "y(i) = A(i,r) * x(r); z(i) = y(i) + W(i,r) * w(r)", operands);
  plan.execute(this->exec);
  this->exec.fence("Strata::test::small_extents");
  EXPECT_EQ(plan.num_launches(), 1) << plan.explain();
  const auto* sums = static_cast<const double*>(z.ref().values);
  EXPECT_TRUE(std::all_of(sums, sums + rows, [](double sum) { return sum == few + many; }));
}

}  // namespace
