// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dense evaluator's own rules: absent entries, types, extents that must not
// be walked, and that check_result sees what is wrong.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <Strata_Error.hpp>
#include <Strata_Plan.hpp>

#include <Strata_ResultStructure.hpp>

#include "Strata_CaseRunner.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

TensorRef tensor(const TensorFormat& format, ScalarType scalar, std::vector<std::int64_t> extents,
                 const std::vector<std::pair<std::vector<std::int64_t>, double>>& entries) {
  CooData data{scalar, std::move(extents), {}, {}};
  for (const auto& [c, v] : entries) data.add(c, v);
  return make_tensor(Kokkos::DefaultHostExecutionSpace(), format, data);
}

/// Value of the only entry of a scalar result.
EvaluatedEntry scalar_result(const char* notation, const Operands& inputs, ScalarType scalar,
                             const CheckOptions& options = {}) {
  TensorDeclarations tensors    = declarations(inputs);
  tensors["a"]                  = {TensorFormat(), scalar, {}, 0};
  const Evaluation evaluation   = evaluate(check(parse_notation(notation), tensors), inputs, options);
  return evaluation.entries.at({});
}

TEST(Evaluator, AbsentTimesAnythingIsZero) {
  const double inf  = std::numeric_limits<double>::infinity();
  const TensorRef d = tensor(Formats::dense(1), ScalarType::f64, {3}, {{{0}, inf}, {{1}, 2}});
  const TensorRef s = tensor(Formats::sparse_vector(), ScalarType::f64, {3}, {{{1}, 4}});
  const TensorRef z = tensor(Formats::dense(1), ScalarType::f64, {3}, {{{1}, 4}});
  EXPECT_EQ(scalar_result("a = s(i) * d(i)", {{"s", s}, {"d", d}}, ScalarType::f64).number, 8.0);
  EXPECT_EQ(scalar_result("a = -s(i) / d(i)", {{"s", s}, {"d", d}}, ScalarType::f64).number, -2.0);
  EXPECT_TRUE(std::isnan(
      scalar_result("a = z(i) * d(i)", {{"z", z}, {"d", d}}, ScalarType::f64).number.real()));
}

TEST(Evaluator, IntegersWrapAndDivideByZeroToZero) {
  const TensorRef b = tensor(Formats::dense(1), ScalarType::i8, {2}, {{{0}, 100}, {{1}, 100}});
  const TensorRef z = tensor(Formats::dense(1), ScalarType::i8, {2}, {});
  EXPECT_EQ(scalar_result("a = b(i)", {{"b", b}}, ScalarType::i8).integer, -56);
  EXPECT_EQ(scalar_result("a = b(i)", {{"b", b}}, ScalarType::i32).integer, 200);
  EXPECT_EQ(scalar_result("a = b(i) / z(i)", {{"b", b}, {"z", z}}, ScalarType::i8).integer, 0);
}

TEST(Evaluator, SinglePrecisionRoundsEveryOperation) {
  const TensorRef b =
      tensor(Formats::dense(1), ScalarType::f32, {2}, {{{0}, 16777216}, {{1}, 1}});
  EXPECT_EQ(scalar_result("a = b(i)", {{"b", b}}, ScalarType::f32).number, 16777216.0);
}

TEST(Evaluator, MinimumRunsOverAbsentEntriesToo) {
  TensorRef s = tensor(Formats::sparse_vector(), ScalarType::f64, {4}, {{{1}, 4}, {{2}, 3}});
  EXPECT_EQ(scalar_result("a = reduce_min(i, s(i))", {{"s", s}}, ScalarType::f64).number, 0.0);
  s.fill = 9;
  EXPECT_EQ(scalar_result("a = reduce_min(i, s(i))", {{"s", s}}, ScalarType::f64).number, 3.0);
}

