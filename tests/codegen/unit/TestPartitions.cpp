// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loops are cut together into pieces of equal work.
#include <gtest/gtest.h>

#include <algorithm>

#include "Strata_Concretized.hpp"

namespace {

using namespace Strata;
using Testing::concretized;
using Testing::Declared;

using Variables = std::vector<std::string>;

constexpr std::int64_t s_large = 1000000;

/// Four threads, and work that is worth pieces.
strata::ConcretizeOptions four_threads(RaceStrategy race = RaceStrategy::automatic) {
  strata::ConcretizeOptions options;
  options.concurrency = 4;
  options.race        = race;
  return options;
}

strata::ConcretizeOptions balanced() {
  auto options     = four_threads();
  options.balanced = true;
  return options;
}

/// The loops that are cut, statement by statement: "i,j; ; j,i".
std::string cuts(const strata::ConcreteProgram& program) {
  std::string out;
  for (const strata::ConcreteStatement& s : program.statements) {
    if (&s != &program.statements.front()) out += "; ";
    for (std::size_t v = 0; v < s.partitioned.size(); ++v)
      out += (v ? "," : "") + s.partitioned[v];
  }
  return out;
}

std::string cuts(const std::string& text, const std::vector<Declared>& tensors,
                 const strata::ConcretizeOptions& options = four_threads()) {
  return cuts(concretized(text, tensors, options));
}

Declared matrix(const char* name, const TensorFormat& format, std::int64_t rows = s_large,
                std::int64_t columns = s_large) {
  return {name, format, {rows, columns}};
}

Declared vector(const char* name, std::int64_t extent = s_large) {
  return {name, Formats::dense(1), {extent}};
}

TEST(Partitions, both_loops_of_a_sum_of_matrices) {
  const std::vector<Declared> tensors{
      matrix("A", Formats::csr()), matrix("B", Formats::csr()), matrix("C", Formats::csr())};
  const auto program = concretized("A(i,j) = B(i,j) + C(i,j)", tensors, four_threads());
  EXPECT_EQ(cuts(program), "i,j");
  ASSERT_EQ(program.temporaries.size(), 1u);
  const strata::Temporary& t = program.temporaries[0];
  EXPECT_EQ(t.name, program.statements[0].cuts);
  EXPECT_EQ(t.scalar, ScalarType::u64);
  EXPECT_EQ(t.variables, (Variables{strata::cutVariable, strata::countVariable(2)}));
}

TEST(Partitions, rows_of_a_dense_result_need_no_cuts) {
  const std::vector<Declared> tensors{vector("y"), matrix("A", Formats::csr()), vector("x")};
  const auto program = concretized("y(i) = A(i,j) * x(j)", tensors, four_threads());
  EXPECT_EQ(cuts(program), "");
  EXPECT_EQ(program.statements.at(0).parallel, "i");
  EXPECT_TRUE(program.statements[0].cuts.empty());
  EXPECT_TRUE(program.temporaries.empty());
}

TEST(Partitions, sums_are_cut_where_pieces_may_meet) {
  // Rows of the result do not meet; sums over a row are not parted.
  EXPECT_EQ(cuts("y(i) = A(i,j) * x(j)",
                 {vector("y"), matrix("A", Formats::coo(2)), vector("x")}),
            "; i");
  const std::vector<Declared> scattered{vector("y"), matrix("A", Formats::coo(2, {1, 0})),
                                        vector("x")};
  EXPECT_EQ(cuts("y(i) = A(i,j) * x(j)", scattered, four_threads(RaceStrategy::atomics)), "; j,i");
  EXPECT_EQ(cuts("y(i) = A(i,j) * x(j)", scattered, four_threads(RaceStrategy::none)), "; ");
  EXPECT_EQ(cuts("t = B(i,j,k)", {{"t", TensorFormat(), {}},
                                  {"B", Formats::csf(3), {s_large, s_large, s_large}}}),
            "i,j,k; ");
}

TEST(Partitions, coordinates_out_of_order_are_not_cut) {
  const LevelType bag{LevelKind::compressed, true, false};
  const TensorFormat shuffled({0}, {bag}), rows({0, 1}, {{LevelKind::dense}, bag});
  const auto vectors = concretized("y(i) = u(i)", {vector("y"), {"u", shuffled, {s_large}}},
                                   four_threads());
  EXPECT_EQ(cuts(vectors), "; ");
  EXPECT_EQ(vectors.statements.at(1).parallel, "i");
  // Not the inner loop, so the outer one alone.
  EXPECT_EQ(cuts("C(i,j) = A(i,j)", {matrix("C", Formats::dense(2), 8, s_large),
                                     matrix("A", rows, 8, s_large)}),
            "i,j; ");
  EXPECT_EQ(cuts("C(j,i) = A(i,j)", {matrix("C", Formats::dense(2), s_large, 8),
                                     matrix("A", TensorFormat({0, 1}, {{LevelKind::compressed}, bag}),
                                            8, s_large)}),
            "; i");
}

TEST(Partitions, at_most_four_loops) {
  const std::vector<std::int64_t> extents(5, 100);
  EXPECT_EQ(cuts("A(i,j,k,l,m) = B(i,j,k,l,m)",
                 {{"A", Formats::csf(5), extents}, {"B", Formats::csf(5), extents}}),
            "i,j,k,l");
}

TEST(Partitions, loops_above_a_workspace) {
  const auto program = concretized(
      "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)",
      {matrix("A", Formats::dense(2), s_large, 16), {"B", Formats::csf(3), {s_large, 100, 100}},
       matrix("C", Formats::dense(2), 100, 16), matrix("D", Formats::dense(2), 100, 16)},
      four_threads());
  EXPECT_EQ(cuts(program), "; i");
  ASSERT_TRUE(program.statements.at(1).workspace);
  EXPECT_EQ(Testing::num_workspaces(program), 1u);
  EXPECT_EQ(cuts("A(i,j) = B(i,k) * C(k,j)", {matrix("A", Formats::csr()), matrix("B", Formats::csr()),
                                              matrix("C", Formats::csr())}),
            "i");
}

TEST(Partitions, few_rows_of_a_dense_result_are_not_enough) {
  const auto sum = [](std::int64_t rows) {
    return cuts("C(i,j) = A(i,j) * B(i,j)",
                {matrix("C", Formats::dense(2), rows), matrix("A", Formats::dense(2), rows),
                 matrix("B", Formats::dense(2), rows)});
  };
  EXPECT_EQ(sum(1), "i,j");
  EXPECT_EQ(sum(31), "i,j");
  EXPECT_EQ(sum(32), "");  // 8 for each of 4 threads
  EXPECT_EQ(sum(s_large), "");
}

TEST(Partitions, one_piece_has_no_cuts) {
  const std::vector<Declared> tensors{vector("y"), matrix("A", Formats::csc()), vector("x")};
  auto strict   = four_threads();
  strict.strict = true;
  const auto program = concretized("y(i) += A(i,j) * x(j)", tensors, strict);
  EXPECT_EQ(program.statements.at(0).parallel, "");
  EXPECT_EQ(cuts(program), "");
}

TEST(Partitions, balanced_sums_are_parted_and_carried) {
  for (const TensorFormat& format : {Formats::csr(), Formats::dcsr(), Formats::coo(2)}) {
    const auto program = concretized(
        "y(i) = 2 * A(i,j) * x(j) + b(i)",
        {vector("y"), matrix("A", format), vector("x"), vector("b")}, balanced());
    EXPECT_EQ(cuts(program), "i,j") << format.to_string();
    const std::string carry = program.statements.back().carry;
    EXPECT_EQ(carry, "carry0");
    EXPECT_EQ(program.temporaries.at(0).variables, Variables{strata::carryVariable});
    EXPECT_TRUE(program.temporaries[0].startsAsZero);
  }
  const auto sparse = concretized("a(i) = A(i,j)", {{"a", Formats::sparse_vector(), {s_large}},
                                                    matrix("A", Formats::dcsr())},
                                  balanced());
  EXPECT_EQ(cuts(sparse), "i,j");
  EXPECT_FALSE(sparse.statements.at(0).carry.empty());
}

TEST(Partitions, a_row_of_a_workspace_is_carried) {
  const auto program = concretized(
      "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)",
      {matrix("A", Formats::dense(2), s_large, 16), {"B", Formats::csf(3), {s_large, 100, 100}},
       matrix("C", Formats::dense(2), 100, 16), matrix("D", Formats::dense(2), 100, 16)},
      balanced());
  EXPECT_EQ(cuts(program), "i,j; i,k,l");
  const strata::ConcreteStatement& s = program.statements.at(1);
  const auto carry = std::find_if(program.temporaries.begin(), program.temporaries.end(),
                                  [&](const auto& t) { return t.name == s.carry; });
  ASSERT_NE(carry, program.temporaries.end());
  EXPECT_EQ(carry->variables, (Variables{strata::carryVariable, "j"}));
}

TEST(Partitions, parts_of_many_pieces_are_added_atomically) {
  const auto is_atomic = [](ScalarType type, const auto& change, const char* text =
                                                                     "y(i) = A(i,j) * x(j)") {
    TensorDeclarations d;
    d["y"] = d["x"] = {Formats::dense(1), type, {s_large}, 0};
    d["A"] = {Formats::csr(), type, {s_large, s_large}, 0};
    auto options       = balanced();
    options.manyPieces = true;
    change(options);
    const auto program = strata::concretize(check(parse_notation(text), d), options);
    EXPECT_FALSE(program.statements.back().carry.empty());
    return program.statements.back().atomicCarry;
  };
  const auto as_it_is      = [](strata::ConcretizeOptions&) {};
  const auto deterministic = [](auto& options) { options.deterministic = true; };
  EXPECT_TRUE(is_atomic(ScalarType::f64, as_it_is));
  EXPECT_FALSE(is_atomic(ScalarType::f64, [](auto& options) { options.manyPieces = false; }));
  EXPECT_FALSE(is_atomic(ScalarType::f64, deterministic));
  EXPECT_TRUE(is_atomic(ScalarType::i32, deterministic));
  EXPECT_FALSE(is_atomic(ScalarType::f64, [](auto& o) { o.race = RaceStrategy::none; }));
  EXPECT_FALSE(is_atomic(ScalarType::c64, as_it_is));
  EXPECT_FALSE(is_atomic(ScalarType::f64, as_it_is, "y(i) = reduce_max(j, A(i,j) * x(j))"));
}

TEST(Partitions, sums_that_must_not_be_parted) {
  const auto of = [](const std::string& text, ScalarType type, bool strict) {
    TensorDeclarations d;
    d["y"] = {Formats::dense(1), type, {s_large}, 0};
    d["x"] = {Formats::dense(1), type, {s_large}, 0};
    d["A"] = {Formats::csr(), type, {s_large, s_large}, 0};
    auto options   = balanced();
    options.strict = strict;
    return cuts(strata::concretize(check(parse_notation(text), d), options));
  };
  const char* sum = "y(i) = A(i,j) * x(j)";
  EXPECT_EQ(of(sum, ScalarType::f64, false), "i,j");
  EXPECT_EQ(of(sum, ScalarType::f64, true), "i");  // in the order of the entries
  EXPECT_EQ(of(sum, ScalarType::i32, true), "i,j");
  EXPECT_EQ(of(sum, ScalarType::boolean, false), "i");
  EXPECT_EQ(of("y(i) = x(i) / sum(j, A(i,j))", ScalarType::f64, false), "i");
  EXPECT_EQ(of("y(i) = sum(j, A(i,j)) * sum(j, A(i,j))", ScalarType::f64, false), "i");
  // The quotient of a sum of integers is not the sum of quotients.
  EXPECT_EQ(of("y(i) = sum(j, A(i,j)) / x(i)", ScalarType::i32, false), "i");
  EXPECT_EQ(of("y(i) = sum(j, A(i,j)) / x(i)", ScalarType::f64, false), "i,j");
}

TEST(Partitions, names_of_extents) {
  EXPECT_EQ(strata::countVariable(3), "#3");
  EXPECT_EQ(strata::countOf("#12"), 12);
  for (const char* other : {"", "#", "i", "12", "#1x", strata::cutVariable, strata::pieceVariable,
                            strata::slotVariable})
    EXPECT_EQ(strata::countOf(other), -1) << other;
}

}  // namespace
