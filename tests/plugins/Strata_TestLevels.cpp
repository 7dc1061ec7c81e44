// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Levels of plugins: storage as the documents print it, text, refusals, access.
#include "Strata_TestLevelFormats.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(Levels);

/// S0-22; figure 5 of Chou et al. 2020.
TYPED_TEST(Levels, EllIsStoredInSlices) {
  const TensorRef ell = store(this->exec, "(i, j) -> (i : dense, j : ell), crdWidth = 8",
                              {{6, 0, 9, 8}, {0, 0, 0, 0}, {5, 0, 0, 7}});
  EXPECT_EQ(positions(ell, 1), (Numbers{3, 3}));
  EXPECT_EQ(coordinates(ell, 1), (Numbers{0, 255, 0, 2, 255, 3, 3, 255, 255}));
  EXPECT_EQ(values(ell), (std::vector<double>{6, 0, 5, 9, 0, 7, 8, 0, 0}));
}

/// Kreutzer et al. 2014, figure 2: SELL-2, the last slice with a row of padding alone.
TYPED_TEST(Levels, SellHasSlicesOfTheirOwnWidth) {
  const TensorRef t = store(this->exec, "(i, j) -> (i : dense, j : sell[2]), crdWidth = 8",
                            {{6, 0, 9, 8}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {5, 0, 0, 7}});
  EXPECT_EQ(positions(t, 1), (Numbers{0, 3, 3, 5}));
  EXPECT_EQ(coordinates(t, 1), (Numbers{0, 255, 2, 255, 3, 255, 0, 255, 3, 255}));
  EXPECT_EQ(values(t), (std::vector<double>{6, 0, 9, 0, 8, 0, 5, 0, 7, 0}));
  EXPECT_EQ(positions(store(this->exec, "(i, j) -> (i : dense, j : sell[1])", {{1, 2}, {0, 3}}), 1),
            (Numbers{0, 2, 3}));
  EXPECT_EQ(positions(store(this->exec, "(i, j) -> (i : dense, j : sell[8])", {{1, 2}, {0, 3}}), 1),
            (Numbers{0, 2}));
}

/// Saad 1989: rows in the order of their lengths, then first entries, second ones, …
TYPED_TEST(Levels, JaggedDiagonals) {
  const TensorRef t =
      store(this->exec, "(i, j) -> (i : by_length, j : jagged)",
            {{1, 0, 2, 0}, {0, 0, 0, 0}, {3, 4, 5, 0}, {0, 6, 0, 0}, {0, 7, 0, 8}});
  EXPECT_EQ(positions(t, 0), (Numbers{0, 4}));
  EXPECT_EQ(coordinates(t, 0), (Numbers{2, 0, 4, 3}));
  EXPECT_EQ(positions(t, 1), (Numbers{3, 0, 4, 7, 8, 0, 1, 3, 4}));
  EXPECT_EQ(coordinates(t, 1), (Numbers{0, 0, 1, 1, 1, 2, 3, 2}));
  EXPECT_EQ(values(t), (std::vector<double>{3, 1, 7, 6, 4, 2, 8, 5}));
  const TensorRef empty = store(this->exec, "(i, j) -> (i : by_length, j : jagged)", {{0, 0}});
  EXPECT_EQ(positions(empty, 1), (Numbers{0, 0, 0}));
}

/// Kreutzer et al. 2014: SELL-2-4. Rows are sorted in scopes of four of those stored.
TYPED_TEST(Levels, SellSortsRowsInScopes) {
  const TensorRef t =
      store(this->exec, "(i, j) -> (i : by_length_in[4], j : sell[2]), crdWidth = 8",
            {{1, 0, 0}, {2, 3, 0}, {0, 4, 0}, {5, 6, 7}, {8, 0, 0}, {0, 9, 1}});
  EXPECT_EQ(coordinates(t, 0), (Numbers{3, 1, 0, 2, 5, 4}));
  EXPECT_EQ(positions(t, 1), (Numbers{0, 3, 4, 6}));
  EXPECT_EQ(coordinates(t, 1), (Numbers{0, 0, 1, 1, 2, 255, 0, 1, 1, 0, 2, 255}));
  EXPECT_EQ(values(t), (std::vector<double>{5, 2, 6, 3, 7, 0, 1, 4, 9, 8, 1, 0}));
}

