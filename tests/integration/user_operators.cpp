// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// User operators, their regions, reductions and semirings: against the dense evaluator,
// in formats, spaces and both back ends.
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <Strata_Check.hpp>
#include <Strata_Plan.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

constexpr std::int64_t s_rows = 9, s_columns = 13;

/// About every third entry, in another place for another seed.
CooData entries(ScalarType scalar, std::vector<std::int64_t> extents, int seed) {
  CooData data{scalar, extents, {}, {}};
  const std::int64_t columns = extents.size() > 1 ? extents[1] : 1;
  for (std::int64_t i = 0; i < extents[0]; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      const auto n = (i * 7 + j * 5 + seed * 3) % 11;
      if (n > 3 || (i == 4 && seed != 2)) continue;
      std::vector<std::int64_t> c{i};
      if (extents.size() > 1) c.push_back(j);
      data.add(c, static_cast<double>(n + seed));
    }
  return data;
}

template <class Space>
class UserOperators : public testing::Test {
 protected:
  using exec_type = typename Space::execution_space;

  /// Runs on operands of `scalar`: matrices B, C, vectors x, z (sparse or dense), dense d.
  void expect_agreement(const std::string& notation, ScalarType scalar, const std::string& format,
                        bool sparse_result, const PlanOptions& options = {}) {
    SCOPED_TRACE(notation + " of " + std::string(name_of(scalar)) + " in " + format);
    const Operands inputs = operands(scalar, format);
    const Assignment a    = parse_notation(notation);
    const int order       = static_cast<int>(a.lhs.indices.size());
    std::vector<std::int64_t> extents;
    if (order > 0) extents = {s_rows};
    if (order > 1) extents.push_back(s_columns);
    Operands all = inputs;
    GuardedDense dense(scalar, extents, {});
    const TensorFormat wanted = order == 1 ? Formats::sparse_vector() : Formats::dcsr();
    all[a.lhs.tensor] = sparse_result && order > 0 ? declare_result(wanted, scalar, extents)
                                                   : dense.ref();
    dense.fill_bytes(0x5A);
    const Plan plan = compile(m_exec, notation, all, options);
    plan.execute(m_exec);
    m_exec.fence("Strata::test::user_operators");
    const TensorRef result   = plan.result();
    const CheckReport report = check_result(notation, inputs, result);
    EXPECT_TRUE(report.passed()) << report.to_string();
    if (!result.format.is_dense()) {
      EXPECT_EQ(structure_fault(result, expected_coordinates(notation, inputs, result)), "");
    }
  }

  Operands operands(ScalarType scalar, const std::string& format) {
    Operands out;
    const TensorFormat matrix = TensorFormat::parse(format, 2);
    for (int n = 0; n < 2; ++n) {
      out[n ? "C" : "B"] = make_tensor(m_exec, matrix, entries(scalar, {s_rows, s_columns}, n));
      out[n ? "z" : "x"] =
          make_tensor(m_exec, Formats::sparse_vector(), entries(scalar, {n ? s_rows : s_columns}, n));
    }
    CooData full{scalar, {s_columns}, {}, {}};
    for (std::int64_t j = 0; j < s_columns; ++j) full.add({j}, static_cast<double>(j % 4));
    out["d"] = make_tensor(m_exec, Formats::dense(1), full);
    return out;
  }

  exec_type m_exec = Space::make();
};
TYPED_TEST_SUITE(UserOperators, TestSpaces);

constexpr const char* s_regions[] = {"intersection", "union",     "left",
                                     "right",        "left_only", "right_only",
                                     "xor",          "or(x, not(y)) fill 3", "not(or(x, y)) fill 1"};

TYPED_TEST(UserOperators, RegionsOfTwoMatrices) {
  for (const char* format : {"CSR", "COO", "CSC", "Dense"})
    for (const char* region : s_regions)
      for (const bool sparse : {false, true})
        this->expect_agreement(std::string("define f(x, y) = 2 * x - y + 1 on ") + region +
                                   "; A(i,j) = f(B(i,j), C(i,j))",
                               ScalarType::f64, format, sparse);
}