// What is absent does not depend on how many there are, so none of them are, too; where
// something is stored, no terms reduce to the identity.
TEST(Evaluator, ReductionsOverNothing) {
  const TensorRef d = tensor(Formats::csr(), ScalarType::f64, {3, 0}, {});
  const TensorRef c = tensor(Formats::sparse_vector(), ScalarType::f64, {3}, {{{1}, 4}});
  const TensorRef a = declare_result(Formats::dense(1), ScalarType::f64, {3});
  for (const auto& [notation, stored, rest] :
       {std::tuple{"a(k) = reduce_min(m, d(k,m) + c(k))",
                   std::numeric_limits<double>::infinity(), 0.0},
        std::tuple{"a(k) = cast_f64(reduce_or(m, eq(d(k,m), c(k))))", 0.0, 1.0},
        std::tuple{"a(k) = sum(m, d(k,m) + c(k))", 0.0, 0.0}}) {
    Operands all{{"a", a}, {"c", c}, {"d", d}};
    const Evaluation e = evaluate(check(parse_notation(notation), declarations(all)), all);
    for (std::int64_t k = 0; k < 3; ++k) {
      const auto found = e.entries.find({k});
      EXPECT_EQ(found == e.entries.end() ? 0 : found->second.number.real(), k == 1 ? stored : rest)
          << notation << " at " << k;
    }
    const Kokkos::DefaultHostExecutionSpace exec;
    all["a"]        = make_dense(exec, Formats::dense(1), ScalarType::f64, {3});
    const Plan plan = compile(exec, notation, all);
    plan.execute(exec);
    exec.fence("Strata::test::evaluator");
    const CheckReport report = check_result(notation, all, all["a"]);
    EXPECT_TRUE(report.passed()) << report.to_string();
  }
}

// The sum of infinities is one, that of none of them 0, whatever the order of the levels.
TEST(Evaluator, SumsOfAbsentInfinities) {
  const Kokkos::DefaultHostExecutionSpace exec;
  const char* notation = "a(k) = 6.0 / d(k,m)";
  for (const TensorFormat& format : {Formats::csr(), Formats::csc(), Formats::dcsc()})
    for (const std::int64_t extent : {0, 2}) {
      const TensorRef d = make_tensor(exec, format, CooData{ScalarType::f64, {3, extent}, {}, {}});
      Operands all{{"d", d}, {"a", make_dense(exec, Formats::dense(1), ScalarType::f64, {3})}};
      compile(exec, notation, all).execute(exec);
      exec.fence("Strata::test::evaluator");
      const CheckReport report = check_result(notation, all, all["a"]);
      EXPECT_TRUE(report.passed()) << format.to_string() << ": " << report.to_string();
      EXPECT_EQ(static_cast<const double*>(all["a"].values)[1],
                extent == 0 ? 0 : std::numeric_limits<double>::infinity())
          << format.to_string();
    }
}

// Beneath what is stored a dense level without coordinates is a sum of nothing that is
// stored, and so is one that nothing is taken of; a compressed one has none.
TEST(Evaluator, DenseLevelsWithoutCoordinates) {
  const Kokkos::DefaultHostExecutionSpace exec;
  const TensorFormat dense_below =
      TensorFormat::parse("(i, j, k) -> (j : compressed, i : dense, k : dense)", 3);
  const TensorFormat bits_above =
      TensorFormat::parse("(i, j, k) -> (j : bitmap, i : dense, k : dense)", 3);
  const TensorFormat packed = dense_below.with_index_types({}, IndexType{4, false});
  for (const auto& [notation, extent, format, stored] :
       {std::tuple{"a(i,j) = b(i,j,k)", 0, dense_below, 3},
        std::tuple{"a(i,j) = b(i,j,k({}))", 2, dense_below, 3},
        std::tuple{"a(i,j) = b(i,j,k({}))", 2, packed, 3},
        std::tuple{"a(i,j) = b(i,j,k({}))", 2, bits_above, 3},
        std::tuple{"a(i,j) = b(i,j,k({}))", 2, Formats::csf(3), 0}}) {
    CooData data{ScalarType::f64, {3, 4, extent}, {}, {}};
    if (extent > 0) data.add({1, 2, 0}, 5);
    TensorRef b = make_tensor(exec, format, data);
    const std::int64_t coordinate = 2, positions[] = {0, 1};
    if (extent == 0) {
      b.levels[0].positions       = const_cast<std::int64_t*>(positions);
      b.levels[0].coordinates     = const_cast<std::int64_t*>(&coordinate);
      b.levels[0].num_coordinates = 1;
    }
    Operands all{{"b", b}, {"a", declare_result(Formats::csc(), ScalarType::f64, {3, 4})}};
    const Plan plan = compile(exec, notation, all);
    plan.execute(exec);
    exec.fence("Strata::test::evaluator");
    EXPECT_EQ(plan.result().num_values, stored) << notation << ", " << format.to_string();
    EXPECT_EQ(structure_fault(plan.result(), expected_coordinates(notation, {{"b", b}}, plan.result())),
              "")
        << notation << ", " << format.to_string();
  }
}

