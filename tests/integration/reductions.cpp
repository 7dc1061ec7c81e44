// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions other than sums, made in parts: by pieces inside of them, in entries
// that loops come to several times, in worklists, and by lanes.
#include <cmath>
#include <limits>
#include <optional>

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

constexpr std::int64_t rows = 37, columns = 53;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Some rows have nothing, one has all columns; numbers that multiply exactly.
CooData matrix(ScalarType type, std::int64_t m, std::int64_t n, int seed) {
  CooData data{type, {m, n}, {}, {}};
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j)
      if (i == 5 || (i % 4 != 1 && (i * 13 + j * 7 + seed) % 9 == 0)) {
        const std::int64_t draw = (i * 31 + j * 17 + seed) % 5;
        data.add({i, j}, type == ScalarType::boolean ? static_cast<double>(draw > 1)
                         : draw == 0                 ? 2.0
                         : draw == 1                 ? 0.5
                                                     : static_cast<double>(draw == 2 ? -1 : 1));
      }
  return data;
}

CooData vector() {
  CooData data{ScalarType::f64, {rows}, {}, {}};
  for (std::int64_t i = 0; i < rows; ++i) data.add({i}, 0.5 * static_cast<double>(i));
  return data;
}

CooData integers(ScalarType type, std::int64_t m, std::int64_t n) {
  CooData data{type, {m, n}, {}, {}};
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = i % 3; j < n; j += 3)
      data.add({i, j}, static_cast<double>(1 + (i * 29 + j * 41) % 97));
  return data;
}

/// Every way of making a reduction in parts.
std::vector<PlanOptions> ways() {
  std::vector<PlanOptions> all(7);
  for (std::size_t n = 0; n < all.size(); ++n) {
    constexpr int pieces[] = {1, 2, 7, 64, 5, 16, 3};
    all[n].pieces = pieces[n];
  }
  all[4].team_size = 4;
  all[4].vector_length = 8;
  all[4].check_races = true;
  all[4].permute = 3;
  all[5].race = RaceStrategy::privatize;
  all[6].strict = true;
  return all;
}

template <class Space>
class OtherReductions : public testing::Test {
 public:
  typename Space::execution_space exec = Space::make();
  std::optional<ScalarType> result_type;  ///< default: that of A

  void check(const std::string& notation, const Operands& inputs, const TensorFormat& format,
             std::vector<std::int64_t> extents, double fill = 0) {
    for (const PlanOptions& options : ways()) check(notation, inputs, format, extents, fill, options);
  }
  Plan check(const std::string& notation, const Operands& inputs, const TensorFormat& format,
             std::vector<std::int64_t> extents, double fill, const PlanOptions& options) {
    SCOPED_TRACE(notation + " to " + format.to_string() + ", pieces " +
                 std::to_string(options.pieces) + ", team " +
                 std::to_string(options.team_size));
    const std::string result = parse_notation(notation).lhs.tensor;
    const ScalarType type = result_type.value_or(inputs.at("A").scalar);
    Operands all = inputs;
    all[result] = format.is_dense() ? make_dense(exec, format, type, extents)
                                    : declare_result(format, type, extents);
    all[result].fill = fill;
    const Plan plan = compile(exec, notation, all, options);
    plan.execute(exec);
    exec.fence("Strata::test::reductions");
    const CheckReport report = check_result(notation, inputs, plan.result());
    EXPECT_TRUE(report.passed()) << report.to_string();
    if (!format.is_dense()) {
      EXPECT_EQ(structure_fault(plan.result(),
                                expected_coordinates(notation, inputs, plan.result())),
                "");
    }
    return plan;
  }
  TensorRef tensor(const char* format, const CooData& data, double fill) {
    return make_tensor(exec, TensorFormat::parse(format, static_cast<int>(data.extents.size())),
                       data, fill);
  }
};
TYPED_TEST_SUITE(OtherReductions, TestSpaces);

struct Neutral {
  const char* reduction;
  ScalarType type;
  double neutral;
};
const Neutral neutrals[] = {{"reduce_min", ScalarType::f64, infinity},
                            {"reduce_max", ScalarType::f64, -infinity},
                            {"reduce_product", ScalarType::f64, 1},
                            {"reduce_product", ScalarType::c128, 1},
                            {"reduce_min", ScalarType::f16, infinity},
                            {"reduce_or", ScalarType::boolean, 0},
                            {"reduce_and", ScalarType::boolean, 1}};