TYPED_TEST(UserOperators, RegionsOfSumsAndBroadcasts) {
  for (const char* region : s_regions)
    for (const char* body :
         {"f(B(i,j), x(j))", "f(z(i), sum(j, B(i,j) * x(j)))", "sum(j, f(B(i,j), d(j)))",
          "sum(j, f(sum(k, B(i,k) * x(k)), C(i,j)))", "cast_f64(stored(sum(j, C(i,j) * x(j))))"}) {
      const bool matrix = std::string(body).starts_with("f(B");
      for (const bool sparse : {false, true})
        this->expect_agreement(std::string("define f(x, y) = x + 2 * y + 1 on ") + region +
                                   (matrix ? "; A(i,j) = " : "; y(i) = ") + body,
                               ScalarType::f64, "DCSR", sparse);
    }
}

TYPED_TEST(UserOperators, ReductionsOfUsers) {
  for (const char* format : {"CSR", "CSC", "COO"})
    for (const bool sparse : {false, true}) {
      this->expect_agreement("define either(x, y) = x + y - x * y identity 0 annihilator 1; "
                             "y(i) = reduce_either(j, B(i,j))",
                             ScalarType::f64, format, sparse);
      this->expect_agreement("define larger(x, y) = select(gt(y, x), y, x) identity 0; "
                             "y(i) = reduce_larger(j, B(i,j) * x(j))",
                             ScalarType::u16, format, sparse);
      this->expect_agreement("y(i) = reduce_any(j, B(i,j) * d(j))", ScalarType::i32, format, sparse);
    }
}

TYPED_TEST(UserOperators, Semirings) {
  for (const char* semiring : {"min-plus", "max-plus", "max-times", "or-and", "plus-pair",
                               "min-first", "max-second", "any-pair", "max-min", "plus-times"})
    for (const ScalarType scalar : {ScalarType::f64, ScalarType::u8})
      for (const char* body : {"y(i) = B(i,j) * x(j)", "y(i) = z(i) * B(i,j) * d(j)",
                               "y(i) = z(i) + B(i,j) * C(i,j)", "A(i,j) = B(i,j) + C(i,j)",
                               "s = B(i,j) * x(j)"})
        for (const bool sparse : {false, true})
          this->expect_agreement(std::string("semiring ") + semiring + "; " + body, scalar, "CSR",
                                 sparse);
}

/// Sums that are added up ahead of the loops: of a scalar, and in temporaries.
TYPED_TEST(UserOperators, PresenceOfSumsAheadOfTheLoops) {
  for (const char* body :
       {"y(i) = z(i) * sum(j, x(j))", "y(i) = z(i) + sum(j, B(i,j) * sum(k, C(i,k) * x(k)))",
        "y(i) = sum(j, C(i,j)) * sum(k, sum(j, B(k,j) * x(j)))", "s = x(j) * sum(i, B(i,j))",
        "A(i,j) = B(i,j) * sum(k, x(k)) + sum(k, C(k,j) * z(k))"})
    for (const char* format : {"CSR", "CSC"})
      for (const bool sparse : {false, true}) {
        const std::string text = body;
        const bool is_scalar   = text.starts_with("s = ");
        const std::string sums = is_scalar ? "s = sum(j, x(j) * sum(i, B(i,j)))" : text;
        for (const char* semiring : {"min-plus", "plus-pair", "max-second", "any-pair"})
          this->expect_agreement(std::string("semiring ") + semiring + "; " + sums,
                                 ScalarType::f64, format, sparse && !is_scalar);
      }
  for (const char* body :
       {"select(stored(sum(j, x(j))), z(i), 0)", "any(z(i), sum(j, sum(i, B(i,j) * x(j))))",
        "z(i) * cast_f64(stored(sum(j, x(j) * sum(i, B(i,j)))))"})
    for (const bool sparse : {false, true})
      this->expect_agreement(std::string("y(i) = ") + body, ScalarType::f64, "CSR", sparse);
}

