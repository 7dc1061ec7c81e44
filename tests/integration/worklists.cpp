// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entries that come out of order are the same however they are added up: in a dense
// row, in a hash table or in a sorted list.
#include <random>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <Strata_Einsum.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestMessage.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

constexpr Worklist kinds[] = {Worklist::dense, Worklist::hashed, Worklist::sorted};

/// `count` entries, most of them in few rows and columns.
CooData skewed(const std::vector<std::int64_t>& extents, int count, unsigned seed,
               double scale = 1) {
  std::mt19937 random(seed);
  CooData data{ScalarType::f64, extents, {}, {}};
  for (int n = 0; n < count; ++n) {
    std::vector<std::int64_t> c;
    for (const std::int64_t extent : extents) {
      const std::int64_t part = random() % 2 ? extent : std::max<std::int64_t>(extent / 8, 1);
      c.push_back(static_cast<std::int64_t>(random() % part));
    }
    data.add(c, scale * (1 + static_cast<double>(random() % 16) / 4));
  }
  return data;
}

template <class Exec>
std::string threads(const Exec& exec) {
  const int number = exec.concurrency();
  return std::to_string(number) + (number == 1 ? " thread" : " threads");
}

template <class Space>
class Worklists : public testing::Test {
 protected:
  Plan compiled(const char* notation, const TensorFormat& format, const Operands& inputs,
                const std::vector<std::int64_t>& extents, PlanOptions options) {
    Operands all = inputs;
    all["C"]     = declare_result(format, ScalarType::f64, extents);
    return compile(exec, notation, all, options);
  }
  void expect_right(const char* notation, const Operands& inputs, const TensorRef& result,
                    const std::string& at) {
    const CheckReport report = check_result(notation, inputs, result);
    EXPECT_TRUE(report.passed()) << at << report.to_string();
    EXPECT_NO_THROW(validate(exec, result)) << at;
    EXPECT_EQ(structure_fault(result, expected_coordinates(notation, inputs, result)), "") << at;
  }
  /// With every kind of worklist, in 1, 3 and 16 pieces.
  void check(const char* notation, const TensorFormat& format, const Operands& inputs,
             const std::vector<std::int64_t>& extents) {
    for (const Worklist kind : kinds)
      for (const int pieces : {1, 3, 16}) {
        PlanOptions options;
        options.worklist = kind;
        options.pieces   = pieces;
        const Plan plan  = compiled(notation, format, inputs, extents, options);
        plan.execute(exec);
        exec.fence("Strata::test::worklists");
        expect_right(notation, inputs, plan.result(),
                     format.to_string() + " " + std::to_string(static_cast<int>(kind)) + " in " +
                         std::to_string(pieces) + ": ");
      }
  }
  typename Space::execution_space exec = Space::make();
};
TYPED_TEST_SUITE(Worklists, TestSpaces);

TYPED_TEST(Worklists, ProductsOfMatrices) {
  const Operands inputs{{"A", make_tensor(this->exec, Formats::csr(), skewed({60, 50}, 300, 1))},
                        {"B", make_tensor(this->exec, Formats::csr(), skewed({50, 700}, 500, 2))}};
  for (const char* format : {"CSR", "DCSR", "COO"})
    this->check("C(i,j) = A(i,k) * B(k,j)", TensorFormat::parse(format, 2), inputs, {60, 700});
}

TYPED_TEST(Worklists, RowsOfTensors) {
  const Operands inputs{
      {"A", make_tensor(this->exec, Formats::csf(3), skewed({20, 15, 30}, 400, 3))},
      {"B", make_tensor(this->exec, Formats::dcsr(), skewed({30, 300}, 400, 4))}};
  this->check("C(i,j,l) = A(i,j,k) * B(k,l)", Formats::csf(3), inputs, {20, 15, 300});
}

// Two operands are merged in the loop that scatters: together they bound the row.
TYPED_TEST(Worklists, SumsInsideAFactor) {
  const Operands inputs{{"A", make_tensor(this->exec, Formats::csr(), skewed({30, 40}, 200, 5))},
                        {"B", make_tensor(this->exec, Formats::csr(), skewed({40, 500}, 300, 6))},
                        {"D", make_tensor(this->exec, Formats::dcsr(), skewed({40, 500}, 300, 7))}};
  this->check("C(i,j) = A(i,k) * (B(k,j) + D(k,j))", Formats::csr(), inputs, {30, 500});
}

