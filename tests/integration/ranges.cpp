// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pieces that have ranges of the coordinates of a result which entries are scattered to: no
// piece writes what another one does, and every sum has the order of one piece.
#include <cstring>

#include <gtest/gtest.h>

#include <Strata_CxxBatch.hpp>
#include <Strata_Einsum.hpp>
#include <Strata_StatementPlans.hpp>
#include <Strata_TestBackends.hpp>
#include <Strata_TestMessage.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

constexpr std::int64_t rows = 61, columns = 47, depth = 19, width = 5;

struct Case {
  const char* notation;
  const char* format = "CSC";  ///< of A and B, or of T
  ScalarType scalar  = ScalarType::f64;
};

/// Scattered vectors and factor matrices, levels of every kind, several operands in one loop,
/// terms with loops of their own, windows, reductions that no processor does atomically.
const Case s_cases[] = {
    {"y(i) = A(i,j) * x(j)"},
    {"y(i) = A(i,j) * x(j)", "DCSC"},
    {"y(i) = A(i,j) * x(j)", "COO(1,0)"},
    {"y(i) = A(i,j) * x(j)", "CSC", ScalarType::c128},
    {"y(i) = A(i,j) * x(j)", "CSC", ScalarType::boolean},
    {"y(i) = A(i,j) * x(j)", "CSC", ScalarType::f16},
    {"y(i) += A(i,j) * x(j)"},
    {"y(i) = A(i,j) * B(i,j)"},
    {"y(i) = max(A(i,j), B(i,j)) * x(j)"},
    {"y(i) = A(i,j) * x(j) + B(i,j)"},
    {"y(i) = A(i,j(3,40)) * x(j(3,40))"},
    {"y(i(2,50)) = A(i(5,53),j) * x(j)"},
    {"y(i) = reduce_max(j, A(i,j) * x(j))"},
    {"Y(i,k) = A(i,j) * C(j,k)"},
    {"Y(j,r) = T(i,j,l) * F(i,r) * G(l,r)", "CSF"},
    {"Y(l,r) = T(i,j,l) * F(i,r) * H(j,r)", "CSF"},
    {"Y(j,r) = T(i,j,l) * F(i,r) * G(l,r)", "COO"}};

/// Numbers whose sums depend on the order of the additions.
CooData uneven(CooData data) {
  if (data.scalar != ScalarType::f64) return data;
  for (std::size_t at = 0; at < data.values.size(); at += sizeof(double)) {
    double value;
    std::memcpy(&value, &data.values[at], sizeof value);
    value = value / 3 + 1e-5 * static_cast<double>(at);
    std::memcpy(&data.values[at], &value, sizeof value);
  }
  return data;
}