TEST(FormatNames, OfPlugins) {
  const auto same = [](const char* name, const char* text) {
    EXPECT_EQ(TensorFormat::parse(name), TensorFormat::parse(text)) << name;
  };
  same("ELL", "(i, j) -> (i : dense, j : ell)");
  same("SELL(8)", "(i, j) -> (i : dense, j : sell[8])");
  same("SELL(8,32)<32>",
       "(i, j) -> (i : by_length_in[32], j : sell[8]), posWidth = 32, crdWidth = 32");
  same("JAD", "(i, j) -> (i : by_length, j : jagged)");
  same("NM(2,4)", "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])");
  same("BCOO", "(i, j, k) -> (i : dense, j : compressed(nonunique, high), k : singleton)");
  for (const char* wrong : {"SELL", "SELL(0)", "SELL(1,2,3)", "JAD(2)", "ELLX", "NM(2)"})
    EXPECT_THROW(TensorFormat::parse(wrong), ParseError) << wrong;
  EXPECT_THROW(register_format({"JAD", 0, "CSR"}), FormatMismatch);
  EXPECT_TRUE(register_format({"SELL", 1, "(i, j) -> (i : dense, j : sell[$0])"}));
}

TYPED_TEST(Levels, JaggedDiagonalsThatDoNotFitAreRefused) {
  for (const char* text :
       {"(i, j) -> (i : dense, j : jagged)", "(i, j) -> (i : by_length_in[4], j : jagged)",
        "(i, j) -> (i : by_length(nonunique), j : jagged)", "(i, j) -> (i : by_length_in[0], j : dense)",
        "(i, j, k) -> (i : dense, j : by_length, k : jagged)"})
    EXPECT_THROW(TensorFormat::parse(text), ParseError) << text;
  TensorRef t = store(this->exec, "(i, j) -> (i : by_length, j : jagged)",
                      {{1, 0, 2, 0}, {0, 0, 0, 0}, {3, 4, 5, 0}, {0, 6, 0, 0}});
  auto* pos = static_cast<std::uint64_t*>(const_cast<void*>(t.levels[1].positions));
  auto* row = static_cast<std::uint64_t*>(const_cast<void*>(t.levels[0].coordinates));
  for (int n = 0; n < t.levels[1].num_positions; ++n) {
    const std::uint64_t right = std::exchange(pos[n], pos[n] + 1);
    EXPECT_THROW(validate(this->exec, t), InvalidStorage) << n;
    pos[n] = right;
  }
  const std::uint64_t right = std::exchange(row[0], row[2]);
  EXPECT_THROW(validate(this->exec, t), InvalidStorage);
  row[0] = right;
  validate(this->exec, t);
  t.levels[1].num_positions = 7;
  EXPECT_THROW(validate(this->exec, t), InvalidStorage);
  EXPECT_THROW(store(this->exec, "(i, j) -> (i : by_length, j : jagged), posWidth = 8",
                     std::vector<std::vector<double>>(300, {1})),
               IndexOverflow);
}

TYPED_TEST(Levels, SlicesThatDoNotFitAreRefused) {
  EXPECT_THROW(TensorFormat::parse("(i, j) -> (i : dense, j : sell[0])"), ParseError);
  const std::vector<LevelType> no_height{{LevelKind::dense}, {Strata::Levels::sell}};
  EXPECT_THROW(TensorFormat(std::vector<int>{0, 1}, no_height), FormatMismatch);
  EXPECT_THROW(TensorFormat::parse("(i, j) -> (i : dense, j : sell)"), ParseError);
  TensorRef t = store(this->exec, "(i, j) -> (i : dense, j : sell[2])", {{1, 2}, {0, 3}, {4, 0}});
  auto* pos   = static_cast<std::uint64_t*>(const_cast<void*>(t.levels[1].positions));
  for (const auto& [n, wrong] : {std::pair{0, 1}, {1, 4}, {1, 0}, {2, 2}}) {
    const std::uint64_t right = std::exchange(pos[n], wrong);
    EXPECT_THROW(validate(this->exec, t), InvalidStorage) << n << ": " << wrong;
    pos[n] = right;
  }
  validate(this->exec, t);
  t.levels[1].num_positions = 2;
  EXPECT_THROW(validate(this->exec, t), InvalidStorage);
}

