// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work follows what is stored: masks restrict it, absent entries meet nothing.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <Strata_Check.hpp>
#include <Strata_Plan.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

constexpr std::int64_t s_rows = 2000, s_columns = 5000, s_stored = s_rows * s_columns;

/// Every element of a matrix with ten million of them, in CSR.
class FullMatrix {
 public:
  explicit FullMatrix(double value)
      : m_positions(s_rows + 1), m_coordinates(s_stored), m_values(s_stored, value) {
    for (std::int64_t i = 0; i <= s_rows; ++i)
      m_positions[i] = static_cast<std::uint32_t>(i * s_columns);
    for (std::int64_t p = 0; p < s_stored; ++p)
      m_coordinates[p] = static_cast<std::uint32_t>(p % s_columns);
  }

  TensorRef ref() {
    TensorRef t;
    t.format     = Formats::csr().with_index_types({32, false}, {32, false});
    t.extents    = {s_rows, s_columns};
    t.levels     = {{}, {m_positions.data(), s_rows + 1, m_coordinates.data(), s_stored}};
    t.values     = m_values.data();
    t.num_values = s_stored;
    return t;
  }

 private:
  std::vector<std::uint32_t> m_positions, m_coordinates;
  std::vector<double> m_values;
};

/// A thousand entries that lie in every second row.
CooData mask() {
  CooData data{ScalarType::f64, {s_rows, s_columns}, {}, {}};
  for (std::int64_t n = 0; n < 1000; ++n) data.add({2 * n, (n * 4999) % s_columns}, 1);
  return data;
}

/// The plan of `all`, whose result is that of the dense evaluator.
template <class Exec>
Plan expect_right(const Exec& exec, const std::string& notation, const Operands& inputs,
                  const Operands& all, const PlanOptions& options = {}) {
  const Plan plan = compile(exec, notation, all, options);
  plan.execute(exec);
  exec.fence("Strata::test::operators");
  const CheckReport report = check_result(notation, inputs, plan.result());
  EXPECT_TRUE(report.passed()) << report.to_string();
  return plan;
}

template <class Space>
class Operators : public testing::Test {};
TYPED_TEST_SUITE(Operators, TestSpaces);