template <class TypeParam>
class Ranges : public testing::Test {
 public:
  TensorRef stored(const char* format, std::vector<std::int64_t> extents, double share,
                   std::uint64_t seed, ScalarType scalar) const {
    const int order = static_cast<int>(extents.size());
    return make_tensor(exec, TensorFormat::parse(format, order),
                       uneven(some(std::move(extents), share, seed, scalar)));
  }
  /// Half of what there may be: few ranges have a table, many are searched for.
  Operands inputs(const Case& c, double share = 0.5) const {
    const bool is_matrix = std::string_view(c.notation).find("T(") == std::string_view::npos;
    const auto dense     = [&](std::vector<std::int64_t> extents, std::uint64_t seed) {
      return stored("Dense", std::move(extents), 0.9, seed, c.scalar);
    };
    Operands all{{"x", dense({columns}, 3)},        {"C", dense({columns, width}, 4)},
                 {"F", dense({rows, width}, 5)},    {"G", dense({depth, width}, 6)},
                 {"H", dense({columns, width}, 7)}};
    if (is_matrix) {
      all["A"] = stored(c.format, {rows, columns}, share, 1, c.scalar);
      all["B"] = stored(c.format, {rows, columns}, share, 2, c.scalar);
    } else {
      all["T"] = stored(c.format, {rows, columns, depth}, share, 8, c.scalar);
    }
    Operands used;
    for (const auto& [name, tensor] : all)
      if (std::string_view(c.notation).find(name + "(", 2) != std::string_view::npos)
        used[name] = tensor;
    return used;
  }
  TensorRef result_of(const Case& c) const {
    const std::string_view text = c.notation;
    if (text[0] == 'y') return make_dense(exec, Formats::dense(1), c.scalar, {rows});
    const std::int64_t first = text[2] == 'i' ? rows : text[2] == 'j' ? columns : depth;
    return make_dense(exec, Formats::dense(2), c.scalar, {first, width});
  }
  static PlanOptions options(int pieces) { return options(s_cases[0], pieces); }
  static PlanOptions options(const Case&, int pieces) {
    PlanOptions options;
    options.backend = TypeParam::back_end;
    options.race    = RaceStrategy::ranges;
    options.pieces  = pieces;
    return options;
  }
  Plan compiled(const Case& c, const Operands& inputs, const PlanOptions& options) const {
    Operands all         = inputs;
    all[{c.notation[0]}] = result_of(c);
    return compile(exec, c.notation, all, options);
  }
  void run(const Plan& plan) const {
    plan.execute(exec);
    exec.fence("Strata::test::ranges");
  }
  void expect_right(const Case& c, Operands inputs, const PlanOptions& options) const {
    const Plan plan = compiled(c, inputs, options);
    if ((options.pieces > 0 ? options.pieces : exec.concurrency()) > 1)
      EXPECT_NE(plan.explain().find("each piece has a range of coordinates"), std::string::npos)
          << plan.explain();
    if (std::string_view(c.notation).find("+=") != std::string_view::npos)
      inputs["y"] = result_of(c);  // zeros
    run(plan);
    const CheckReport report = check_result(c.notation, inputs, plan.result());
    EXPECT_TRUE(report.passed()) << report.to_string() << plan.explain();
    EXPECT_GT(report.compared, 0);
  }
  static std::vector<int> pieces_of() {
    return TypeParam::back_end == Backend::cxx ? std::vector{7} : std::vector{0, 1, 2, 7, 64};
  }
  void SetUp() override {
    if (TypeParam::back_end == Backend::cxx) build_together(*this, s_cases);
  }

  decltype(TypeParam::space::make()) exec = TypeParam::space::make();
};
TYPED_TEST_SUITE(Ranges, WithBackends<TestSpaces>::both);

template <class TypeParam>
class CompiledRanges : public Ranges<TypeParam> {};
TYPED_TEST_SUITE(CompiledRanges, WithBackends<TestSpaces>::jit);

TYPED_TEST(Ranges, ResultsAreThoseOfOnePiece) {
  for (const Case& c : s_cases)
    for (const int pieces : this->pieces_of()) {
      SCOPED_TRACE(std::string(c.notation) + " of " + c.format + ", " + std::to_string(pieces));
      this->expect_right(c, this->inputs(c), this->options(pieces));
    }
}

TYPED_TEST(CompiledRanges, OfNothingAndOfEverything) {
  for (const double share : {0.0, 1.0})
    for (const Case& c : s_cases) {
      SCOPED_TRACE(std::string(c.notation) + " of " + c.format);
      this->expect_right(c, this->inputs(c, share), this->options(3));
    }
}

TYPED_TEST(CompiledRanges, NoTwoPiecesWriteOneEntry) {
  for (const Case& c : s_cases) {
    SCOPED_TRACE(std::string(c.notation) + " of " + c.format);
    PlanOptions options   = this->options(6);
    options.team_size     = 2;
    options.vector_length = 4;
    options.check_races   = true;
    this->expect_right(c, this->inputs(c), options);
  }
}