/// S2-06.
TYPED_TEST(Levels, FixedWidthIsStoredInRows) {
  const TensorRef t =
      store(this->exec, "(i, j) -> (i : dense, j : fixed_width), crdWidth = 16",
            {{6, 0, 9, 8}, {0, 0, 0, 0}, {5, 0, 0, 7}});
  EXPECT_EQ(positions(t, 1), (Numbers{3, 3}));
  EXPECT_EQ(coordinates(t, 1),
            (Numbers{0, 2, 3, 65535, 65535, 65535, 0, 3, 65535}));
  EXPECT_EQ(values(t), (std::vector<double>{6, 9, 8, 0, 0, 0, 5, 7, 0}));
}

/// S0-06; LLVM's sparse_loose.
TYPED_TEST(Levels, LooseCompressedHasBothEdges) {
  const TensorRef t = store(this->exec, "(i, j) -> (i : dense, j : loose_compressed)",
                            {{1, 2, 3, 4}, {5, 6, 7, 8}, {0, 5.5, 0, 0}, {9, 10, 11, 12},
                             {13, 14, 15, 16}});
  EXPECT_EQ(positions(t, 1), (Numbers{0, 4, 4, 8, 8, 9, 9, 13, 13, 17}));
  EXPECT_EQ(coordinates(t, 1),
            (Numbers{0, 1, 2, 3, 0, 1, 2, 3, 1, 0, 1, 2, 3, 0, 1, 2, 3}));
}

/// S0-06: with elbow room, in any order.
TYPED_TEST(Levels, SegmentsOfLooseCompressedMayComeInAnyOrder) {
  Kokkos::View<std::uint64_t*, Kokkos::HostSpace> pos("pos", 6), crd("crd", 7);
  Kokkos::View<double*, Kokkos::HostSpace> val("val", 7);
  const std::uint64_t p[] = {4, 6, 7, 7, 1, 3}, c[] = {9, 0, 3, 9, 1, 2, 9};
  for (int n = 0; n < 6; ++n) pos(n) = p[n];
  for (int n = 0; n < 7; ++n) crd(n) = c[n], val(n) = n;
  TensorRef t;
  t.format  = TensorFormat::parse("(i, j) -> (i : dense, j : loose_compressed)");
  t.extents = {3, 4};
  t.levels  = {{}, {pos.data(), 6, crd.data(), 7}};
  t.values  = val.data();
  t.num_values = 7;
  validate(this->exec, t);
  const TensorRef csr = convert(this->exec, t, Formats::csr());
  EXPECT_EQ(positions(csr, 1), (Numbers{0, 2, 2, 4}));
  EXPECT_EQ(coordinates(csr, 1), (Numbers{1, 2, 0, 3}));
  EXPECT_EQ(values(csr), (std::vector<double>{4, 5, 1, 2}));
}

/// S0-15.
TYPED_TEST(Levels, TwoOfFour) {
  const std::vector<std::vector<double>> half = {
      {1, 0, 2, 0, 3, 0, 4, 0},     {0, 5, 0, 6, 0, 7, 0, 8},
      {9, 10, 0, 0, 0, 0, 11, 12},  {0, 0, 13, 14, 15, 16, 0, 0},
      {17, 18, 0, 0, 19, 20, 0, 0}, {21, 22, 0, 0, 23, 24, 0, 0},
      {0, 0, 25, 26, 0, 0, 27, 28}, {0, 0, 29, 30, 0, 0, 31, 32}};
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < 16; ++i) {
    rows.push_back(half[i % 8]);
    rows[i].insert(rows[i].end(), half[i % 8].begin(), half[i % 8].end());
  }
  const TensorRef t = store(
      this->exec,
      "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : block2_4), crdWidth = 8", rows);
  EXPECT_EQ(t.format.to_string(),
            "(d0, d1) -> (d0 : dense, d1 floordiv 4 : dense, d1 mod 4 : structured[2, 4]), "
            "crdWidth = 8");
  const Numbers all = coordinates(t, 2);
  ASSERT_EQ(all.size(), 128u);
  const std::vector<Numbers> first = {{0, 2, 0, 2}, {1, 3, 1, 3}, {0, 1, 2, 3}, {2, 3, 0, 1},
                                      {0, 1, 0, 1}, {0, 1, 0, 1}, {2, 3, 2, 3}, {2, 3, 2, 3}};
  for (int i = 0; i < 16; ++i)
    for (int n = 0; n < 8; ++n)
      EXPECT_EQ(all[8 * i + n], first[i % 8][n % 4]) << i << ", " << n;
  const TensorRef back = convert(this->exec, t, Formats::csr());
  EXPECT_EQ(back.num_values, 128);
  EXPECT_EQ(values(back), values(t));
}

