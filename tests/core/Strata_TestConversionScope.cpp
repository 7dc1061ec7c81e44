// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What conversions choose, forced: the same arrays, by other steps, which are reported.
#include <string>

#include "Strata_TestStorage.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(ConversionScopes);

const std::vector<std::int64_t> extents = {700, 900};

template <class ExecutionSpace>
TensorRef some_matrix(const ExecutionSpace& exec, const TensorFormat& format) {
  const RandomEntries entries(11, 9000, extents);
  return convert(exec, store_awkwardly(Formats::coo(2), extents, entries), format);
}

void expect_same_arrays(const TensorRef& got, const TensorRef& expected) {
  for (int l = 0; l < expected.format.lvl_rank(); ++l) {
    EXPECT_EQ(positions_of(got, l), positions_of(expected, l));
    EXPECT_EQ(coordinates_of(got, l), coordinates_of(expected, l));
  }
  EXPECT_EQ(values_of(got), values_of(expected));
}

/// Converts with `choices`; expects the arrays of a conversion without, and returns the report.
template <class ExecutionSpace>
std::string report_of(const ExecutionSpace& exec, const TensorRef& from, const TensorFormat& to,
                      const ConversionChoices& choices) {
  const TensorRef expected = convert(exec, from, to);
  const ConversionScope scope(choices);
  const TensorRef got = convert(exec, from, to);
  exec.fence("Strata::test::conversion_scope");
  expect_same_arrays(got, expected);
  EXPECT_EQ(scope.report().size(), 1u);
  return scope.report().empty() ? "" : scope.report().front();
}

TYPED_TEST(ConversionScopes, Transposes) {
  const TensorRef csr     = some_matrix(this->exec, Formats::csr());
  const std::string start = std::to_string(csr.num_values) + " entries transposed ";
  const auto report       = [&](TransposeMethod method) {
    return report_of(this->exec, csr, Formats::csc(), {method, 0});
  };
  EXPECT_EQ(report(TransposeMethod::automatic), start + "directly: caches hold them");
  EXPECT_EQ(report(TransposeMethod::direct), start + "directly: as was asked for");
  const std::string buckets = report(TransposeMethod::buckets);
  EXPECT_EQ(buckets.find(start + "by way of "), 0u) << buckets;
  EXPECT_NE(buckets.find(" buckets: as was asked for"), std::string::npos) << buckets;
}

TYPED_TEST(ConversionScopes, Sorts) {
  const TensorRef csc     = some_matrix(this->exec, Formats::csc());
  const std::string start = std::to_string(csc.num_values) + " entries sorted by ";
  const auto report       = [&](std::int64_t buckets) {
    return report_of(this->exec, csc, Formats::dcsr(),
                     {TransposeMethod::automatic, buckets});
  };
  const std::string chosen = report(0);
  EXPECT_EQ(chosen.find(start), 0u) << chosen;
  EXPECT_NE(report(1).find("bits, all together"), std::string::npos) << report(1);
  EXPECT_NE(report(2).find(" in 2 buckets, the longest of "), std::string::npos) << report(2);
  EXPECT_NE(report(37).find(" in 32 buckets, "), std::string::npos) << report(37);
  EXPECT_NE(report(1 << 20).find(" buckets, the longest of "), std::string::npos);
}

// The order is found by a sort even where a transpose would do.
TYPED_TEST(ConversionScopes, EntryByEntry) {
  const TensorRef csr        = some_matrix(this->exec, Formats::csr());
  const std::string together = "bits, all together";
  ConversionChoices choices;
  choices.entry_by_entry = true;
  for (const TensorFormat& to : {Formats::csc(), TensorFormat::parse("COO(1,0)", 2)})
    EXPECT_NE(report_of(this->exec, csr, to, choices).find(together), std::string::npos);
}

// Two words of keys.
TYPED_TEST(ConversionScopes, ManyBits) {
  const std::vector<std::int64_t> large = {std::int64_t{1} << 50, std::int64_t{1} << 40};
  const TensorRef list =
      store_awkwardly(Formats::coo(2).with_index_types(IndexType(64), IndexType(64)), large,
                      RandomEntries(12, 300, large));
  const TensorFormat columns =
      TensorFormat::parse("COO(1,0)", 2).with_index_types(IndexType(64), IndexType(64));
  EXPECT_EQ(report_of(this->exec, list, columns, {}),
            std::to_string(list.num_values) + " entries sorted by 90 bits, all together");
}

TYPED_TEST(ConversionScopes, InOrder) {
  const TensorRef csr = some_matrix(this->exec, Formats::csr());
  EXPECT_EQ(report_of(this->exec, csr, Formats::dcsr(), {}),
            std::to_string(csr.num_values) + " entries in order already");
}

TYPED_TEST(ConversionScopes, InsideOneAnother) {
  const TensorRef csr = some_matrix(this->exec, Formats::csr());
  const ConversionScope outer({TransposeMethod::buckets, 0});
  {
    const ConversionScope inner;  // leaves it open
    convert(this->exec, csr, Formats::csc());
    EXPECT_NE(inner.report().front().find("by way of"), std::string::npos);
  }
  {
    const ConversionScope inner({TransposeMethod::direct, 0});
    convert(this->exec, csr, Formats::csc());
    EXPECT_NE(inner.report().front().find("directly"), std::string::npos);
  }
  EXPECT_EQ(outer.report().size(), 2u);
  EXPECT_EQ(ConversionScope::innermost(), &outer);
}

TEST(ConversionScope, RefusesNegativeNumbers) {
  EXPECT_THROW(ConversionScope({TransposeMethod::automatic, -1}), UnsupportedExpression);
  EXPECT_EQ(ConversionScope::innermost(), nullptr);
}

}  // namespace