/// The 1 of a pair is there, also beside a term that is absent.
TYPED_TEST(UserOperators, PairsBesideNothingAreStored) {
  for (const char* body :
       {"y(i) = (B(i,j) * d(j) + C(i,j)) * x(j)", "y(i) = (z(i) * d(i(0,9)) + B(i,i(0,9))) * z(i)",
        "A(i,j) = (B(i,j) * d(j) + C(i,j)) * x(j) + z(i)"})
    for (const char* format : {"CSR", "DCSR", "CSC"})
      for (const bool sparse : {false, true})
        this->expect_agreement(std::string("semiring plus-pair; ") + body, ScalarType::f64, format,
                               sparse);
}

/// any() takes its second argument where the loops meet nothing in the first.
TYPED_TEST(UserOperators, AnyOfWhatMayHaveNothing) {
  for (const char* body :
       {"y(i) = any(B(i,i(1,10)), z(i))", "y(i) = any(B(i,i(1,10)), sum(j, C(i,j)))",
        "y(i) = any(B(i,i(1,10)) * 2, reduce_any(j, C(i,j)))",
        "s = sum(i, any(B(i,i(1,10)), z(i)))", "A(i,j) = any(B(i,j) * B(i,i(0,9)), C(i,j))"})
    for (const char* format : {"CSR", "DCSR", "CSC"})
      for (const bool sparse : {false, true})
        this->expect_agreement(body, ScalarType::f64, format, sparse && body[0] != 's');
}

/// Extents of sums over variables that nothing inside of them has.
TYPED_TEST(UserOperators, SumsOfWhatDoesNotDependOnTheirVariable) {
  for (const char* body :
       {"sum(j, z(i)) + sum(j, B(i,j))", "sum(j, z(i) * 2) * sum(j, C(i,j))",
        "reduce_max(j, z(i)) + sum(j, sum(k, B(i,j) * C(i,k)))",
        "sum(j, cast_f64(j)) * z(i) + sum(j, B(i,j(2,6)) * x(j(4,8)))"})
    for (const char* format : {"CSR", "CSC"})
      for (const bool sparse : {false, true})
        this->expect_agreement(std::string("y(i) = ") + body, ScalarType::f64, format, sparse);
  this->expect_agreement("A(i,j) = B(i,j) * sum(j, z(i)) + sum(i, x(j))", ScalarType::f64, "CSR",
                         true);
  this->expect_agreement("s = B(i,j) * x(j) + x(j) * z(i) + z(i) * cast_f64(j)", ScalarType::f64,
                         "DCSR", false);
}

TYPED_TEST(UserOperators, SemiringsOfUsers) {
  for (const bool sparse : {false, true})
    this->expect_agreement(
        "define add(x, y) = max(x, y) identity 0 commutative associative; "
        "define close(x, y) = abs(x - y); semiring add-close; y(i) = B(i,j) * x(j)",
        ScalarType::i64, "DCSR", sparse);
}

