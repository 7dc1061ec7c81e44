// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entries into tensors that have room for them.
#include <Strata_Insert.hpp>
#include <Strata_TestMessage.hpp>

#include "Strata_TestLevelFormats.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(Insert);

const char* const loose = "(i, j) -> (i : dense, j : loose_compressed)";

TYPED_TEST(Insert, RoomStandsBehindSegments) {
  const TensorRef t = with_room(this->exec,
                                store(this->exec, "CSR", {{1, 0, 2}, {0, 0, 0}, {0, 3, 0}}),
                                TensorFormat::parse(loose), 2);
  validate(this->exec, t);
  EXPECT_EQ(positions(t, 1), (Numbers{0, 2, 4, 4, 6, 7}));
  EXPECT_EQ(coordinates(t, 1), (Numbers{0, 2, 0, 0, 0, 0, 1, 0, 0}));
  EXPECT_EQ(values(t), (std::vector<double>{1, 2, 0, 0, 0, 0, 3, 0, 0}));
}

TYPED_TEST(Insert, EntriesGoWhereTheyBelong) {
  const TensorRef t = with_room(this->exec,
                                store(this->exec, "CSR", {{1, 0, 2, 0}, {0, 0, 0, 0}, {0, 3, 0, 0}}),
                                TensorFormat::parse(loose), 2);
  const void* arrays[] = {t.values, t.levels[1].positions, t.levels[1].coordinates};
  const TensorRef more = store(this->exec, "COO(2)", {{0, 5, 6, 0}, {0, 0, 7, 0}, {8, 9, 0, 4}});
  EXPECT_EQ(insert(this->exec, t, more), 4);
  validate(this->exec, t);
  EXPECT_EQ(positions(t, 1), (Numbers{0, 3, 4, 5, 6, 9}));
  EXPECT_EQ(coordinates(t, 1), (Numbers{0, 1, 2, 0, 2, 0, 0, 1, 3}));
  EXPECT_EQ(values(t), (std::vector<double>{1, 5, 6, 0, 7, 0, 8, 9, 4}));
  EXPECT_EQ(insert(this->exec, t, more, InsertMode::add), 0);
  EXPECT_EQ(values(t), (std::vector<double>{1, 10, 12, 0, 14, 0, 16, 18, 8}));
  EXPECT_EQ(t.values, arrays[0]);
  EXPECT_EQ(t.levels[1].positions, arrays[1]);
  EXPECT_EQ(t.levels[1].coordinates, arrays[2]);
}

/// Nothing changes where one segment has no room, and the message names it.
TYPED_TEST(Insert, FullSegmentsAreNamed) {
  const TensorRef t = with_room(this->exec, store(this->exec, "CSR", {{1, 0, 2, 0}, {0, 3, 0, 0}}),
                                TensorFormat::parse(loose), 1);
  const TensorRef more = store(this->exec, "CSR", {{0, 5, 0, 0}, {8, 0, 0, 4}});
  expect_contains(message_of<FormatMismatch>([&] { insert(this->exec, t, more); }),
                  "segment (1): expected room for 3 entries, got room for 2");
  EXPECT_EQ(positions(t, 1), (Numbers{0, 2, 3, 4}));
  EXPECT_EQ(values(t), (std::vector<double>{1, 2, 0, 3, 0}));
}