/// Rows of a worklist that is as long as the dimension would have 13 GB.
TYPED_TEST(Worklists, HashTablesWhereRowsWouldBeLong) {
  constexpr std::int64_t n = 1000000000;
  std::mt19937_64 random(8);
  CooData a{ScalarType::f64, {n, n}, {}, {}}, b = a;
  for (int e = 0; e < 3000; ++e) {
    const auto row = static_cast<std::int64_t>(random() % 500) * 1999993;
    const auto middle = static_cast<std::int64_t>(random() % 200) * 4999999;
    a.add({row, middle}, 1);
    // Multiples of a power of two have the same last bits.
    b.add({middle, static_cast<std::int64_t>(random() % 900) << 20}, 1);
  }
  const char* notation = "C(i,j) = A(i,k) * B(k,j)";
  const Operands inputs{{"A", make_tensor(this->exec, Formats::dcsr(), a)},
                        {"B", make_tensor(this->exec, Formats::dcsr(), b)}};
  PlanOptions sorted;
  sorted.worklist   = Worklist::sorted;
  const Plan hashes = this->compiled(notation, Formats::dcsr(), inputs, {n, n}, {});
  const Plan lists  = this->compiled(notation, Formats::dcsr(), inputs, {n, n}, sorted);
  // 13 bytes for each coordinate.
  const auto entries = std::max(inputs.at("A").num_values, inputs.at("B").num_values);
  expect_contains(
      hashes.explain(),
      "entries are added up in a hashed worklist, sorted and appended\n    because rows of " +
          threads(this->exec) + " would take " + std::to_string(13 * n * this->exec.concurrency()) +
          " bytes (dense up to 67108864, or 16 for each of " + std::to_string(entries) +
          " entries), and a table less than a row by a factor of 8 or more\n");
  expect_contains(lists.explain(), "the sum over k runs around a loop of the result (the option worklist)\n");
  EXPECT_EQ(lists.explain().find("hashed"), std::string::npos) << lists.explain();
  hashes.execute(this->exec);
  lists.execute(this->exec);
  this->exec.fence("Strata::test::worklists");
  const TensorRef x = hashes.result(), y = lists.result();
  ASSERT_EQ(x.num_values, y.num_values);
  EXPECT_GT(x.num_values, 10000);
  EXPECT_NO_THROW(validate(this->exec, x));
  const auto* xs = static_cast<const double*>(x.values);
  EXPECT_TRUE(std::equal(xs, xs + x.num_values, static_cast<const double*>(y.values)));
}

/// Which kind is taken, and by which numbers.
TYPED_TEST(Worklists, ExplainSaysTheKindAndWhy) {
  const char* notation = "C(i,j) = A(i,k) * B(k,j)";
  const Operands inputs{
      {"A", make_tensor(this->exec, Formats::csr(), skewed({40, 30}, 200, 9))},
      {"B", make_tensor(this->exec, Formats::csr(), skewed({30, 400}, 300, 10))}};
  const auto text = [&](Worklist kind) {
    PlanOptions options;
    options.worklist = kind;
    return this->compiled(notation, Formats::csr(), inputs, {40, 400}, options).explain();
  };
  expect_contains(text(Worklist::automatic),
                  "entries are added up in a dense worklist, sorted and appended\n    because rows of " +
                      threads(this->exec) + " take " +
                      std::to_string(13 * 400 * this->exec.concurrency()) +
                      " bytes (dense up to 67108864, or 16 for each of " +
                      std::to_string(inputs.at("B").num_values) + " entries)\n");
  expect_contains(text(Worklist::dense),
                  "entries are added up in a dense worklist (the option worklist), sorted and appended\n");
  expect_contains(text(Worklist::hashed),
                  "entries are added up in a hashed worklist (the option worklist), sorted and appended\n");
  expect_contains(text(Worklist::sorted),
                  "because the sum over k runs around a loop of the result (the option worklist)\n");
}

TYPED_TEST(Worklists, TablesServeNewValues) {
  const char* notation = "C(i,j) = A(i,k) * B(k,j)";
  Operands inputs{{"A", make_tensor(this->exec, Formats::csr(), skewed({40, 30}, 200, 9))},
                  {"B", make_tensor(this->exec, Formats::csr(), skewed({30, 400}, 300, 10))}};
  PlanOptions options;
  options.worklist = Worklist::hashed;
  Plan plan = this->compiled(notation, Formats::csr(), inputs, {40, 400}, options);
  plan.assemble(this->exec);
  for (const double scale : {1.0, -2.0}) {
    inputs["A"] = make_tensor(this->exec, Formats::csr(), skewed({40, 30}, 200, 9, scale));
    plan.bind("A", inputs["A"]);
    plan.compute(this->exec);
    this->exec.fence("Strata::test::worklists");
    this->expect_right(notation, inputs, plan.result(), std::to_string(scale) + ": ");
  }
}

}  // namespace