/// S0-08: fewer than n in a block; the first free places take what is left.
TYPED_TEST(Levels, StructuredBlocksAreFilledUp) {
  const TensorRef t = store(
      this->exec,
      "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])",
      {{0, 0, 0, 7, 0, 0, 0, 0}, {0, 2, 0, 0, 5, 0, 6, 0}});
  EXPECT_EQ(coordinates(t, 2), (Numbers{0, 3, 0, 1, 0, 1, 0, 2}));
  EXPECT_EQ(values(t), (std::vector<double>{0, 7, 0, 0, 0, 2, 5, 6}));
  EXPECT_EQ(convert(this->exec, t, Formats::csr()).num_values, 4);
  EXPECT_THROW(
      store(this->exec,
            "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])",
            {{1, 2, 3, 0}}),
      FormatMismatch);
}

/// S0-18: two batches.
TYPED_TEST(Levels, BatchedCoordinates) {
  const TensorRef t = ref(assemble<double>(
      this->exec,
      TensorFormat::parse("(i, j, k) -> (i : dense, j : compressed(nonunique, high), k : "
                          "singleton)"),
      {2, 3, 4}, Coordinates{{1, 0, 2}, {0, 1, 3}, {0, 1, 0}, {1, 2, 2}, {0, 2, 1}},
      std::vector<double>{1, 2, 3, 4, 5}));
  validate(this->exec, t);
  EXPECT_EQ(positions(t, 1), (Numbers{0, 3, 3, 5}));
  EXPECT_EQ(coordinates(t, 1), (Numbers{1, 1, 2, 0, 2}));
  EXPECT_EQ(coordinates(t, 2), (Numbers{0, 3, 1, 2, 2}));
  EXPECT_EQ(values(t), (std::vector<double>{3, 2, 5, 1, 4}));
}

/// S2-05.
TYPED_TEST(Levels, RaggedStoresNoCoordinates) {
  const TensorRef t = store(this->exec, "(i, j) -> (i : dense, j : ragged)",
                            {{1, 0, 2, 0}, {0, 0, 0, 0}, {3, 0, 0, 0}});
  EXPECT_EQ(positions(t, 1), (Numbers{0, 3, 3, 4}));
  EXPECT_EQ(t.levels[1].num_coordinates, 0);
  EXPECT_EQ(values(t), (std::vector<double>{1, 0, 2, 3}));
}

TYPED_TEST(Levels, PaddedSingleton) {
  const TensorRef t =
      store(this->exec, "(i, j) -> (i : dense, j : singleton(padded)), crdWidth = 8",
            {{0, 0, 5}, {0, 0, 0}, {7, 0, 0}});
  EXPECT_EQ(coordinates(t, 1), (Numbers{2, 255, 0}));
  EXPECT_EQ(values(t), (std::vector<double>{5, 0, 7}));
  EXPECT_THROW(store(this->exec, "(i, j) -> (i : dense, j : singleton(padded))",
                     {{1, 1, 0}}),
               FormatMismatch);
}

