// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which operands are read from copies in other formats, and the loops that go
// with them.
#include <gtest/gtest.h>

#include "Strata_Concretized.hpp"

namespace {

using namespace Strata;
using Testing::Declared;
using Testing::num_workspaces;

strata::ConcreteProgram concretized(const char* text, const std::vector<Declared>& tensors,
                                    const std::map<std::string, double>& entries = {}) {
  strata::ConcretizeOptions options;
  options.entriesOf = entries;
  options.merge     = MergeBody::branch_free;  // fibres in rows are temporaries, too
  return Testing::concretized(text, tensors, options);
}

/// Names of the copies, in order.
std::string copies(const strata::ConcreteProgram& program) {
  std::string names;
  for (const strata::Conversion& c : program.conversions) names += (names.empty() ? "" : " ") + c.name;
  return names;
}

/// The statements without conversions and temporaries.
std::string statements(const strata::ConcreteProgram& program) {
  strata::ConcreteProgram only = program;
  only.conversions.clear();
  only.temporaries.clear();
  return only.toString();
}

const Declared s_dense{"C", Formats::dense(2), {8, 8}};

TEST(Conversions, of_equal_operands_the_later_one_is_converted) {
  const auto program = concretized(
      "C(i,j) = A(i,j) * B(i,j)", {s_dense, {"A", Formats::csr(), {8, 8}}, {"B", Formats::csc(), {8, 8}}});
  EXPECT_EQ(program.toString().find("convert B to B@CSR : " + Formats::csr().to_string() + "\n"), 0u);
  EXPECT_EQ(statements(program),
            "forall i forall j C(i,j) = 0\nforall i forall j C(i,j) = A(i,j) * B@CSR(i,j)\n");
  EXPECT_EQ(program.conversions[0].reason,
            "the storage orders of 'A(i,j) * B(i,j)' form a cycle over 'i', 'j'");
  EXPECT_EQ(program.conversions[0].bytes, 8 * 8 * (8 + 8));
}

TEST(Conversions, the_fewest_bytes_are_converted) {
  const std::vector<Declared> tensors{
      s_dense, {"A", Formats::csr(), {8, 8}}, {"B", Formats::csc(), {8, 8}}, {"D", Formats::csc(), {8, 8}}};
  const auto one = concretized("C(i,j) = A(i,j) * B(i,j)", {tensors.begin(), tensors.begin() + 3},
                               {{"A", 5}, {"B", 60}});
  EXPECT_EQ(copies(one), "A@CSC");
  EXPECT_EQ(statements(one),
            "forall i forall j C(i,j) = 0\nforall j forall i C(i,j) = A@CSC(i,j) * B(i,j)\n");
  EXPECT_EQ(one.conversions[0].bytes, 5 * 16);
  const char* text = "C(i,j) = A(i,j) * B(i,j) * D(i,j)";
  EXPECT_EQ(copies(concretized(text, tensors, {{"A", 30}, {"B", 10}, {"D", 10}})), "B@CSR D@CSR");
  EXPECT_EQ(copies(concretized(text, tensors, {{"A", 15}, {"B", 10}, {"D", 10}})), "A@CSC");
}

TEST(Conversions, wide_values_and_coordinates_cost_more) {
  TensorDeclarations d;
  d["C"] = {Formats::dense(2), ScalarType::c128, {8, 8}, 0};
  d["A"] = {Formats::csr(), ScalarType::c128, {8, 8}, 0};
  d["B"] = {Formats::csc().with_index_types({32}, {8}), ScalarType::c128, {8, 8}, 0};
  const auto stmt = check(parse_notation("C(i,j) = A(i,j) * B(i,j)"), d);
  strata::ConcretizeOptions options;
  options.entriesOf = {{"A", 100}, {"B", 101}};
  EXPECT_EQ(copies(strata::concretize(stmt, options)), "B@CSR");
}

TEST(Conversions, one_access_of_a_tensor_is_converted_and_the_copy_is_shared) {
  const std::vector<Declared> tensors{s_dense, {"A", Formats::csr(), {8, 8}}, {"B", Formats::csr(), {8, 8}}};
  const auto square = concretized("C(i,j) = A(i,j) * A(j,i)", {tensors.begin(), tensors.begin() + 2});
  EXPECT_EQ(statements(square),
            "forall i forall j C(i,j) = 0\nforall i forall j C(i,j) = A(i,j) * A@CSC(j,i)\n");
  EXPECT_EQ(copies(concretized("C(i,j) = A(i,j) * A(j,i) + B(i,j) * A(j,i)", tensors)), "A@CSC");
}

TEST(Conversions, a_cycle_over_three_variables_is_cut_once) {
  const auto program =
      concretized("t = A(i,j) * A(j,k) * A(k,i)", {{"t", TensorFormat(), {}}, {"A", Formats::csr(), {8, 8}}});
  EXPECT_EQ(statements(program), "t = sum(i, sum(j, sum(k, A(i,j) * A(j,k) * A@CSC(k,i))))\n");
}

TEST(Conversions, terms_of_a_dense_result_follow_one_another_instead) {
  const std::vector<Declared> tensors{s_dense, {"A", Formats::csr(), {8, 8}}};
  const auto program = concretized("C(i,j) = A(i,j) + A(j,i)", tensors);
  EXPECT_TRUE(program.conversions.empty());
  EXPECT_EQ(statements(program),
            "forall i forall j C(i,j) = 0\nforall i forall j C(i,j) = A(i,j)\n"
            "forall j forall i C(i,j) += A(j,i)\n");
}

TEST(Conversions, terms_of_a_sparse_result_share_a_nest) {
  const auto program = concretized("R(i,j) = A(i,j) + A(j,i)",
                                   {{"R", Formats::csr(), {8, 8}}, {"A", Formats::csr(), {8, 8}}});
  EXPECT_EQ(copies(program), "A@CSC");
  EXPECT_NE(statements(program).find("forall i forall j R(i,j) = A(i,j) + A@CSC(j,i)\n"),
            std::string::npos);
}

TEST(Conversions, a_dense_temporary_only_where_it_is_smaller) {
  const char* text = "C(i,j) = A(i,j) / sum(k, D(k,i) * B(k,j))";
  auto program     = [&](std::int64_t n, double entries) {
    return concretized(text,
                           {{"C", Formats::dense(2), {n, n}},
                            {"A", Formats::csr(), {n, n}},
                            {"B", Formats::csr(), {n, n}},
                            {"D", Formats::csr(), {n, n}}},
                           {{"A", entries}, {"B", entries}, {"D", entries}});
  };
  const auto small = program(4, 16), large = program(1000, 2000);
  EXPECT_TRUE(small.conversions.empty());
  EXPECT_EQ(num_workspaces(small), 1u);
  EXPECT_EQ(copies(large), "D@CSC B@CSC");
  EXPECT_EQ(num_workspaces(large), 0u);
}

TEST(Conversions, level_kinds_stay_where_they_are_useful) {
  auto formats = [](const TensorFormat& format, std::vector<std::int64_t> extents, double entries) {
    const auto program = concretized("t = A(i,j) * B(j,i)",
                                     {{"t", TensorFormat(), {}},
                                      {"A", Formats::dcsr(), extents},
                                      {"B", format, {extents[1], extents[0]}}},
                                     {{"A", 1e15}, {"B", entries}});
    return program.conversions.at(0).format;
  };
  EXPECT_EQ(formats(Formats::csr(), {8, 9}, 10), Formats::csc());
  EXPECT_EQ(formats(Formats::coo(2), {8, 9}, 10), Formats::coo(2, {1, 0}));
  EXPECT_EQ(formats(Formats::dcsr(), {8, 9}, 10), Formats::dcsc());
  // As many positions as the extent has coordinates would dwarf the entries.
  EXPECT_EQ(formats(Formats::csr(), {1000000000, 9}, 10), Formats::dcsc());
  // Coordinates of the other dimension do not fit 8 bits.
  EXPECT_EQ(formats(Formats::csr().with_index_types({32}, {8}), {8, 9}, 10),
            Formats::csc().with_index_types({32}, {8}));
  EXPECT_EQ(formats(Formats::csr().with_index_types({32}, {8}), {8, 300}, 10),
            Formats::csc().with_index_types({32}, {}));
}

TEST(Conversions, trailing_dense_levels_keep_their_place) {
  const TensorFormat blocks({0, 1, 2}, {{LevelKind::dense}, {LevelKind::compressed}, {LevelKind::dense}});
  const auto program = concretized("C(i,j) = A(i,j) * B(j,i,k)", {s_dense,
                                                                   {"A", Formats::csr(), {8, 8}},
                                                                   {"B", blocks, {8, 8, 3}}},
                                   {{"A", 1000}, {"B", 10}});
  EXPECT_EQ(program.conversions.at(0).format, TensorFormat({1, 0, 2}, blocks.levels()));
}

TEST(Conversions, many_operands_of_two_orders) {
  std::string text = "C(i,j) = 1";
  std::vector<Declared> tensors{s_dense};
  static const char* const names[] = {"D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P"};
  for (int n = 0; n < 13; ++n) {
    text += std::string(" * ") + names[n] + "(i,j)";
    tensors.push_back({names[n], n % 3 == 0 ? Formats::csc() : Formats::csr(), {8, 8}});
  }
  EXPECT_EQ(copies(concretized(text.c_str(), tensors)), "D@CSR G@CSR J@CSR M@CSR P@CSR");
}

TEST(Conversions, a_long_cycle_is_cut_at_its_cheapest_operand) {
  static const char* const names[] = {"D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O"};
  std::string text;
  std::vector<Declared> tensors{{"t", TensorFormat(), {}}};
  std::map<std::string, double> entries;
  for (int n = 0; n < 12; ++n) {
    text += std::string(n ? " * " : "t = ") + names[n] + "(v" + std::to_string(n) + ",v" +
            std::to_string((n + 1) % 12) + ")";
    tensors.push_back({names[n], Formats::csr(), {8, 8}});
    entries[names[n]] = n == 6 ? 10 : 20 + n;
  }
  EXPECT_EQ(copies(concretized(text.c_str(), tensors, entries)), "J@CSC");
}

TEST(Conversions, nonordered_levels_that_are_merged) {
  const TensorFormat shuffled({0}, {{LevelKind::compressed, true, false}});
  const std::vector<Declared> tensors{
      {"y", Formats::dense(1), {8}}, {"u", shuffled, {8}}, {"v", Formats::sparse_vector(), {8}}};
  const auto program = concretized("y(i) = u(i) * v(i)", tensors);
  ASSERT_EQ(copies(program), "u@0");
  EXPECT_EQ(program.conversions[0].format, Formats::sparse_vector());
  EXPECT_EQ(program.conversions[0].reason, "a nonordered level is merged or searched over 'i'");
  EXPECT_EQ(copies(concretized("y(i) = u(i)", {tensors.begin(), tensors.begin() + 2})), "");
}

// Where v stores something, u is not read at all; else it is merged.
TEST(Conversions, nonordered_levels_that_are_merged_in_some_cases) {
  const TensorFormat shuffled({0, 1}, {{LevelKind::dense}, {LevelKind::compressed, true, false}});
  const std::vector<Declared> tensors{{"y", Formats::dense(1), {8}},
                                      {"u", shuffled, {8, 8}},
                                      {"v", Formats::sparse_vector(), {8}},
                                      {"w", Formats::csr(), {8, 8}}};
  EXPECT_EQ(copies(concretized("y(i) = sum(j, select(stored(v(i)), w(i,j), u(i,j) + w(i,j)))", tensors)),
            "u@CSR");
}

// What is reduced outside of the loops of the result has to come everywhere.
TEST(Conversions, nonordered_levels_that_are_merged_where_results_are_combined) {
  const TensorFormat shuffled({0, 1}, {{LevelKind::dense}, {LevelKind::compressed, true, false}});
  const std::vector<Declared> tensors{{"y", Formats::dense(1), {8}}, {"u", shuffled, {8, 8}}};
  EXPECT_EQ(copies(concretized("y(i) = sum(l, u(l,i))", tensors)), "");
  EXPECT_EQ(copies(concretized("y(i) = reduce_min(l, u(l,i))", tensors)), "u@CSR");
}

TEST(Conversions, duplicates_out_of_order_that_do_not_add_up) {
  const TensorFormat list({0}, {{LevelKind::compressed, false, false}});
  const std::vector<Declared> tensors{{"y", Formats::dense(1), {8}}, {"u", list, {8}}};
  EXPECT_EQ(copies(concretized("y(i) = 2 * u(i)", tensors)), "");
  EXPECT_EQ(copies(concretized("y(i) = u(i) * u(i)", tensors)), "u@0");
  EXPECT_EQ(copies(concretized("y(i) = u(i) / 2", tensors)), "u@0");
}

TEST(Conversions, unique_singletons_out_of_order_may_repeat) {
  const TensorFormat shuffled(
      {0, 1}, {{LevelKind::compressed, false, false}, {LevelKind::singleton, true, false}});
  const auto program = concretized("C(i,j) = A(i,j) * A(i,j)", {s_dense, {"A", shuffled, {8, 8}}});
  EXPECT_EQ(program.conversions.at(0).format,
            TensorFormat({0, 1}, {{LevelKind::compressed, false, true},
                                  {LevelKind::singleton, false, true}}));
}

TEST(Conversions, a_dense_level_below_a_nonunique_one) {
  const TensorFormat rows({0, 1}, {{LevelKind::compressed, false, true}, {LevelKind::dense}});
  const auto program = concretized("y(i) = A(i,j)", {{"y", Formats::dense(1), {8}}, {"A", rows, {8, 3}}});
  ASSERT_EQ(copies(program), "A@01");
  EXPECT_TRUE(program.conversions[0].format.level(0).unique);
}

TEST(Diagonals, a_level_that_is_iterated_again_gets_a_pinned_variable) {
  const std::vector<Declared> tensors{{"y", Formats::dense(1), {8}}, {"A", Formats::csr(), {8, 8}}};
  const auto program = concretized("y(i) = A(i,i)", tensors);
  EXPECT_EQ(statements(program), "forall i y(i) = sum(i', A(i,i'))\n");
  EXPECT_EQ(program.extents.at("i'"), 8);
  const auto csc = concretized("y(i) = A(i,i)", {tensors[0], {"A", Formats::csc(), {8, 8}}});
  EXPECT_EQ(statements(csc), "forall i y(i) = sum(i', A(i',i))\n");
  const TensorFormat located({0, 1}, {{LevelKind::compressed}, {LevelKind::dense}});
  const auto below = concretized("y(i) = A(i,i)", {tensors[0], {"A", located, {8, 8}}});
  EXPECT_EQ(statements(below), "forall i y(i) = 0\nforall i y(i) = A(i,i)\n");
}

TEST(Diagonals, a_pinned_loop_between_those_of_the_result_adds_up_nothing) {
  const auto program =
      concretized("C(i,j) = T(i,i,j)", {s_dense, {"T", Formats::csf(3), {8, 8, 8}}});
  EXPECT_EQ(statements(program),
            "forall i forall j C(i,j) = 0\nforall i forall i' forall j C(i,j) = T(i,i',j)\n");
}

TEST(Diagonals, of_a_result_leave_the_rest_zero) {
  const auto program =
      concretized("C(i,i) = x(i)", {s_dense, {"x", Formats::dense(1), {8}}});
  EXPECT_EQ(statements(program), "forall i forall i_2 C(i,i_2) = 0\nforall i C(i,i) = x(i)\n");
}

TEST(Diagonals, take_part_in_cycles) {
  const auto program = concretized("y(i) = T(i,j,i) * B(j,i)", {{"y", Formats::dense(1), {8}},
                                                                {"T", Formats::csf(3), {8, 8, 8}},
                                                                {"B", Formats::csr(), {8, 8}}},
                                   {{"T", 100}, {"B", 10}});
  EXPECT_EQ(copies(program), "B@CSC");
  EXPECT_EQ(statements(program),
            "forall i y(i) = 0\nforall i y(i) = sum(j, sum(i', T(i,j,i')) * B@CSC(j,i))\n");
}

// Dense levels of a copy have no more positions than those of the operand have, or than
// four for each entry.
TEST(Conversions, large_dense_levels_become_compressed) {
  const auto copy_of = [](std::int64_t rows, std::int64_t columns, double entries) {
    return copies(concretized("a(i) = B(j,i)", {{"a", Formats::sparse_vector(), {columns}},
                                                {"B", Formats::csr(), {rows, columns}}},
                              {{"B", entries}}));
  };
  EXPECT_EQ(copy_of(0, 229, 0), "B@DCSC");
  EXPECT_EQ(copy_of(3, 400, 99), "B@DCSC");
  EXPECT_EQ(copy_of(3, 400, 100), "B@CSC");
  EXPECT_EQ(copy_of(400, 400, 0), "B@CSC");
  const auto under_compressed = [](double entries) {
    return concretized("a(k,i,j) = B(j,i,k)",
                       {{"a", Formats::csf(3), {50, 400, 3}},
                        {"B", TensorFormat::parse("(j, i, k) -> (i : compressed, j : dense, k : "
                                                  "compressed)"), {3, 400, 50}}},
                       {{"B", entries}})
        .conversions.at(0)
        .format.to_string();
  };
  EXPECT_EQ(under_compressed(20),
            "(d0, d1, d2) -> (d2 : compressed, d1 : compressed, d0 : compressed)");
  EXPECT_EQ(under_compressed(20'000),
            "(d0, d1, d2) -> (d2 : compressed, d1 : dense, d0 : compressed)");
}

// Coordinates of a set that does not ascend are searched for when all others are known:
// behind them, unless their level is located.
TEST(Conversions, searched_levels_are_the_last_ones) {
  const auto copy_of = [](const char* format) {
    const auto program = concretized(
        "A(k,i) = reduce_max(m, reduce_max(j, G(i,m({4,0,5,3}),j,k)))",
        {{"A", Formats::csr(), {9, 3}}, {"G", TensorFormat::parse(format), {3, 7, 2, 9}}});
    EXPECT_EQ(program.conversions.size(), 1u) << format;
    return program.conversions.empty() ? "" : program.conversions[0].format.to_string();
  };
  EXPECT_EQ(copy_of("(d0, d1, d2, d3) -> (d1 : dense, d3 : dense, d2 : compressed, d0 : compressed)"),
            "(d0, d1, d2, d3) -> (d3 : dense, d0 : dense, d2 : compressed, d1 : compressed)");
  EXPECT_EQ(copy_of("(d0, d1, d2, d3) -> (d1 : dense, d3 : compressed, d0 : dense, d2 : compressed)"),
            "(d0, d1, d2, d3) -> (d3 : dense, d0 : compressed, d1 : dense, d2 : compressed)");
}

}  // namespace
