// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which steps a conversion takes.
#include <impl/Strata_ConvertPlan.hpp>

#include "Strata_TestStorage.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

Impl::ConvertPlan plan(const char* from, const char* to, int rank = 2) {
  return Impl::plan_conversion(TensorFormat::parse(from, rank),
                               TensorFormat::parse(to, rank));
}

const char* const unordered_coo =
    "(i, j) -> (i : compressed(nonunique, nonordered), j : singleton(nonunique, "
    "nonordered))";

TEST(ConvertPlan, NothingIsSortedWhereTheOrderFits) {
  const char* const by_rows[] = {"CSR", "DCSR", "COO", "Dense"};
  for (const char* from : by_rows)
    for (const char* to : by_rows) {
      EXPECT_EQ(plan(from, to).sort_levels, 0) << from << to;
      EXPECT_FALSE(plan(from, to).may_be_sorted);
      EXPECT_FALSE(plan(from, to).sums_duplicates);
    }
  EXPECT_EQ(plan("CSF(2,0,1)", "COO(2,0,1)", 3).sort_levels, 0);
}

TEST(ConvertPlan, SortsByAsFewLevelsAsItTakes) {
  EXPECT_EQ(plan("CSR", "CSC").sort_levels, 1);
  EXPECT_EQ(plan("COO", "DCSC").sort_levels, 1);
  EXPECT_EQ(plan("CSF", "CSF(2,0,1)", 3).sort_levels, 1);
  EXPECT_EQ(plan("CSF", "CSF(1,0,2)", 3).sort_levels, 1);
  EXPECT_EQ(plan("CSF", "CSF(0,2,1)", 3).sort_levels, 2);
  EXPECT_EQ(plan("CSF", "CSF(2,1,0)", 3).sort_levels, 2);
  EXPECT_EQ(plan(unordered_coo, "CSR").sort_levels, 2);
  EXPECT_TRUE(plan(unordered_coo, "CSR").may_be_sorted);
  EXPECT_FALSE(plan("CSR", "CSC").may_be_sorted);
  // Rows are in order, columns inside them are not: that does for columns first.
  const char* const rows =
      "(i, j) -> (i : dense, j : compressed(nonordered))";
  EXPECT_EQ(plan(rows, "CSC").sort_levels, 1);
  EXPECT_EQ(plan(rows, "CSR").sort_levels, 2);
}

TEST(ConvertPlan, UnorderedTargetsAskForLess) {
  EXPECT_EQ(plan("COO(1,0)", unordered_coo).sort_levels, 0);
  EXPECT_EQ(
      plan("COO(1,0)", "(i, j) -> (i : dense, j : compressed(nonordered))")
          .sort_levels,
      1);
  // Equal coordinates must meet to be summed.
  EXPECT_EQ(
      plan(unordered_coo, "(i, j) -> (i : dense, j : compressed(nonordered))")
          .sort_levels,
      2);
}

TEST(ConvertPlan, Copies) {
  EXPECT_TRUE(plan("CSR", "CSR").copies);
  EXPECT_TRUE(
      plan("CSR", "(i, j) -> (i : dense, j : compressed(nonordered))").copies);
  EXPECT_FALSE(
      plan("(i, j) -> (i : dense, j : compressed(nonordered))", "CSR").copies);
  EXPECT_FALSE(
      plan("(i, j) -> (i : dense, j : compressed(nonunique))", "CSR").copies);
  EXPECT_FALSE(plan("CSR", "CSC").copies);
  EXPECT_TRUE(Impl::plan_conversion(TensorFormat(), TensorFormat()).copies);
}

TEST(ConvertPlan, DenseTargets) {
  EXPECT_TRUE(plan("CSR", "Dense(1,0)").scatters);
  EXPECT_FALSE(plan(unordered_coo, "Dense").scatters);
  EXPECT_TRUE(plan(unordered_coo, "Dense").sums_duplicates);
  EXPECT_TRUE(plan("Dense", "CSR").drops_fill);
  EXPECT_FALSE(plan("Dense", "Dense(1,0)").drops_fill);
  EXPECT_FALSE(plan("CSR", "COO").drops_fill);
}

STRATA_TYPED_SUITE(ConvertSteps);

TYPED_TEST(ConvertSteps, RunAsPlanned) {
  const std::vector<std::int64_t> extents = {500, 400};
  const RandomEntries entries(3, 30000, extents);
  const TensorRef csr = ref(assemble<double>(
      this->exec, Formats::csr(), extents, entries.coordinates, entries.values));
  const TensorRef coo = convert(this->exec, csr, Formats::coo(2));
  const auto runs     = [&](const TensorRef& from, const char* to,
                        const char* kernel) {
    const KernelLog log;
    convert(this->exec, from, TensorFormat::parse(to, 2));
    return log.contains(kernel);
  };
  for (const char* sort : {"sort_buckets", "radix_sort", "count_buckets"}) {
    EXPECT_FALSE(runs(csr, "DCSR", sort));
    EXPECT_FALSE(runs(csr, "COO", sort));
    EXPECT_FALSE(runs(coo, "CSR", sort));
    EXPECT_FALSE(runs(csr, "CSC", sort));
    EXPECT_FALSE(runs(coo, unordered_coo, sort));
  }
  EXPECT_TRUE(runs(csr, "CSC", "count_majors"));
  EXPECT_TRUE(runs(csr, "DCSC", "collect::deal"));
  // An order that is not promised is found out.
  const TensorRef unordered =
      convert(this->exec, coo, TensorFormat::parse(unordered_coo));
  EXPECT_TRUE(runs(unordered, "CSR", "count_starts"));
  EXPECT_FALSE(runs(unordered, "CSR", "count_buckets"));
}

TYPED_TEST(ConvertSteps, LabelsBeginWithStrata) {
  const std::vector<std::int64_t> extents = {500, 400};
  const RandomEntries entries(3, 30000, extents);
  const TensorFormat formats[] = {
      Formats::csr(), Formats::csc(), Formats::dense(2),
      Formats::coo(2, {1, 0}), TensorFormat::parse(unordered_coo)};
  for (const TensorFormat& from : formats) {
    const TensorRef a = store_awkwardly(from, extents, entries);
    for (const TensorFormat& to : formats) {
      const KernelLog log;
      convert(this->exec, a, to, "a");
      ASSERT_FALSE(log.names().empty());
      for (const std::string& name : log.names())
        EXPECT_TRUE(name.starts_with("Strata::")) << name;
    }
  }
}

TYPED_TEST(ConvertSteps, NamesTheArrays) {
  const auto a = assemble<double>(this->exec, Formats::csr(), {2, 2},
                                  Coordinates{{0, 1}}, Reals{1});
  const auto b = convert(this->exec, a, Formats::csc(), "b");
  EXPECT_EQ(b.label(), "b");
  EXPECT_EQ(b.values().label(), "Strata::b::values");
  EXPECT_EQ((b.template positions<1, std::uint64_t>().label()),
            "Strata::b::positions[1]");
}

}  // namespace