/// Only what both operands store meets: a kernel over few entries has few iterations.
TYPED_TEST(UserOperators, SemiringsVisitWhatIsStored) {
  const auto exec = TypeParam::make();
  const std::int64_t n = 100'000;
  CooData few{ScalarType::f64, {n, n}, {}, {}}, other{ScalarType::f64, {n}, {}, {}};
  for (std::int64_t k = 0; k < 50; ++k) few.add({k * 1999, (k * 7919) % n}, 1);
  for (std::int64_t k = 0; k < 50; ++k) other.add({(k * 7919) % n}, 2);
  Operands operands{{"A", make_tensor(exec, Formats::dcsr(), few)},
                    {"x", make_tensor(exec, Formats::sparse_vector(), other)}};
  operands["y"] = declare_result(Formats::sparse_vector(), ScalarType::f64, {n});
  PlanOptions options;
  options.count_iterations = true;
  for (const char* semiring : {"min-plus", "max-times", "plus-pair", "any-pair", "min-first"}) {
    SCOPED_TRACE(semiring);
    const Plan plan =
        compile(exec, std::string("semiring ") + semiring + "; y(i) = A(i,j) * x(j)", operands, options);
    plan.execute(exec);
    exec.fence("Strata::test::user_operators");
    EXPECT_EQ(plan.result().num_values, 50);
    EXPECT_LT(plan.iterations(), 10'000);
  }
}

/// What is computed ahead of the loops may be absent like what is written in its place.
TYPED_TEST(UserOperators, ReductionsInsideReductionsThatAreComputedBefore) {
  for (const char* semiring : {"any-pair", "min-first", "plus-times"})
    for (const char* format : {"CSR", "DCSR"})
      for (const bool sparse : {false, true})
        this->expect_agreement(std::string("semiring ") + semiring +
                                   "; Y(i,j) = sum(k, B(i,k) * (C(i,j) + sum(l, C(i,l))))",
                               ScalarType::f64, format, sparse);
}

/// A row of which the first term settles the total is left there.
TYPED_TEST(UserOperators, SettledReductionsEnd) {
  const auto exec = TypeParam::make();
  const std::int64_t rows = 10, columns = 5000;
  const auto full = [&](ScalarType scalar, double value) {
    CooData data{scalar, {rows, columns}, {}, {}};
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j) data.add({i, j}, value);
    return make_tensor(exec, Formats::csr(), data);
  };
  PlanOptions options;
  options.count_iterations = true;
  for (const auto& [notation, scalar, value] :
       std::vector<std::tuple<std::string, ScalarType, double>>{
           {"y(i) = reduce_or(j, A(i,j))", ScalarType::boolean, 1},
           {"y(i) = reduce_any(j, A(i,j))", ScalarType::f64, 3},
           {"y(i) = reduce_product(j, A(i,j))", ScalarType::i32, 0},
           {"y(i) = reduce_min(j, A(i,j))", ScalarType::u32, 0},
           {"define both(x, y) = min(x, y) identity 9 annihilator 2; y(i) = reduce_both(j, A(i,j))",
            ScalarType::f64, 2},
           {"semiring any-pair; y(i) = A(i,j) * A(i,j)", ScalarType::f32, 5}}) {
    SCOPED_TRACE(notation);
    GuardedDense y(scalar, {rows}, {});
    Operands inputs{{"A", full(scalar, value)}}, all = inputs;
    all["y"]        = y.ref();
    const Plan plan = compile(exec, notation, all, options);
    plan.execute(exec);
    exec.fence("Strata::test::user_operators");
    // Each piece of a row ends by itself.
    const auto pieces = static_cast<std::int64_t>(plan.piece_iterations().size());
    EXPECT_LE(plan.iterations(), 5 * (rows + pieces));
    EXPECT_NE(plan.explain().find("ends when"), std::string::npos) << plan.explain();
    EXPECT_TRUE(check_result(notation, inputs, plan.result()).passed());
  }
}

TYPED_TEST(UserOperators, NothingStoredReadsTheZeroOfTheSemiring) {
  const auto exec = TypeParam::make();
  CooData one{ScalarType::f64, {4, 4}, {}, {}};
  one.add({2, 1}, 5);
  GuardedDense y(ScalarType::f64, {4}, {}), x(ScalarType::f64, {4}, {});
  x.fill(CooData{ScalarType::f64, {4}, {}, {}}, 1);
  Operands operands{{"A", make_tensor(exec, Formats::csr(), one)}, {"x", x.ref()}, {"y", y.ref()}};
  const Plan plan = compile(exec, "semiring min-plus; y(i) = A(i,j) * x(j)", operands);
  plan.execute(exec);
  exec.fence("Strata::test::user_operators");
  const auto* values  = static_cast<const double*>(y.ref().values);
  constexpr auto none = std::numeric_limits<double>::infinity();
  EXPECT_EQ(values[0], none);
  EXPECT_EQ(values[2], 6);
  EXPECT_EQ(values[3], none);
  EXPECT_EQ(plan.result().fill, none);
}