/// The order of additions is that of one piece: the same bits, strict or not.
TYPED_TEST(CompiledRanges, BitsAreThoseOfOnePiece) {
  for (const Case& c : s_cases)
    for (const bool strict : {false, true}) {
      SCOPED_TRACE(std::string(c.notation) + " of " + c.format);
      const Operands inputs = this->inputs(c);
      PlanOptions one       = this->options(1);
      one.race              = RaceStrategy::none;
      one.strict            = strict;
      const Plan expected   = this->compiled(c, inputs, one);
      this->run(expected);
      PlanOptions many = this->options(7);
      many.strict      = strict;
      const Plan plan  = this->compiled(c, inputs, many);
      this->run(plan);
      const TensorRef a = expected.result(), b = plan.result();
      ASSERT_EQ(a.num_values, b.num_values);
      EXPECT_EQ(std::memcmp(a.values, b.values,
                            static_cast<std::size_t>(a.num_values) * size_of(a.scalar)),
                0);
    }
}

/// Every piece runs the loops around, and no more than its part of the others.
TYPED_TEST(CompiledRanges, EntriesAreSharedAmongPieces) {
  const Case c{"y(i) = A(i,j) * x(j)"};
  const Operands inputs = this->inputs(c, 1.0);
  PlanOptions options   = this->options(4);
  options.count_iterations = true;
  const Plan plan          = this->compiled(c, inputs, options);
  this->run(plan);
  constexpr std::int64_t searches = 2 * 6;  // steps for each of the ends, in 61 rows
  EXPECT_LE(plan.iterations(), rows + rows * columns + 4 * columns * (1 + searches));
}

/// A table of where they begin that is little beside the entries; else they are searched for.
TYPED_TEST(CompiledRanges, BeginInATable) {
  const Case c{"y(i) = A(i,j) * x(j)"};
  const Operands inputs   = this->inputs(c, 1.0);
  const auto explanation = [&](int pieces) {
    return this->compiled(c, inputs, this->options(pieces)).explain();
  };
  EXPECT_NE(explanation(29).find("with a table of where they begin"), std::string::npos);
  EXPECT_NE(explanation(30).find("searching for them in each fibre"), std::string::npos);
  PlanOptions options      = this->options(29);
  options.count_iterations = true;
  const Plan plan          = this->compiled(c, inputs, options);
  for (int execution = 0; execution < 2; ++execution) {
    this->run(plan);
    EXPECT_EQ(plan.iterations(), rows + rows * columns + 29 * columns);
  }
}

/// Rows that the cuts and tables of the operands before were not made for.
TYPED_TEST(CompiledRanges, OfOperandsThatAreBoundLater) {
  const Case c{"y(i) = A(i,j) * x(j)"};
  Operands inputs = this->inputs(c);
  Plan plan       = this->compiled(c, inputs, this->options(5));
  EXPECT_NE(plan.explain().find("with a table of where they begin"), std::string::npos);
  this->run(plan);
  CooData low{c.scalar, {rows, columns}, {}, {}};  // nothing above row 3
  for (std::int64_t j = 0; j < columns; ++j) low.add({j % 4, j}, 1.0);
  inputs["A"] = make_tensor(this->exec, Formats::csc(), low);
  plan.bind("A", inputs["A"]);
  this->run(plan);
  const CheckReport report = check_result(c.notation, inputs, plan.result());
  EXPECT_TRUE(report.passed()) << report.to_string();
}

TYPED_TEST(CompiledRanges, WhatHasNoRangesIsRefused) {
  const LevelType bag{LevelKind::compressed, true, false};
  const TensorFormat shuffled({1, 0}, {{LevelKind::dense}, bag});
  Operands all{{"A", make_tensor(this->exec, shuffled, some({rows, columns}, 0.2, 1))},
               {"y", make_dense(this->exec, Formats::dense(1), ScalarType::f64, {rows})}};
  EXPECT_EQ(message_of<UnsupportedExpression>(
                [&] { compile(this->exec, "y(i) = A(i,j)", all, this->options(4)); }),
            "compile: 'y(i) = A(i,j)': the option race: expected a loop over coordinates of the "
            "result, in order, below another one, got ranges; leave the option out, or store the "
            "operands in another order");
}

}  // namespace