TYPED_TEST(OtherReductions, RowsColumnsAndAll) {
  const TensorFormat dense = Formats::dense(1);
  for (const Neutral& n : neutrals)
    for (const char* format : {"CSR", "CSC", "COO", "DCSR"})
      for (const double fill : {n.neutral, 0.0}) {
        const std::string by = n.reduction;
        SCOPED_TRACE(by + " of " + std::string(name_of(n.type)) + " in " + format);
        const Operands inputs{
            {"A", this->tensor(format, matrix(n.type, rows, columns, 0), fill)}};
        const bool few = fill == 0 && n.neutral != 0;
        for (const int way : {2, 4, 5}) {
          if (way != 2 && (few || n.type == ScalarType::f16)) continue;
          const PlanOptions options = ways()[way];
          this->check("y(i) = " + by + "(j, A(i,j))", inputs, dense, {rows}, 0, options);
          this->check("y(j) = " + by + "(i, A(i,j))", inputs, dense, {columns}, 0, options);
          this->check("s = " + by + "(i, " + by + "(j, A(i,j)))", inputs, Formats::dense(0), {},
                      0, options);
        }
      }
}

/// The product of matrices with min instead of + and + instead of *, and others.
/// A row of the result is made in a workspace, which the row before has filled.
TYPED_TEST(OtherReductions, RowsOfAWorkspaceBeginWithNothing) {
  for (const Neutral& n : neutrals) {
    CooData data{n.type, {6, 3, 4}, {}, {}};
    for (std::int64_t k = 0; k < 6; k += 2)
      for (std::int64_t i = k % 3; i < 4; ++i) data.add({k, (k + i) % 3, i}, 1 + (k == 4));
    for (const char* format : {"Dense", "CSF"}) {
      const Operands inputs{{"A", this->tensor(format, data, 0)}};
      this->check(std::string("y(k,i) = ") + n.reduction + "(j, A(k,j,i))", inputs,
                  Formats::dense(2), {6, 4}, n.neutral == 0 ? 0 : 1);
    }
  }
}

TYPED_TEST(OtherReductions, ProductsOfSparseMatrices) {
  const struct {
    const char* notation;
    ScalarType type;
    double fill;
  } products[] = {
      {"C(i,j) = reduce_min(k, A(i,k) + B(k,j))", ScalarType::f64, infinity},
      {"C(i,j) = reduce_max(k, min(A(i,k), B(k,j)))", ScalarType::f64, -infinity},
      {"C(i,j) = reduce_or(k, min(A(i,k), B(k,j)))", ScalarType::boolean, 0}};
  for (const auto& p : products)
    for (const char* format : {"CSR", "DCSR"})
      for (const Worklist kind : {Worklist::automatic, Worklist::hashed}) {
        const Operands inputs{
            {"A", this->tensor(format, matrix(p.type, rows, columns, 1), p.fill)},
            {"B", this->tensor(format, matrix(p.type, columns, rows, 2), p.fill)}};
        for (const int way : {0, 2, 4}) {
          PlanOptions options = ways()[way];
          options.worklist    = kind;
          this->check(p.notation, inputs, TensorFormat::parse(format, 2), {rows, rows}, p.fill,
                      options);
          this->check(p.notation, inputs, Formats::dense(2), {rows, rows}, 0, options);
        }
      }
}

TYPED_TEST(OtherReductions, SparseResults) {
  const Operands inputs{
      {"A", this->tensor("DCSR", matrix(ScalarType::f64, rows, columns, 3), infinity)}};
  this->check("y(i) = reduce_min(j, A(i,j))", inputs, Formats::sparse_vector(), {rows}, infinity);
  const Operands zeros{
      {"A", this->tensor("CSR", matrix(ScalarType::f64, rows, columns, 3), 0)}};
  this->check("y(i) = reduce_min(j, A(i,j))", zeros, Formats::sparse_vector(), {rows});
  this->check("y(j) = reduce_max(i, A(i,j))", zeros, Formats::sparse_vector(), {columns});
}