TEST(Evaluator, HugeExtentsAreNotWalked) {
  constexpr std::int64_t n = 1'000'000'000;
  const TensorRef B = tensor(Formats::dcsr(), ScalarType::f64, {n, n}, {{{5, n - 1}, 2}, {{n - 1, 7}, 3}});
  const TensorRef c = tensor(Formats::sparse_vector(), ScalarType::f64, {n}, {{{7}, 5}});
  EXPECT_EQ(scalar_result("a = B(i,j) * c(j) + c(i)", {{"B", B}, {"c", c}}, ScalarType::f64).number,
            20.0);
  CheckOptions options;
  options.max_evaluations = 1000;
  EXPECT_THROW(scalar_result("a = sum(i, c(i) + 1.0)", {{"c", c}}, ScalarType::f64, options),
               UnsupportedExpression);
}

TEST(Evaluator, CheckResultNamesTheFirstMismatch) {
  const TensorRef b = tensor(Formats::sparse_vector(), ScalarType::f64, {4}, {{{1}, 4}, {{2}, 3}});
  const TensorRef right =
      tensor(Formats::dense(1), ScalarType::f64, {4}, {{{1}, 8}, {{2}, 6 * (1 + 1e-12)}});
  const TensorRef wrong = tensor(Formats::dense(1), ScalarType::f64, {4}, {{{1}, 8}, {{2}, 7}, {{3}, 1}});
  EXPECT_TRUE(check_result("a(i) = 2 * b(i)", {{"b", b}}, right).passed());
  const CheckReport report = check_result("a(i) = 2 * b(i)", {{"b", b}}, wrong);
  EXPECT_EQ(report.compared, 4);
  EXPECT_EQ(report.mismatches, 2);
  EXPECT_EQ(report.coordinate, std::vector<std::int64_t>{2});
  EXPECT_EQ(report.to_string(), "2 of 4 entries differ, the first at (2): expected 6, got 7");
}

TEST(Evaluator, CancellationIsMeasuredAgainstTheTerms) {
  const TensorRef b =
      tensor(Formats::dense(1), ScalarType::f64, {3}, {{{0}, 1e9}, {{1}, 0.125}, {{2}, -1e9}});
  const TensorRef near = tensor(TensorFormat(), ScalarType::f64, {}, {{{}, 0.126}});
  const TensorRef far  = tensor(TensorFormat(), ScalarType::f64, {}, {{{}, 50.0}});
  EXPECT_TRUE(check_result("a = b(i)", {{"b", b}}, near).passed());
  EXPECT_FALSE(check_result("a = b(i)", {{"b", b}}, far).passed());
}

TEST(Evaluator, AccumulatesOntoTheOldContents) {
  const TensorRef b   = tensor(Formats::sparse_vector(), ScalarType::i64, {3}, {{{1}, 4}});
  const TensorRef old = tensor(Formats::dense(1), ScalarType::i64, {3}, {{{0}, 1}, {{1}, 2}});
  const TensorRef now = tensor(Formats::dense(1), ScalarType::i64, {3}, {{{0}, 1}, {{1}, 6}});
  EXPECT_TRUE(check_result("a(i) += b(i)", {{"b", b}, {"a", old}}, now).passed());
  EXPECT_FALSE(check_result("a(i) += b(i)", {{"b", b}, {"a", old}}, old).passed());
  EXPECT_THROW(check_result("a(i) += b(i)", {{"b", b}}, now), FormatMismatch);
}

TEST(GuardedDense, SeesWritesBetweenElements) {
  GuardedDense dense(ScalarType::f64, {3, 4}, {{1, 0}, 1, 2});
  dense.fill_bytes(0);
  EXPECT_TRUE(dense.guards_intact());
  static_cast<double*>(dense.ref().values)[1] = 1;
  EXPECT_FALSE(dense.guards_intact());
}

}  // namespace
