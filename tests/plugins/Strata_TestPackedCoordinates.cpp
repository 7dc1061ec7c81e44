// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Coordinates of 1, 2 and 4 bits (E2, S0-15): four of 2 bits to a byte, the first one in
// the lowest bits.
#include <sstream>

#include <Strata_FormatName.hpp>
#include <Strata_Insert.hpp>
#include <Strata_Mirror.hpp>
#include <Strata_Permute.hpp>
#include <Strata_Print.hpp>
#include <Strata_Subview.hpp>
#include <Strata_TestMessage.hpp>
#include <Strata_Wrap.hpp>

#include "Strata_TestLevelFormats.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

using Bytes = std::vector<int>;
using Rows  = std::vector<std::vector<double>>;

STRATA_TYPED_SUITE(PackedCoordinates);

const std::string two_of_four =
    "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])";

/// The matrix of S0-15.
Rows seed_matrix() {
  const Rows half = {{1, 0, 2, 0, 3, 0, 4, 0},     {0, 5, 0, 6, 0, 7, 0, 8},
                     {9, 10, 0, 0, 0, 0, 11, 12},  {0, 0, 13, 14, 15, 16, 0, 0},
                     {17, 18, 0, 0, 19, 20, 0, 0}, {21, 22, 0, 0, 23, 24, 0, 0},
                     {0, 0, 25, 26, 0, 0, 27, 28}, {0, 0, 29, 30, 0, 0, 31, 32}};
  Rows rows;
  for (std::size_t i = 0; i < 16; ++i) {
    rows.push_back(half[i % 8]);
    rows[i].insert(rows[i].end(), half[i % 8].begin(), half[i % 8].end());
  }
  return rows;
}

Bytes bytes_of(const TensorRef& t, int l, std::int64_t count) {
  const auto* data = static_cast<const std::uint8_t*>(t.levels[l].coordinates);
  return {data, data + count};
}

/// S0-15 with crdWidth = 2: 128 coordinates in 32 bytes.
TYPED_TEST(PackedCoordinates, S0_15_TwoOfFour) {
  const TensorRef t = store(this->exec, two_of_four + ", crdWidth = 2", seed_matrix());
  EXPECT_EQ(t.levels[2].num_coordinates, 128);
  const Bytes half = {0x88, 0x88, 0xDD, 0xDD, 0xE4, 0xE4, 0x4E, 0x4E,
                      0x44, 0x44, 0x44, 0x44, 0xEE, 0xEE, 0xEE, 0xEE};
  Bytes all = half;
  all.insert(all.end(), half.begin(), half.end());
  EXPECT_EQ(bytes_of(t, 2, 32), all);
  const TensorRef wide = store(this->exec, two_of_four + ", crdWidth = 8", seed_matrix());
  EXPECT_EQ(coordinates(t, 2), coordinates(wide, 2));
  EXPECT_EQ(values(t), values(wide));
  const TensorRef back = convert(this->exec, convert(this->exec, t, Formats::csr()), t.format);
  EXPECT_EQ(bytes_of(back, 2, 32), all);
  EXPECT_EQ(values(back), values(t));
}

TYPED_TEST(PackedCoordinates, ArraysAreBytes) {
  const auto view = assemble<double>(
      this->exec, TensorFormat::parse("(i, j) -> (i : dense, j : compressed), crdWidth = 2"),
      {2, 4}, Coordinates{{0, 1}, {0, 3}, {1, 0}, {1, 2}, {1, 3}},
      std::vector<double>{1, 2, 3, 4, 5});
  EXPECT_EQ(coordinates(ref(view), 1), (std::vector<std::int64_t>{1, 3, 0, 2, 3}));
  EXPECT_EQ(view.template coordinates<std::uint8_t>(1).extent(0), 2u);
  EXPECT_EQ(bytes_of(ref(view), 1, 2), (Bytes{1 | 3 << 2 | 0 << 4 | 2 << 6, 3}));
  EXPECT_EQ(view.bytes(), 3 * 8 + 2 + 5 * 8);
  EXPECT_EQ(view(1, 2), 4.0);
  EXPECT_EQ(view(1, 1), 0.0);
  std::ostringstream text;
  print(this->exec, text, ref(view));
  expect_contains(text.str(), "coordinates[1] (5): 1 3 0 2 3");
}

