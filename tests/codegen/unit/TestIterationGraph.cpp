// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <strata/Analysis/ConcreteNotation.h>
#include <strata/Analysis/IterationGraph.h>
#include <strata/Analysis/LoopOrder.h>

namespace {

using namespace Strata;

struct Declared {
  const char* name;
  TensorFormat format;
  std::vector<std::int64_t> extents;
};

CheckedAssignment checked(const char* text, std::vector<Declared> tensors) {
  TensorDeclarations declarations;
  for (Declared& t : tensors) {
    declarations[t.name].format  = t.format;
    declarations[t.name].extents = t.extents;
  }
  return check(parse_notation(text), declarations);
}

std::string concrete(const CheckedAssignment& stmt, int concurrency = 1,
                     RaceStrategy race = RaceStrategy::automatic) {
  strata::ConcretizeOptions options;
  options.race        = race;
  options.concurrency = concurrency;
  options.entries     = 100;
  return strata::concretize(stmt, options).toString();
}

TEST(IterationGraph, S4_07_paths_of_spmv) {
  const auto stmt = checked("y(i) = A(i,j) * x(j)",
                            {{"y", Formats::dense(1), {3}},
                             {"A", Formats::csc(), {3, 4}},
                             {"x", Formats::dense(1), {4}}});
  const auto graph = strata::IterationGraph::build(stmt);
  EXPECT_EQ(graph.toString(),
            "iteration graph\n  variables: i j\n  y(i): i (dense)\n"
            "  A(i,j): j (dense) -> i (compressed)\n  x(j): j (dense)\n");
  EXPECT_TRUE(graph.isAcyclic());
}

TEST(IterationGraph, opposite_storage_orders_are_a_cycle) {
  const auto stmt = checked("A(i,j) = B(i,j) * C(i,j)",
                            {{"A", Formats::dense(2), {3, 3}},
                             {"B", Formats::csr(), {3, 3}},
                             {"C", Formats::csc(), {3, 3}}});
  EXPECT_FALSE(strata::IterationGraph::build(stmt).isAcyclic());
}

TEST(ConcreteNotation, residual_shares_one_loop) {
  const auto stmt = checked("r(i) = b(i) - A(i,j) * x(j)",
                            {{"r", Formats::dense(1), {3}},
                             {"b", Formats::dense(1), {3}},
                             {"A", Formats::csr(), {3, 4}},
                             {"x", Formats::dense(1), {4}}});
  EXPECT_EQ(concrete(stmt),
            "forall i r(i) = b(i) + sum(j, -(A(i,j) * x(j)))\n");
}

TEST(ConcreteNotation, a_term_that_scatters_gets_its_own_nest) {
  const auto stmt = checked("y(i) = b(i) + A(j,i) * x(j)",
                            {{"y", Formats::dense(1), {3}},
                             {"b", Formats::dense(1), {3}},
                             {"A", Formats::csr(), {4, 3}},
                             {"x", Formats::dense(1), {4}}});
  EXPECT_EQ(concrete(stmt),
            "forall i y(i) = b(i)\nforall j forall i y(i) += A(j,i) * x(j)\n");
}

TEST(ConcreteNotation, spmm_keeps_the_contiguous_loop_innermost) {
  const auto stmt = checked("C(i,k) = A(i,j) * B(j,k)",
                            {{"C", Formats::dense(2), {3, 5}},
                             {"A", Formats::csr(), {3, 4}},
                             {"B", Formats::dense(2), {4, 5}}});
  EXPECT_EQ(concrete(stmt),
            "temporary workspace0(#piece,k) : f64\n"
            "temporary cuts1(#cut,#1) : u64\n"
            "forall i where forall j forall k workspace0(#piece,k) += A(i,j) * "
            "B(j,k); C(i,k) = workspace0(#piece,k)\n");
}

TEST(ConcreteNotation, scattering_pieces_add_to_copies) {
  const auto stmt = checked("y(j) = A(i,j) * x(i)",
                            {{"y", Formats::dense(1), {3}},
                             {"A", Formats::csr(), {4, 3}},
                             {"x", Formats::dense(1), {4}}});
  const std::string text = concrete(stmt, 2, RaceStrategy::privatize);
  EXPECT_NE(text.find("workspace0(#piece,j) += A(i,j) * x(i)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("y(j) = sum(#piece, workspace0(#piece,j))"),
            std::string::npos)
      << text;
}

TEST(ConcreteNotation, a_sum_over_everything_is_computed_once) {
  const auto stmt = checked("y(i) = b(i) * sum(j, c(j))",
                            {{"y", Formats::dense(1), {3}},
                             {"b", Formats::dense(1), {3}},
                             {"c", Formats::sparse_vector(), {4}}});
  EXPECT_EQ(concrete(stmt), "temporary workspace0() : f64\n"
                            "workspace0 = sum(j, c(j))\n"
                            "forall i y(i) = b(i) * workspace0\n");
}

TEST(LoopOrder, soft_edges_give_way_to_hard_ones) {
  strata::OrderConstraints c;
  for (const char* v : {"i", "j"}) c.addVariable(v);
  c.hard.emplace_back("j", "i");
  c.soft.emplace_back("i", "j");
  EXPECT_EQ(*strata::orderVariables(c), (std::vector<std::string>{"j", "i"}));
  EXPECT_FALSE(strata::orderVariables(c, true));
}

}  // namespace
