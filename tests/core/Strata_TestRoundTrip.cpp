// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entries that go into a format come back out, whatever the format.
#include "Strata_TestStorage.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(RoundTrip);

/// Assembles, validates, extracts and compares. Dense levels store zeros.
template <class ExecutionSpace>
void check(const ExecutionSpace& exec, const TensorFormat& format,
           const std::vector<std::int64_t>& extents,
           const RandomEntries& entries) {
  SCOPED_TRACE(format.to_string());
  const TensorRef tensor = ref(assemble<double>(
      exec, format, extents, entries.coordinates, entries.values));
  validate(exec, tensor);
  EXPECT_EQ(to_map(extract(exec, tensor, ExtractZeros::skip_all)),
            to_map(entries.coordinates, entries.values));
}

TYPED_TEST(RoundTrip, EveryFormatOfOrder3) {
  const std::vector<std::int64_t> extents = {4, 3, 5};
  const RandomEntries entries(1, 25, extents);
  for (const auto& order : permutations(3))
    for (const auto& levels : level_sequences(3))
      check(this->exec, TensorFormat(order, levels, {32}, {8}), extents,
            entries);
}

TYPED_TEST(RoundTrip, EveryFormatOfOrder1And2) {
  for (const int rank : {1, 2}) {
    const std::vector<std::int64_t> extents =
        rank == 1 ? Numbers{40} : Numbers{7, 9};
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, std::size_t{30}, std::size_t{500}})
      for (const auto& order : permutations(rank))
        for (const auto& levels : level_sequences(rank))
          check(this->exec, TensorFormat(order, levels), extents,
                RandomEntries(2, size, extents));
  }
}

TYPED_TEST(RoundTrip, IndexTypes) {
  const std::vector<std::int64_t> extents = {20, 30};
  const RandomEntries entries(3, 60, extents);
  for (const int pos : {0, 8, 16, 32, 64})
    for (const int crd : {0, 8, 16, 32, 64})
      for (const bool is_signed : {false, true})
        for (const char* name : {"CSR", "DCSC", "COO"})
          check(this->exec,
                TensorFormat::parse(name, 2).with_index_types(
                    {pos, is_signed && pos > 0}, {crd, is_signed && crd > 0}),
                extents, entries);
}

TYPED_TEST(RoundTrip, ManyEntriesWithDuplicates) {
  const std::vector<std::int64_t> extents = {50, 70, 30};
  const RandomEntries entries(4, 60000, extents);
  for (const char* name :
       {"CSF", "COO", "(i, j, k) -> (k : dense, i : compressed, j : dense)",
        "(i, j, k) -> (j : compressed(nonunique), i : singleton, k : "
        "compressed)"})
    check(this->exec, TensorFormat::parse(name, 3), extents, entries);
}

TYPED_TEST(RoundTrip, FullTensor) {
  const std::vector<std::int64_t> extents = {6, 5, 4};
  RandomEntries entries(5, 0, extents);
  for (std::int64_t e = 0; e < 120; ++e) {
    entries.coordinates.push_back({e / 20, e / 4 % 5, e % 4});
    entries.values.push_back(static_cast<double>(e + 1));
  }
  for (const char* name : {"Dense", "CSF", "COO", "CSF(2,0,1)", "Dense(1,2,0)"})
    check(this->exec, TensorFormat::parse(name, 3), extents, entries);
}

// Products of the extents beyond 2^64: keys take several words.
TYPED_TEST(RoundTrip, HugeExtents) {
  const std::vector<std::int64_t> extents = {1000000000, 999999937, 1000000000,
                                             7, std::int64_t{1} << 62};
  const RandomEntries entries(6, 1000, extents);
  for (const char* name : {"CSF", "COO", "CSF(4,2,0,3,1)",
                           "(a, b, c, d, e) -> (e : compressed, a : "
                           "compressed, d : dense, b : compressed(nonunique), "
                           "c : singleton)"})
    check(this->exec, TensorFormat::parse(name, 5), extents, entries);
}

TYPED_TEST(RoundTrip, SortedInput) {
  Coordinates coordinates;
  Reals values;
  for (std::int64_t e = 0; e < 5000; ++e) {
    coordinates.push_back({e / 10, e % 10});
    values.push_back(1);
  }
  const TensorRef t = ref(assemble<double>(this->exec, Formats::csr(),
                                           {500, 10}, coordinates, values));
  EXPECT_EQ(t.num_values, 5000);
  EXPECT_EQ(to_map(extract(this->exec, t)), to_map(coordinates, values));
}

}  // namespace
