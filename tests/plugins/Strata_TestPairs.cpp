// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions from every format to every other, on devices too.
#include "Strata_TestLevelFormats.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE_OF(Pairs, Strata::Testing::AllExecutionSpaces);

/// From every format to every other, and what is read again.
template <class ExecutionSpace>
void check_pairs(const ExecutionSpace& exec, const std::vector<std::int64_t>& extents,
                 const RandomEntries& entries) {
  const EntryMap expected = to_map(entries.coordinates, entries.values);
  for (const TensorFormat& from : pair_formats()) {
    const TensorRef source = ref(random_tensor(exec, from, entries, extents));
    validate(exec, source);
    for (const TensorFormat& to : pair_formats()) {
      SCOPED_TRACE(from.to_string() + " to " + to.to_string());
      const TensorRef target = convert(exec, source, to);
      validate(exec, target);
      EXPECT_EQ(target.format, to);
      EXPECT_EQ(to_map(extract(exec, target, ExtractZeros::skip_all)), expected);
    }
  }
}

TYPED_TEST(Pairs, RandomMatrices) {
  const std::vector<std::int64_t> extents = {7, 9};
  check_pairs(one_thread(this->exec), extents, RandomEntries(1, 30, extents));
}
TYPED_TEST(Pairs, Duplicates) {
  const std::vector<std::int64_t> extents = {4, 9};
  check_pairs(one_thread(this->exec), extents, RandomEntries(2, 200, extents));
}
TYPED_TEST(Pairs, EmptyMatrices) {
  check_pairs(one_thread(this->exec), {7, 9}, RandomEntries(3, 0, {7, 9}));
}
TYPED_TEST(Pairs, MatricesWithoutElements) {
  check_pairs(one_thread(this->exec), {0, 9}, RandomEntries(4, 0, {0, 9}));
}
TYPED_TEST(Pairs, OneRow) {
  check_pairs(one_thread(this->exec), {1, 9}, RandomEntries(5, 6, {1, 9}));
}
TYPED_TEST(Pairs, FullMatrices) {
  RandomEntries entries(6, 0, {6, 9});
  for (std::int64_t e = 0; e < 54; ++e) {
    entries.coordinates.push_back({e / 9, e % 9});
    entries.values.push_back(static_cast<double>(e + 1));
  }
  check_pairs(one_thread(this->exec), {6, 9}, entries);
}
/// As devices convert.
TYPED_TEST(Pairs, EntryByEntry) {
  const ConversionScope scope({TransposeMethod::automatic, 0, true});
  const std::vector<std::int64_t> extents = {7, 9};
  for (const int size : {0, 30, 200})
    check_pairs(this->exec, extents, RandomEntries(8, size, extents));
}
/// The first diagonal ends with a place outside of the matrix, where the first chunk ends.
TYPED_TEST(Pairs, DiagonalsInChunksOfTheirOwn) {
  const std::int64_t rows                 = 10000;
  const std::vector<std::int64_t> extents = {rows, rows};
  RandomEntries entries(9, 0, extents);
  for (const std::int64_t offset : {1, 2})
    for (std::int64_t i = 0; i + offset < rows; ++i) {
      entries.coordinates.push_back({i, i + offset});
      entries.values.push_back(static_cast<double>(i % 7 + offset));
    }
  const TensorFormat diagonals =
      TensorFormat::parse("(d0, d1) -> (d1 - d0 : compressed, d0 : dense)", 2);
  const TensorRef source = ref(random_tensor(this->exec, diagonals, entries, extents));
  const TensorRef rows_first = convert(this->exec, source, Formats::csr());
  validate(this->exec, rows_first);
  EXPECT_EQ(to_map(extract(this->exec, rows_first, ExtractZeros::skip_all)),
            to_map(entries.coordinates, entries.values));
}
/// Enough entries for several chunks, all threads of the space.
TYPED_TEST(Pairs, ManyEntries) {
  const std::vector<std::int64_t> extents = {250, 9};
  const RandomEntries entries(7, 4000, extents);
  const EntryMap expected = to_map(entries.coordinates, entries.values);
  const TensorRef source =
      ref(random_tensor(this->exec, Formats::csr(), entries, extents));
  for (const TensorFormat& format : pair_formats()) {
    SCOPED_TRACE(format.to_string());
    const TensorRef there = convert(this->exec, source, format);
    validate(this->exec, there);
    const TensorRef back = convert(this->exec, there, Formats::csc());
    EXPECT_EQ(to_map(extract(this->exec, back, ExtractZeros::skip_all)), expected);
  }
}

}  // namespace