TYPED_TEST(PackedCoordinates, OneAndFourBits) {
  const Rows rows = {{0, 1, 2, 0, 0, 3, 0, 0, 4}, {5, 0, 0, 0, 0, 0, 0, 0, 0}};
  const TensorRef one = store(
      this->exec, "(i, j) -> (i : dense, j floordiv 2 : dense, j mod 2 : compressed), crdWidth = 1",
      rows);
  EXPECT_EQ(coordinates(one, 2), (std::vector<std::int64_t>{1, 0, 1, 0, 0}));
  EXPECT_EQ(bytes_of(one, 2, 1), (Bytes{0b00101}));
  const TensorRef four = store(this->exec, "CSR<32, 4>", rows);
  EXPECT_EQ(bytes_of(four, 1, 3), (Bytes{1 | 2 << 4, 5 | 8 << 4, 0}));
}

/// The largest coordinate that is stored has to fit, not the extent; padding takes one more.
TYPED_TEST(PackedCoordinates, WhatDoesNotFitIsRefused) {
  const auto made = [&](const std::string& format, const Rows& rows) {
    return store(this->exec, format + ", crdWidth = 2", rows);
  };
  made("CSR", {{1, 0, 0, 2, 0, 0}});
  expect_contains(message_of<IndexOverflow>([&] { made("CSR", {{1, 0, 0, 0, 2, 0}}); }),
                  "coordinate at level 1: expected at most 3 (2-bit unsigned), got 4");
  made("ELL", {{1, 0, 2}, {0, 0, 0}});
  expect_contains(message_of<IndexOverflow>([&] { made("ELL", {{1, 0, 2, 0}}); }),
                  "level 1, padding: expected a coordinate of 2 bits");
  TensorRef t = made("CSR", {{1, 0, 2, 3}});
  *static_cast<std::uint8_t*>(const_cast<void*>(t.levels[1].coordinates)) = 0;
  EXPECT_THROW(validate(this->exec, t), InvalidStorage);
}