TYPED_TEST(Levels, EveryEntryIsVisitedAndFound) {
  const std::vector<std::int64_t> extents = {7, 9};
  const RandomEntries entries(3, 30, extents);
  for (const TensorFormat& format : pair_formats()) {
    SCOPED_TRACE(format.to_string());
    const auto view = random_tensor(this->exec, format, entries, extents);
    const EntryMap expected = to_map(entries.coordinates, entries.values);
    double sum = 0, visited = 0;
    for (const auto& [at, value] : expected) {
      EXPECT_EQ(view(at[0], at[1]), value);
      sum += value * static_cast<double>(10 * at[0] + at[1]);
    }
    parallel_reduce_each(
        this->exec, view,
        KOKKOS_LAMBDA(std::int64_t i, std::int64_t j, const double& value, double& total) {
          total += value * static_cast<double>(10 * i + j);
        },
        visited);
    EXPECT_DOUBLE_EQ(visited, sum);
    EXPECT_EQ(to_map(extract(this->exec, ref(view), ExtractZeros::skip_all)), expected);
  }
}

TYPED_TEST(Levels, WrongArraysAreFound) {
  TensorRef ell = store(this->exec, "(i, j) -> (i : dense, j : ell)",
                        {{6, 0, 9, 8}, {0, 0, 0, 0}, {5, 0, 0, 7}});
  auto* crd = static_cast<std::uint64_t*>(const_cast<void*>(ell.levels[1].coordinates));
  auto* pos = static_cast<std::uint64_t*>(const_cast<void*>(ell.levels[1].positions));
  crd[3]    = 0;  // row 0 stores 0 twice
  EXPECT_THROW(validate(this->exec, ell), InvalidStorage);
  crd[3] = 2;
  validate(this->exec, ell);
  pos[0] = 4;
  EXPECT_THROW(validate(this->exec, ell), InvalidStorage);
  pos[0] = 3, pos[1] = 2;
  EXPECT_THROW(validate(this->exec, ell), InvalidStorage);
}

TYPED_TEST(Levels, PaddingNeedsACoordinateOfItsOwn) {
  const auto assemble_width = [&](std::int64_t columns) {
    return assemble<double>(
        this->exec, TensorFormat::parse("(i, j) -> (i : dense, j : ell), crdWidth = 8"),
        {2, columns}, Coordinates{{0, 1}}, std::vector<double>{1});
  };
  assemble_width(255);
  EXPECT_THROW(assemble_width(256), IndexOverflow);
}

TEST(LevelTexts, RoundTrip) {
  for (const TensorFormat& format : pair_formats())
    EXPECT_EQ(TensorFormat::parse(format.to_string()), format) << format.to_string();
  EXPECT_EQ(TensorFormat::parse("(i, j) -> (i : dense, j : compressed(high))").to_string(),
            "(d0, d1) -> (d0 : dense, d1 : loose_compressed)");
  EXPECT_EQ(
      TensorFormat::parse("(i, j) -> (#i : dense, i : dense, j : singleton(padded))").to_string(),
      "(d0, d1) -> (d0 : dense, d1 : ell)");
  EXPECT_EQ(TensorFormat::parse("(i, j) -> (i : dense, j : singleton(padded, nonordered))")
                .to_string(),
            "(d0, d1) -> (d0 : dense, d1 : singleton(padded, nonordered))");
}

void expect_refusal(const std::string& text, const std::string& reason) {
  try {
    TensorFormat::parse(text);
    FAIL() << text;
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find(reason), std::string::npos) << e.what();
  }
}

/// LLVM's invalid_encoding.
TEST(LevelTexts, Refusals) {
  expect_refusal("(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[5, 4])",
                 "expected n <= m");
  expect_refusal(
      "(i, j) -> (i : compressed, j floordiv 4 : dense, j mod 4 : structured[2, 4])",
      "all dense level types before");
  expect_refusal("(i, j) -> (j floordiv 4 : dense, j mod 4 : structured[2, 4], i : dense)",
                 "last level type");
  expect_refusal("(i, j) -> (i : dense, j : structured[2, 4])", "1xm block structure");
  expect_refusal("(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 8])",
                 "1xm block structure");
  expect_refusal(
      "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4](nonunique))",
      "does not take the modifier");
  expect_refusal("(i, j) -> (i : dense, j : ragged(nonordered))", "does not take");
  expect_refusal("(i, j) -> (i : dense, j : batch)", "expected batch levels before all others");
  expect_refusal("(i, j) -> (i : compressed, j : batch)", "expected batch levels before all others");
  expect_refusal("(i, j) -> (i : dense, j : bogus)", "unknown level type 'bogus'");
}

}  // namespace
