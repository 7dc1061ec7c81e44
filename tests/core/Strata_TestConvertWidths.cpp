// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Index types: narrower ones are checked, never wrapped.
#include "Strata_TestStorage.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(ConvertWidths);

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
#define EXPECT_CONTAINS(text, part) EXPECT_TRUE(contains(text, part)) << text

std::vector<IndexType> index_types() {
  std::vector<IndexType> types = {{0}};
  for (const int width : {8, 16, 32, 64})
    for (const bool is_signed : {false, true})
      types.push_back({width, is_signed});
  return types;
}

TYPED_TEST(ConvertWidths, EveryPair) {
  const auto exec = one_thread(this->exec);
  const std::vector<std::int64_t> extents = {12, 11};
  const RandomEntries entries(1, 60, extents);
  const Sums expected = sums_of(entries);
  for (const IndexType a : index_types())
    for (const IndexType b : index_types())
      for (const char* from : {"CSR", "COO"})
        for (const char* to : {"CSR", "CSC", "DCSC", "COO"}) {
          const TensorRef source = store_awkwardly(
              TensorFormat::parse(from, 2).with_index_types(a, b), extents,
              entries);
          const TensorRef result =
              convert(exec, source,
                      TensorFormat::parse(to, 2).with_index_types(b, a));
          validate(exec, result);
          EXPECT_EQ(sums_of(extract(exec, result)), expected);
        }
}

/// Entries (0, 0), (1, 1) … (n - 1, n - 1).
RandomEntries diagonal(std::int64_t n) {
  RandomEntries entries(1, 0, {});
  for (std::int64_t i = 0; i < n; ++i) {
    entries.coordinates.push_back({i, i});
    entries.values.push_back(static_cast<double>(i + 1));
  }
  return entries;
}

TYPED_TEST(ConvertWidths, EightBitsAbove127) {
  const std::vector<std::int64_t> extents = {255, 255};
  const RandomEntries entries             = diagonal(255);
  const Sums expected                     = sums_of(entries);
  for (const char* name : {"CSR", "CSC", "DCSR", "COO", "COO(1,0)"}) {
    const TensorFormat wide = TensorFormat::parse(name, 2);
    const TensorFormat narrow = wide.with_index_types({8}, {8});
    for (const char* other : {"CSR", "DCSC", "COO"}) {
      const TensorFormat format = TensorFormat::parse(other, 2);
      const TensorRef a         = store_awkwardly(format, extents, entries);
      const TensorRef b         = convert(this->exec, a, narrow);
      validate(this->exec, b);
      EXPECT_EQ(coordinates_of(b, 1).back(), 254);
      EXPECT_EQ(sums_of(extract(this->exec, b)), expected);
      for (const TensorFormat& to : {format, wide, narrow}) {
        const TensorRef c = convert(this->exec, b, to);
        validate(this->exec, c);
        EXPECT_EQ(sums_of(extract(this->exec, c)), expected);
      }
    }
  }
}

/// Conversions of every kind: copy, transpose, in order, sorted.
TYPED_TEST(ConvertWidths, CoordinatesThatDoNotFit) {
  const std::vector<std::int64_t> extents = {1000, 1000};
  for (const char* from : {"CSR", "DCSR", "COO"})
    for (const char* to : {"CSR", "CSC", "DCSR", "DCSC", "COO"})
      for (const bool is_signed : {false, true}) {
        SCOPED_TRACE(std::string(from) + " to " + to);
        const std::int64_t most = is_signed ? 127 : 255;
        const TensorFormat narrow =
            TensorFormat::parse(to, 2).with_index_types({32}, {8, is_signed});
        const auto run = [&](std::int64_t largest) {
          RandomEntries entries(1, 0, extents);
          entries.coordinates = {{0, 0}, {largest, largest}};
          entries.values      = {1, 2};
          const TensorRef a =
              store_awkwardly(TensorFormat::parse(from, 2), extents, entries);
          const TensorRef b = convert(this->exec, a, narrow);
          EXPECT_EQ(sums_of(extract(this->exec, b)), sums_of(entries));
        };
        run(most);
        const std::string message =
            message_of<IndexOverflow>([&] { run(most + 1); });
        EXPECT_CONTAINS(message, "Strata::convert");
        EXPECT_CONTAINS(message, "coordinate at level ");
        EXPECT_CONTAINS(message, "at most " + std::to_string(most) +
                                     " (8-bit " +
                                     (is_signed ? "signed)" : "unsigned)"));
        EXPECT_CONTAINS(message, "got " + std::to_string(most + 1));
      }
}

TYPED_TEST(ConvertWidths, PositionsThatDoNotFit) {
  const std::vector<std::int64_t> extents = {256, 256};
  for (const char* from : {"CSR", "COO"})
    for (const char* to : {"CSR", "CSC", "DCSR", "DCSC", "COO"}) {
      SCOPED_TRACE(std::string(from) + " to " + to);
      const TensorFormat narrow =
          TensorFormat::parse(to, 2).with_index_types({8}, {});
      const auto run = [&](std::int64_t n) {
        const TensorRef a =
            store_awkwardly(TensorFormat::parse(from, 2), extents, diagonal(n));
        validate(this->exec, convert(this->exec, a, narrow));
      };
      run(255);
      const std::string message = message_of<IndexOverflow>([&] { run(256); });
      EXPECT_CONTAINS(message, "Strata::convert");
      EXPECT_CONTAINS(message, "position at level ");
      EXPECT_CONTAINS(message, "at most 255 (8-bit unsigned)");
      EXPECT_CONTAINS(message, "got 256");
      EXPECT_CONTAINS(message, "posWidth");
    }
}

TYPED_TEST(ConvertWidths, DenseLevelsTooLarge) {
  RandomEntries entries(1, 0, {});
  entries.coordinates = {{1, 2}};
  entries.values      = {1};
  for (const std::int64_t huge :
       {std::int64_t{1} << 40, std::int64_t{1} << 30}) {
    const TensorRef a =
        store_awkwardly(Formats::coo(2), {huge, huge}, entries);
    EXPECT_THROW(convert(this->exec, a, Formats::dense(2)), IndexOverflow);
  }
  const TensorRef a = store_awkwardly(
      Formats::coo(2), {std::int64_t{1} << 62, 4}, entries);
  EXPECT_THROW(convert(this->exec, a, Formats::csr()), IndexOverflow);
}

}  // namespace