/// Random case 62007/105: literals that cancel, apart from the sum that they stand beside.
TYPED_TEST(UserOperators, LiteralsThatCancelStoreNothing) {
  const auto exec = TypeParam::make();
  const auto stored = [&](const char* format, std::vector<std::int64_t> extents,
                          const std::vector<std::pair<std::vector<std::int64_t>, double>>& list) {
    CooData data{ScalarType::u32, std::move(extents), {}, {}};
    for (const auto& [at, value] : list) data.add(at, value);
    return make_tensor(exec, TensorFormat::parse(format), data);
  };
  const Operands inputs{
      {"B", stored("(d0, d1) -> (d1 : dense, d0 : compressed)", {4, 3},
                   {{{0, 0}, 71},
                    {{0, 1}, 1},
                    {{0, 2}, 45},
                    {{1, 1}, 51},
                    {{1, 1}, 59},
                    {{1, 2}, 88},
                    {{2, 0}, 34},
                    {{2, 1}, 32},
                    {{2, 2}, 7},
                    {{3, 0}, 17}})},
      {"C", stored("(d0, d1) -> (d1 : compressed, d0 : compressed)", {4, 2},
                   {{{0, 0}, 91}, {{1, 1}, 96}, {{2, 1}, 25}, {{3, 0}, 67}})},
      {"D", stored("(d0) -> (d0 : compressed)", {3}, {{{0}, 60}, {{1}, 26}, {{1}, 6}, {{2}, 6}})},
      {"E",
       stored(
           "(d0, d1) -> (d0 : compressed, d1 : dense)", {2, 4},
           {{{0, 0}, 66}, {{0, 1}, 56}, {{0, 3}, 81}, {{1, 1}, 68}, {{1, 2}, 72}, {{1, 2}, 39}})},
      {"F",
       stored("(d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : dense)", {3, 3, 4},
              {{{0, 0, 1}, 38}, {{0, 0, 3}, 67}, {{0, 1, 1}, 16}, {{0, 1, 2}, 87}, {{0, 2, 0}, 30},
               {{0, 2, 1}, 93}, {{0, 2, 3}, 65}, {{1, 0, 0}, 3},  {{1, 0, 1}, 61}, {{1, 0, 2}, 60},
               {{1, 0, 3}, 38}, {{1, 1, 0}, 95}, {{1, 1, 1}, 91}, {{1, 1, 2}, 68}, {{1, 1, 3}, 33},
               {{1, 2, 0}, 73}, {{1, 2, 1}, 6},  {{1, 2, 2}, 92}, {{1, 2, 3}, 18}, {{2, 0, 0}, 87},
               {{2, 0, 1}, 0},  {{2, 0, 2}, 1},  {{2, 0, 3}, 27}, {{2, 1, 0}, 53}, {{2, 1, 3}, 10},
               {{2, 2, 0}, 1},  {{2, 2, 1}, 23}, {{2, 2, 3}, 67}})},
  };
  const char* notation =
      "define f(x, y) = select(gt(x, y), x, 2) on xor; A(k,l,j) = B(l,k) * (f(F(i,k,l), D(k) * "
      "E(j,l)) - C(l,j)) * 1 + 3 * 2 - 3 * 2";
  Operands all = inputs;
  all["A"] = declare_result(
      TensorFormat::parse("(d0, d1, d2) -> (d2 : compressed, d1 : compressed, d0 : dense)"),
      ScalarType::u32, {3, 4, 2});
  for (const bool strict : {false, true})
    for (const int pieces : {0, 1, 2, 3, 7}) {
      PlanOptions options;
      options.pieces  = pieces;
      options.strict  = strict;
      const Plan plan = compile(exec, notation, all, options);
      plan.execute(exec);
      exec.fence("Strata::test::user_operators");
      const TensorRef result = plan.result();
      EXPECT_EQ(structure_fault(result, expected_coordinates(notation, inputs, result)), "")
          << pieces << (strict ? " pieces, strict" : " pieces");
    }
}

}  // namespace