/// Columns that nothing is stored in, and that pieces begin inside of.
TYPED_TEST(OtherReductions, PiecesBeginInEntriesOfNothing) {
  CooData few{ScalarType::f64, {columns, 40}, {}, {}}, one{ScalarType::f64, {}, {}, {}};
  for (std::int64_t l = 0; l < 40; l += 5)
    for (std::int64_t j = l % 3; j < columns; j += 3) few.add({j, l}, -2.0 - static_cast<double>(l));
  one.add({}, -0.75);
  const Operands inputs{
      {"A", this->tensor("CSC", matrix(ScalarType::f64, rows, columns, 1), 0)},
      {"E", this->tensor("(i, j) -> (j : compressed, i : dense)", few, 0)},
      {"c", make_tensor(this->exec, Formats::dense(0), one)}};
  for (const char* semiring : {"max-second", "min-first", "any-second", "plus-times"})
    for (const char* notation : {"R(l(40,80)) = A(i,j) * c + A(i,k) * E(k,l)", "R(l) = A(i,k) * E(k,l)"})
      this->check(std::string("semiring ") + semiring + "; " + notation, inputs, Formats::dense(1),
                  {notation[3] == '(' ? 80 : 40});
}

/// Integers are reduced atomically, signed and unsigned ones.
TYPED_TEST(OtherReductions, AtomicsOfIntegers) {
  PlanOptions options;
  options.race   = RaceStrategy::atomics;
  options.pieces = 9;
  for (const ScalarType type : {ScalarType::i32, ScalarType::u32, ScalarType::i64, ScalarType::u64}) {
    const Operands inputs{{"A", this->tensor("CSR", integers(type, rows, columns), 0)}};
    this->check("y(j) = reduce_max(i, A(i,j))", inputs, Formats::dense(1), {columns}, 0, options);
    this->check("s = reduce_min(i, reduce_min(j, A(i,j)))", inputs, Formats::dense(0), {}, 0,
                options);
  }
  if (this->exec.concurrency() == 1) return;
  const Operands inputs{{"A", this->tensor("CSC", matrix(ScalarType::f64, rows, columns, 0), infinity)}};
  Operands all = inputs;
  all["y"]     = make_dense(this->exec, Formats::dense(1), ScalarType::f64, {rows});
  try {
    compile(this->exec, "y(i) = reduce_min(j, A(i,j))", all, options);
    FAIL() << "expected a refusal";
  } catch (const UnsupportedExpression& e) {
    EXPECT_NE(std::string(e.what()).find("for reductions with min of f64"), std::string::npos)
        << e.what();
  }
}

/// Nothing to reduce, and one of the terms beside a reduction.
TYPED_TEST(OtherReductions, EdgesAndOtherTerms) {
  const Operands none{{"A", this->tensor("CSC", CooData{ScalarType::f64, {4, 0}, {}, {}}, infinity)}};
  this->check("y(i) = reduce_min(j, A(i,j))", none, Formats::dense(1), {4});
  const Operands inputs{
      {"A", this->tensor("CSR", matrix(ScalarType::f64, rows, columns, 4), infinity)},
      {"b", this->tensor("Dense", vector(), 0)}};
  this->check("y(i) = b(i) + reduce_min(j, A(i,j))", inputs, Formats::dense(1), {rows});
  this->check("y(i) = sum(j, A(i,j)) - reduce_max(j, A(i,j))",
              {{"A", this->tensor("CSR", matrix(ScalarType::f64, rows, columns, 4), 0)}},
              Formats::dense(1), {rows});
}

/// Sums of 8 bits, most of which wrap, with factors and in fractions, where operands are
/// read by columns. A wider result is what they are added up in; a quotient of integers is
/// not the sum of the quotients of the terms.
TYPED_TEST(OtherReductions, SumsOfIntegersWithFactors) {
  const Operands inputs{{"A", this->tensor("CSR", integers(ScalarType::i8, rows, columns), 0)},
                        {"B", this->tensor("CSR", integers(ScalarType::i8, rows, columns), 0)}};
  CooData numbers{ScalarType::i8, {columns}, {}, {}};
  for (std::int64_t j = 0; j < columns; ++j) numbers.add({j}, static_cast<double>(j - 20));
  Operands with_vector = inputs;
  with_vector["b"]     = this->tensor("Dense", numbers, 0);
  for (const ScalarType result : {ScalarType::i8, ScalarType::i16, ScalarType::i64, ScalarType::f64}) {
    this->result_type = result;
    for (const char* text :
         {"y(j) = 3 * sum(i, A(i,j) * B(i,j)) - b(j)", "y(j) = -(sum(i, A(i,j) * B(i,j)) * 5 * b(j))",
          "y(j) = sum(i, A(i,j) + B(i,j)) / 2", "y(j) = 3 * sum(i, A(i,j)) / 4 - b(j)",
          "y(j) = b(j) * sum(i, A(i,j) * sum(k, B(k,j)) / 7)"})
      this->check(text, with_vector, Formats::dense(1), {columns});
    this->check("C(j,k) = 3 * sum(i, A(i,j) * B(i,k)) / 2", inputs, Formats::csr(),
                {columns, columns});
    this->check("s = 3 * sum(i, sum(j, A(i,j) * B(i,j))) / 5", inputs, Formats::dense(0), {});
  }
}