TYPED_TEST(Operators, AMaskOfAThousandDoesNotTouchTenMillion) {
  const auto exec = TypeParam::make();
  FullMatrix B(2), C(3);
  Operands operands{{"B", B.ref()}, {"C", C.ref()}};
  operands["A"] = declare_result(Formats::dcsr(), ScalarType::f64, {s_rows, s_columns});
  PlanOptions options;
  options.count_iterations = true;
  for (const char* format : {"CSR", "DCSR"}) {
    operands["M"] = make_tensor(exec, TensorFormat::parse(format, 2), mask());
    for (const char* notation :
         {"A(i,j) = cast_f64(neq(M(i,j), 0)) * (B(i,j) + C(i,j))",
          "A(i,j) = cast_f64(cast_bool(M(i,j))) * max(B(i,j), C(i,j))",
          "A(i,j) = M(i,j) * sqrt(B(i,j)) * cast_f64(gt(C(i,j), 1))"}) {
      SCOPED_TRACE(std::string(notation) + " with a mask in " + format);
      const Plan plan = compile(exec, notation, operands, options);
      plan.execute(exec);
      exec.fence("Strata::test::operators");
      EXPECT_EQ(plan.result().num_values, 1000);
      // Counted twice, and searches take a logarithm of what they pass over.
      EXPECT_LT(plan.iterations(), 100'000);
    }
  }
}

/// The loops of a row that is added up in a workspace go on where the operand that gives
/// their extents has nothing.
TYPED_TEST(Operators, RowsOfAnOperandThatIsAbsent) {
  const auto exec = TypeParam::make();
  CooData b{ScalarType::f64, {3, 4, 4}, {}, {}}, c{ScalarType::f64, {3, 2}, {}, {}};
  b.add({0, 0, 0}, 0.5);
  b.add({2, 2, 1}, 2);
  c.add({1, 1}, 3);
  const Operands inputs{{"B", make_tensor(exec, Formats::csf(3, {0, 2, 1}), b)},
                        {"C", make_tensor(exec, Formats::csr(), c)}};
  for (const bool strict : {false, true}) {
    GuardedDense A(ScalarType::f64, {2, 3, 3}, {});
    Operands all = inputs;
    all["A"]     = A.ref();
    PlanOptions options;
    options.strict             = strict;
    constexpr const char* text = "A(j,m,l) = cos(B(m,i,k)) + C(l,j)";
    expect_right(exec, text, inputs, all, options);
  }
}

TYPED_TEST(Operators, AbsentEntriesMeetNoInfinity) {
  const auto exec     = TypeParam::make();
  constexpr double inf = std::numeric_limits<double>::infinity();
  CooData entries{ScalarType::f64, {4}, {}, {}};
  entries.add({1}, 2);
  GuardedDense d(ScalarType::f64, {4}, {{0}, 0, 1}), a(ScalarType::f64, {4}, {{0}, 0, 1});
  CooData infinite{ScalarType::f64, {4}, {}, {}};
  for (std::int64_t i : {0, 2, 3}) infinite.add({i}, i == 3 ? std::nan("") : inf);
  infinite.add({1}, 5);
  d.fill(infinite);
  const TensorRef s = make_tensor(exec, Formats::sparse_vector(), entries);
  for (const char* notation :
       {"a(i) = s(i) * d(i)", "a(i) = cast_f64(neq(s(i), 0)) * d(i) * s(i)",
        "a(i) = sin(s(i)) * 0 + mod(s(i), d(i)) * 5", "a(i) = abs(s(i)) * abs(d(i))"}) {
    SCOPED_TRACE(notation);
    Operands inputs{{"s", s}, {"d", d.ref()}}, all = inputs;
    all["a"]        = a.ref();
    const Plan plan = compile(exec, notation, all);
    plan.execute(exec);
    exec.fence("Strata::test::operators");
    const double* values = static_cast<const double*>(a.ref().values);
    EXPECT_EQ(values[0], 0);
    EXPECT_EQ(values[1], 10);
    EXPECT_EQ(values[3], 0);
    EXPECT_TRUE(check_result(notation, inputs, plan.result()).passed());
  }
}

// Outside of its region an operator is absent, also where that is known before anything runs.
TYPED_TEST(Operators, RegionsThatAreAbsentMeetNoInfinity) {
  const auto exec = TypeParam::make();
  CooData numbers{ScalarType::f64, {4}, {}, {}}, few = numbers, infinite = numbers;
  for (std::int64_t i = 0; i < 4; ++i) {
    numbers.add({i}, static_cast<double>(i + 1));
    infinite.add({i}, i == 2 ? 3 : std::numeric_limits<double>::infinity());
  }
  few.add({1}, 2);
  const Operands inputs{{"D", make_tensor(exec, Formats::dense(1), numbers)},
                        {"E", make_tensor(exec, Formats::dense(1), infinite)},
                        {"S", make_tensor(exec, Formats::sparse_vector(), few)}};
  for (const char* body : {"a(i) = f(D(i), S(i)) * E(i)", "a(i) = f(S(i), D(i)) * E(i)",
                           "a(i) = 1 + f(D(i), S(i)) * 2 * sum(j, E(j))"}) {
    const std::string notation = std::string("define f(x, y) = x * y + y on right_only; ") + body;
    SCOPED_TRACE(notation);
    Operands all    = inputs;
    all["a"]        = make_tensor(exec, Formats::dense(1), {ScalarType::f64, {4}, {}, {}});
    expect_right(exec, notation, inputs, all);
  }
}

// An operand of which a set takes coordinates out of order, ahead of loops that come to them in
// another order: what it does not store meets no infinity, and no sign, in a dense temporary.
TYPED_TEST(Operators, GatheredEntriesThatAreAbsentMeetNoInfinity) {
  const auto exec      = TypeParam::make();
  constexpr double inf = std::numeric_limits<double>::infinity();
  CooData full{ScalarType::f64, {4, 4}, {}, {}}, factors{ScalarType::f64, {4}, {}, {}};
  CooData few{ScalarType::f64, {200, 4}, {}, {}};  // so large that no copy of it is sorted
  for (std::int64_t i = 4; i < 200; ++i) few.add({i, i % 4}, 1);
  for (std::int64_t j = 0; j < 4; ++j) {
    factors.add({j}, j % 2 == 0 ? -0.5 : inf);
    few.add({j, (j * 3) % 4}, 2);
    for (std::int64_t i = 0; i < 4; ++i) full.add({j, i}, static_cast<double>(i % 2));
  }
  const Operands inputs{{"E", make_tensor(exec, Formats::dcsr(), full)},
                        {"F", make_tensor(exec, Formats::dense(1), factors)},
                        {"G", make_tensor(exec, Formats::dcsr(), few)}};
  for (const char* of : {"max", "atan2"})
    for (const char* result : {"A(j,i)", "A(j)"}) {
      const std::string notation =
          std::string(result) + " = " + of + "(E(j,i), F(j) * G(i({2,0,3,1}),j))";
      SCOPED_TRACE(notation);
      const int order = result[3] == ',' ? 2 : 1;
      Operands all    = inputs;
      all["A"]        = make_tensor(exec, Formats::dense(order),
                                    {ScalarType::f64, std::vector<std::int64_t>(order, 4), {}, {}});
      const std::string text = expect_right(exec, notation, inputs, all).explain();
      EXPECT_NE(text.find("@stored"), std::string::npos) << text;
    }
}

// Terms of an infinite operand that 0 takes away are no reason to find a rounding wrong.
TYPED_TEST(Operators, ZeroTimesInfiniteTermsAreComparedToRounding) {
  const auto exec  = TypeParam::make();
  const auto dense = [&](double value) {
    CooData data{ScalarType::f64, {1}, {}, {}};
    data.add({0}, value);
    return make_tensor(exec, Formats::dense(1), data);
  };
  constexpr double inf = std::numeric_limits<double>::infinity(), third = 1.0 / 3;
  const Operands inputs{{"a", dense(0)}, {"b", dense(inf)}, {"c", dense(third)}};
  for (const char* notation : {"y(i) = a(i) * tanh(b(i)) + c(i)", "y(i) = a(i) / (1 + tanh(b(i))) + c(i)"}) {
    SCOPED_TRACE(notation);
    EXPECT_TRUE(check_result(notation, inputs, dense(std::nextafter(third, 1))).passed());
    EXPECT_FALSE(check_result(notation, inputs, dense(0.25)).passed());
  }
}

// Neither do sums over extents of 0 ahead of the loops, or what asks for what is stored.
TYPED_TEST(Operators, SumsOverNothingStoreNothing) {
  const auto exec = TypeParam::make();
  const auto none = [&](const char* format, std::vector<std::int64_t> extents) {
    const int order = static_cast<int>(extents.size());
    return make_tensor(exec, TensorFormat::parse(format, order),
                       CooData{ScalarType::boolean, std::move(extents), {}, {}});
  };
  for (const std::int64_t extent : {0, 5}) {
    const Operands all{{"B", none("CSC", {extent, 3})},
                       {"C", none("SparseVector", {extent})},
                       {"E", none("CSR", {3, extent})},
                       {"H", none("(i) -> (i : run_length)", {extent})}};
    for (const std::string notation :
         {"A(j) = B(i,j) + cast_bool(eq(C(i), B(i,j))) * H(i)", "A(j) = B(i,j) + C(i)",
          "A(j) = B(i,j) + H(i)", "A(j) = sum(i, E(j,i)) + reduce_or(i, stored(C(i)))"}) {
      SCOPED_TRACE(notation + ", extent " + std::to_string(extent));
      Operands inputs;
      for (const auto& [name, operand] : all)
        if (notation.find(name + "(i") != std::string::npos || notation.find(name + "(j") != std::string::npos)
          inputs[name] = operand;
      Operands operands = inputs;
      operands["A"] = declare_result(Formats::sparse_vector(), ScalarType::boolean, {3});
      EXPECT_EQ(expect_right(exec, notation, inputs, operands).result().num_values, 0);
    }
  }
}

}  // namespace