/// Segments may come in any order, and empty ones stand where others begin.
TYPED_TEST(Insert, LimitsAreWhereOtherSegmentsBegin) {
  Kokkos::View<std::uint64_t*, Kokkos::HostSpace> pos("pos", 8), crd("crd", 6);
  Kokkos::View<double*, Kokkos::HostSpace> val("val", 6);
  const std::uint64_t p[] = {3, 4, 3, 3, 0, 1, 5, 5};
  for (int n = 0; n < 8; ++n) pos(n) = p[n];
  crd(3) = 1;
  val(3) = 2;
  TensorRef t;
  t.format     = TensorFormat::parse(loose);
  t.extents    = {4, 4};
  t.levels     = {{}, {pos.data(), 8, crd.data(), 6}};
  t.values     = val.data();
  t.num_values = 6;
  EXPECT_THROW(insert(this->exec, t, store(this->exec, "CSR", std::vector<std::vector<double>>{
                 {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}})), FormatMismatch);
  EXPECT_EQ(insert(this->exec, t,
                   store(this->exec, "CSR", std::vector<std::vector<double>>{
                     {7, 0, 0, 0}, {0, 0, 0, 0}, {0, 5, 6, 0}, {0, 0, 0, 9}})), 4);
  EXPECT_EQ(positions(t, 1), (Numbers{3, 5, 3, 3, 0, 3, 5, 6}));
  EXPECT_EQ(coordinates(t, 1), (Numbers{0, 1, 2, 0, 1, 3}));
  EXPECT_EQ(values(t), (std::vector<double>{0, 5, 6, 7, 2, 9}));
}

/// As if all entries had been there from the beginning; views and other scalar types.
TYPED_TEST(Insert, AgreesWithAssembly) {
  const std::vector<std::int64_t> extents = {40, 30};
  const RandomEntries first(1, 300, extents), second(2, 200, extents);
  using scalar = Kokkos::complex<double>;
  const auto make = [&](const RandomEntries& entries) {
    return assemble<scalar>(this->exec, Formats::csr(), extents, entries.coordinates,
                            std::vector<scalar>(entries.values.begin(), entries.values.end()));
  };
  const auto t = with_room(this->exec, make(first),
                           TensorFormat::parse(std::string(loose) + ", crdWidth = 8"), 200);
  insert(this->exec, t, make(second), InsertMode::add);
  validate(this->exec, ref(t));
  RandomEntries all = first;
  all.coordinates.insert(all.coordinates.end(), second.coordinates.begin(), second.coordinates.end());
  all.values.insert(all.values.end(), second.values.begin(), second.values.end());
  const TensorRef expected = ref(make(all)), got = convert(this->exec, ref(t), Formats::csr());
  EXPECT_EQ(positions(got, 1), positions(expected, 1));
  EXPECT_EQ(coordinates(got, 1), coordinates(expected, 1));
  const auto *a = static_cast<const scalar*>(got.values), *b = static_cast<const scalar*>(expected.values);
  for (std::int64_t n = 0; n < expected.num_values; ++n) EXPECT_LT(Kokkos::abs(a[n] - b[n]), 1e-12) << n;
}

TYPED_TEST(Insert, WhatDoesNotFitIsRefused) {
  const TensorRef csr = store(this->exec, "CSR", {{1, 0}, {0, 2}});
  EXPECT_THROW(insert(this->exec, csr, csr), FormatMismatch);
  EXPECT_THROW(with_room(this->exec, csr, Formats::csr(), 1), FormatMismatch);
  EXPECT_THROW(with_room(this->exec, csr, TensorFormat::parse(loose), -1), FormatMismatch);
  EXPECT_THROW(with_room(this->exec, csr, TensorFormat::parse(std::string(loose) + ", posWidth = 8"),
                         200), IndexOverflow);
  TensorRef t = with_room(this->exec, csr, TensorFormat::parse(loose), 1);
  EXPECT_THROW(insert(this->exec, t, store(this->exec, "CSR", {{1, 0, 1}, {0, 2, 1}})), ShapeMismatch);
  t.is_const = true;
  EXPECT_THROW(insert(this->exec, t, csr), FormatMismatch);
  for (const char* format : {"(i, j) -> (i : compressed, j : loose_compressed)",
                             "(i, j) -> (i : dense, j : loose_compressed(nonunique))",
                             "(i, j) -> (i : dense, j : loose_compressed(nonordered))"})
    EXPECT_THROW(insert(this->exec, with_room(this->exec, csr, TensorFormat::parse(format, 2), 1), csr),
                 FormatMismatch) << format;
}

}  // namespace