/// A sum without terms is absent, and so is what it is a factor of: infinity times
/// nothing is nothing, and −1 times nothing is not −0.
TYPED_TEST(OtherReductions, AbsentSumsAnnihilate) {
  CooData a{ScalarType::f64, {4, 4}, {}, {}}, b{ScalarType::f64, {4}, {}, {}};
  a.add({1, 0}, 5);
  a.add({1, 1}, -2);
  a.add({3, 0}, 2);
  for (std::int64_t i = 0; i < 4; ++i) b.add({i}, i == 0 ? infinity : i == 1 ? 3 : -0.25);
  for (const char* format : {"CSR", "DCSR", "COO"})
    for (const char* result : {"Dense", "SparseVector"}) {
      const Operands inputs{{"A", this->tensor(format, a, 0)}, {"b", this->tensor("Dense", b, 0)}};
      for (const char* notation :
           {"y(i) = b(i) * sum(j, A(i,j))", "y(i) = sum(j, A(i,j)) / (b(i) + 0.25)",
            "y(i) = b(i) * A(i,i) * b(i)", "y(i) = atan2(b(i) * A(i,i), b(i))",
            "y(i) = atan2(b(i) * sum(j, A(i,j)), b(i)) + b(i)"})
        this->check(notation, inputs, TensorFormat::parse(result, 1), {4});
    }
}

// What a loop does not change is not computed in each of its iterations.
TYPED_TEST(OtherReductions, OfOuterVariablesAreMadeOnceForALoop) {
  constexpr std::int64_t n = 41;
  const CooData data       = matrix(ScalarType::f64, n, n, 1);
  PlanOptions counting;
  counting.count_iterations = true;
  for (const char* format : {"CSR", "COO", "DCSR"})
    for (const char* notation :
         {"y(j) = sum(i, A(i,j) * sum(k, E(j,k)))", "y(j) = sum(i, A(i,j) * E(j,j))",
          "y(j) = reduce_max(i, A(i,j) - reduce_min(k, E(j,k)))",
          "y(j) = sum(i, A(i,j) * sum(k, E(j,k) * sum(l, E(j,l))))"}) {
      const Operands inputs{{"A", this->tensor("Dense", matrix(ScalarType::f64, n, n, 0), 0)},
                            {"E", this->tensor(format, data, 0)}};
      this->check(notation, inputs, Formats::dense(1), {n});
      const Plan plan = this->check(notation, inputs, Formats::dense(1), {n}, 0, counting);
      EXPECT_LE(plan.iterations(), n * n + 3 * static_cast<std::int64_t>(data.values.size()) + 10 * n);
    }
}

/// What a sum that is added up ahead of the loops has nothing for decides what a
/// sparse result stores.
TYPED_TEST(OtherReductions, OfNothingAheadOfTheLoops) {
  CooData none{ScalarType::f64, {4, 4}, {}, {}}, some = none, e = none;
  some.add({1, 2}, 3);
  for (const auto& c : std::vector<std::vector<std::int64_t>>{{0, 1}, {2, 0}, {2, 3}}) e.add(c, 2);
  for (const CooData* c : {&none, &some})
    for (const char* format : {"CSR", "DCSR", "CSC"}) {
      const Operands inputs{{"A", this->tensor("CSR", *c, 0)}, {"E", this->tensor("CSR", e, 0)}};
      for (const char* notation :
           {"y(i,j) = sum(k, sum(l, A(k,l))) + E(i,j)", "y(i,j) = E(i,j) * sum(k, sum(l, A(k,l)))",
            "y(i,j) = E(i,j) * sum(k, A(k,k)) - sum(k, sum(l, A(k,l)))",
            "y(i,j) = E(i,j) + reduce_or(k, reduce_or(l, gt(A(k,l), 1)))",
            "y(i,j) = E(i,j) * sum(k, sum(l, A(k,l) * A(l,k) * A(k,i)))"})
        for (const int way : {2, 5})
          this->check(notation, inputs, TensorFormat::parse(format, 2), {4, 4}, 0, ways()[way]);
    }
}

}  // namespace