TYPED_TEST(PackedCoordinates, PaddingIsTheLargestNumber) {
  const TensorRef t = store(this->exec, "ELL, crdWidth = 2", {{1, 0, 2}, {0, 3, 0}});
  EXPECT_EQ(coordinates(t, 1), (std::vector<std::int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(bytes_of(t, 1, 1), (Bytes{0 | 1 << 2 | 2 << 4 | 3 << 6}));
}

TYPED_TEST(PackedCoordinates, ArraysAreWrapped) {
  using memory_space = typename TypeParam::memory_space;
  Kokkos::View<std::uint8_t*, memory_space> crd("crd", 1);
  Kokkos::View<std::uint64_t*, memory_space> pos("pos", 2);
  Kokkos::View<double*, memory_space> val("val", 3);
  Kokkos::deep_copy(this->exec, crd, static_cast<std::uint8_t>(0 | 1 << 2 | 3 << 4));
  Kokkos::deep_copy(this->exec, Kokkos::subview(pos, 1), std::uint64_t{3});
  Kokkos::deep_copy(this->exec, val, 2.0);
  this->exec.fence("test");
  const auto packed = [&](int bits, std::int64_t count) {
    return IndexArray<memory_space>::packed(crd, bits, count);
  };
  const auto view = wrap(Formats::csr(), {1, 4}, {pos}, {packed(2, 3)}, val);
  validate(this->exec, ref(view));
  EXPECT_EQ(view.format().crd_type().width, 2);
  EXPECT_EQ(coordinates(ref(view), 1), (std::vector<std::int64_t>{0, 1, 3}));
  EXPECT_EQ(view(0, 3), 2.0);
  expect_contains(message_of<InvalidStorage>([&] { packed(4, 3); }),
                  "expected 2 bytes for 3 coordinates of 4 bits, got 1");
  EXPECT_THROW(packed(8, 1), FormatMismatch);
}

TYPED_TEST(PackedCoordinates, CopiesAndPartsShareThem) {
  const std::vector<std::int64_t> extents = {7, 9};
  const RandomEntries entries(3, 30, extents);
  const auto view = random_tensor(this->exec, TensorFormat::parse("CSR<64, 4>"), entries, extents);
  const EntryMap expected = to_map(entries.coordinates, entries.values);
  const auto all_of       = [&](const auto& other) {
    return to_map(extract(this->exec, ref(other), ExtractZeros::skip_all));
  };
  const auto copy = create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  EXPECT_EQ(copy.format(), view.format());
  EXPECT_EQ(all_of(copy), expected);
  TensorRef arrays = ref(view);
  arrays.owner     = nullptr;  // nobody knows what they are of
  EXPECT_EQ(all_of(view_of<double, typename TypeParam::memory_space>(arrays)), expected);
  EntryMap turned;
  for (const auto& [at, value] : expected) turned[{at[1], at[0]}] = value;
  EXPECT_EQ(all_of(transposed(view)), turned);
}

TYPED_TEST(PackedCoordinates, NothingIsInsertedInPlace) {
  const TensorRef t = store(this->exec, "(i, j) -> (i : dense, j : loose_compressed), crdWidth = 2",
                            {{1, 0, 2}, {0, 3, 0}});
  expect_contains(message_of<FormatMismatch>([&] { insert(this->exec, t, t); }),
                  "coordinates of whole bytes");
  expect_contains(message_of<FormatMismatch>([&] { with_room(this->exec, t, t.format, 1); }),
                  "choose crdWidth = 8");
}

TEST(PackedTexts, RoundTripAndRefusals) {
  for (const std::string& text :
       {two_of_four + ", crdWidth = 2", std::string("NM(2,4)<0, 2>"), std::string("CSR<32, 1>"),
        std::string("#sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j floordiv 4 : dense, "
                    "j mod 4 : block2_4), crdWidth = 2 }>")}) {
    const TensorFormat format = TensorFormat::parse(text);
    EXPECT_EQ(TensorFormat::parse(format.to_string()), format) << text;
    EXPECT_EQ(TensorFormat::parse(format.to_encoding()), format) << text;
    EXPECT_EQ(TensorFormat::parse(name_of(format)), format) << text;
    EXPECT_FALSE(format.is_built_in());
  }
  EXPECT_EQ(TensorFormat::parse("NM(2,4)<0, 2>"),
            TensorFormat::parse(two_of_four + ", crdWidth = 2"));
  EXPECT_EQ(TensorFormat::parse("CSR<32, 2>").built_in(), TensorFormat::parse("CSR<32, 8>"));
  expect_contains(message_of<ParseError>([] { (void)TensorFormat::parse("CSR, crdWidth = 3"); }),
                  "expected crdWidth to be 0, 8, 16, 32 or 64, or 1, 2 or 4 (packed)");
  expect_contains(message_of<ParseError>([] { (void)TensorFormat::parse("CSR, posWidth = 2"); }),
                  "expected posWidth to be 0, 8, 16, 32 or 64");
  EXPECT_THROW((void)TensorFormat::parse("CSR<2, 2>"), ParseError);
  expect_contains(message_of<FormatMismatch>([] {
                    (void)Formats::csr().with_index_types({}, {2, true});
                  }),
                  "crdWidth: expected a width of 0, 8, 16, 32 or 64, or of 1, 2 or 4 for "
                  "unsigned ones that are packed, got 2, signed");
}

}  // namespace
