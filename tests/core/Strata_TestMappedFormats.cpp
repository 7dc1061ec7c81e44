// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors whose levels store expressions of dimensions: arrays of the fixtures,
// every conversion, and every function that walks entries.
#include <sstream>

#include "Strata_TestFormats.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(MappedFormats);

/// [1 2 . . 4 .][. 3 . . . 5][. . 6 7 . .][. . 8 . . .]
const Coordinates block_coordinates = {{3, 2}, {0, 0}, {0, 1}, {0, 4},
                                       {1, 1}, {1, 5}, {2, 2}, {2, 3}};
const Reals block_values            = {8, 1, 2, 4, 3, 5, 6, 7};

template <class ExecutionSpace>
auto blocks(const ExecutionSpace& exec, const std::string& format) {
  return assemble<double>(exec, TensorFormat::parse(format), {4, 6},
                          block_coordinates, block_values, "A");
}

/// At least one format of every sort of map, with formats of dimensions beside.
std::vector<TensorFormat> formats_of_all_maps() {
  std::vector<TensorFormat> formats;
  for (const char* text :
       {"CSR", "CSC", "DCSR", "COO(2)", "Dense(2)", "CSC<16, 8>", "BSR(2,2)",
        "BSR(2,3)<32, i32>", "BSR(3,4)", "CSB(2,4)", "DIA", "DIA<8>",
        "(i, j) -> (j - i : dense, j : compressed)",
        "(i, j) -> (j floordiv 2 : compressed, i : compressed, j mod 2 : "
        "dense)",
        "(i, j) -> (i * 16 + j : compressed)",
        "(i, j) -> (i * 16 + j : dense)",
        "(i, j) -> (i + j : compressed(nonunique), j : singleton)",
        "(i, j) -> (i floordiv 2 : dense, j floordiv 2 : dense, i mod 2 : "
        "dense, j mod 2 : dense)",
        "(i, j) -> (i floordiv 4 : compressed, j floordiv 4 : compressed, (i "
        "floordiv 2) mod 2 : compressed, (j floordiv 2) mod 2 : compressed, i "
        "mod 2 : dense, j mod 2 : compressed)"})
    formats.push_back(TensorFormat::parse(text));
  return formats;
}

EntryMap without_zeros(EntryMap entries) {
  std::erase_if(entries, [](const auto& e) { return e.second == 0; });
  return entries;
}

TYPED_TEST(MappedFormats, BlocksOfTheSeed) {  // S0-14
  const auto view = blocks(this->exec, "BSR(2,2)");
  const TensorRef t = ref(view);
  EXPECT_EQ(positions_of(t, 1), (Numbers{0, 2, 3}));
  EXPECT_EQ(coordinates_of(t, 1), (Numbers{0, 2, 1}));
  EXPECT_EQ(values_of(t), (Reals{1, 2, 0, 3, 4, 0, 0, 5, 6, 7, 8, 0}));
  const TensorRef rows = convert(this->exec, t, Formats::csr());
  EXPECT_EQ(positions_of(rows, 1), (Numbers{0, 3, 5, 7, 8}));
  EXPECT_EQ(coordinates_of(rows, 1), (Numbers{0, 1, 4, 1, 5, 2, 3, 2}));
  EXPECT_EQ(values_of(rows), (Reals{1, 2, 4, 3, 5, 6, 7, 8}));
  const TensorRef back = convert(this->exec, rows, Formats::bsr(2, 2));
  EXPECT_EQ(positions_of(back, 1), (Numbers{0, 2, 3}));
  EXPECT_EQ(coordinates_of(back, 1), (Numbers{0, 2, 1}));
  EXPECT_EQ(values_of(back), values_of(t));
}

TYPED_TEST(MappedFormats, LinearisedMatrix) {  // S0-02
  const TensorRef t = ref(assemble<double>(
      this->exec, TensorFormat::parse("(i, j) -> (i * 8 + j : compressed)"),
      {8, 8}, Coordinates{{7, 2}, {0, 4}, {0, 1}}, Reals{3.3, 2.2, 1.1}));
  EXPECT_EQ(positions_of(t, 0), (Numbers{0, 3}));
  EXPECT_EQ(coordinates_of(t, 0), (Numbers{1, 4, 58}));
  EXPECT_EQ(values_of(t), (Reals{1.1, 2.2, 3.3}));
}

TYPED_TEST(MappedFormats, Diagonals) {
  const TensorRef t = ref(blocks(this->exec, "DIA"));
  // Diagonals -1, 0, 1 and 4 are 2, 3, 4 and 7 after diagonal -3.
  EXPECT_EQ(positions_of(t, 0), (Numbers{0, 4}));
  EXPECT_EQ(coordinates_of(t, 0), (Numbers{2, 3, 4, 7}));
  EXPECT_EQ(values_of(t), (Reals{0, 0, 0, 8, 1, 3, 6, 0,  //
                                 2, 0, 7, 0, 4, 5, 0, 0}));
  // Element (0, -1) and those right of the last column are padding.
  EXPECT_EQ(extract(t).size(), 13);
}

TYPED_TEST(MappedFormats, BlocksThatStickOut) {
  const TensorRef t =
      ref(assemble<double>(this->exec, Formats::bsr(2, 3), {3, 4},
                           Coordinates{{2, 3}, {0, 0}}, Reals{5, 7}));
  EXPECT_EQ(positions_of(t, 1), (Numbers{0, 1, 2}));
  EXPECT_EQ(coordinates_of(t, 1), (Numbers{0, 1}));
  EXPECT_EQ(values_of(t), (Reals{7, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0}));
  EXPECT_EQ(extract(t).size(), 7);  // (0..1, 0..2) and (2, 3)
  EXPECT_EQ(extract(t, ExtractZeros::skip_dense).size(), 2);
}

TYPED_TEST(MappedFormats, PaddingHoldsTheFillValue) {
  TensorRef rows = ref(assemble<double>(this->exec, Formats::csr(), {2, 2},
                                        Coordinates{{0, 1}}, Reals{3}));
  rows.fill         = 9;
  const TensorRef t = convert(this->exec, rows, Formats::bsr(2, 2));
  EXPECT_EQ(values_of(t), (Reals{9, 3, 9, 9}));
  EXPECT_EQ(t.fill, 9);
  EXPECT_EQ(values_of(convert(this->exec, t, Formats::csr())), (Reals{3}));
}

template <class ExecutionSpace>
void check_pairs(const ExecutionSpace& exec,
                 const std::vector<TensorFormat>& formats,
                 const RandomEntries& entries, const Numbers& extents) {
  const EntryMap expected = to_map(entries.coordinates, entries.values);
  for (const TensorFormat& source : formats) {
    const TensorRef from = ref(random_tensor(exec, source, entries, extents));
    SCOPED_TRACE(source.to_string());
    ASSERT_NO_THROW(validate(exec, from));
    ASSERT_EQ(without_zeros(to_map(extract(from))), expected);
    for (const TensorFormat& target : formats) {
      SCOPED_TRACE(target.to_string());
      const TensorRef to = convert(exec, from, target);
      ASSERT_NO_THROW(validate(exec, to));
      EXPECT_EQ(to.format, target);
      EXPECT_EQ(to.extents, extents);
      EXPECT_EQ(without_zeros(to_map(extract(to))), expected);
    }
  }
}

TYPED_TEST(MappedFormats, EveryPairOfMatrices) {  // random, empty, full, one row
  const auto exec    = one_thread(this->exec);
  const auto formats = formats_of_all_maps();
  for (const std::size_t size : {0, 1, 25, 600})
    check_pairs(exec, formats,
                RandomEntries(static_cast<unsigned>(size), size, {7, 10}),
                {7, 10});
  check_pairs(exec, formats, RandomEntries(5, 9, {1, 16}), {1, 16});
  check_pairs(exec, formats, RandomEntries(6, 4, {9, 1}), {9, 1});
  for (const Numbers& extents : {Numbers{0, 4}, Numbers{4, 0}, Numbers{0, 0}})
    check_pairs(exec, formats, RandomEntries(0, 0, {1, 1}), extents);
}

TYPED_TEST(MappedFormats, EveryPairOfOrder3) {
  auto formats = order3_formats();
  for (const char* text :
       {"(i, j, k) -> (i floordiv 2 : dense, j floordiv 3 : compressed, k : "
        "compressed, i mod 2 : dense, j mod 3 : dense)",
        "(i, j, k) -> (k : compressed, i * 8 + j : compressed)",
        "(i, j, k) -> (k - i : dense, j : compressed, i : compressed)"})
    formats.push_back(TensorFormat::parse(text));
  check_pairs(this->exec, formats, RandomEntries(3, 40, {5, 7, 4}), {5, 7, 4});
}

TYPED_TEST(MappedFormats, ManyThreadsAndEntries) {
  const RandomEntries entries(11, 60000, {300, 500});
  const Numbers extents = {300, 500};
  const EntryMap expected = to_map(entries.coordinates, entries.values);
  const TensorRef rows =
      ref(random_tensor(this->exec, Formats::csr(), entries, extents));
  TensorRef t = rows;
  for (const char* text : {"BSR(4,8)<32>", "DIA", "CSB(16,64)<16, 8>", "CSC",
                           "(i, j) -> (i * 512 + j : compressed)", "COO(2)"}) {
    t = convert(this->exec, t, TensorFormat::parse(text));
    ASSERT_NO_THROW(validate(this->exec, t)) << text;
    EXPECT_EQ(without_zeros(to_map(extract(t))), expected) << text;
  }
}

TYPED_TEST(MappedFormats, KeysOfSeveralWords) {
  const std::int64_t n = std::int64_t{1} << 40;
  const Numbers extents = {n, n};
  const TensorRef list =
      ref(assemble<double>(this->exec, Formats::coo(2), extents,
                           Coordinates{{n - 1, 5}, {3, n - 1}, {3, 7}},
                           Reals{1, 2, 3}));
  const TensorFormat blocked = TensorFormat::parse(
      "(i, j) -> (i floordiv 4 : compressed, j floordiv 4 : compressed, i mod "
      "4 : dense, j mod 4 : dense)");
  const TensorRef t = convert(this->exec, list, blocked);
  validate(this->exec, t);
  EXPECT_EQ(t.num_values, 48);
  EXPECT_EQ(without_zeros(to_map(extract(t))), to_map(extract(list)));
  EXPECT_EQ(to_map(extract(convert(this->exec, t, Formats::coo(2)))),
            to_map(extract(list)));
}

TYPED_TEST(MappedFormats, ChangedTypesAndDroppedZeros) {
  const TensorRef t = ref(blocks(this->exec, "BSR(2,2)<32>"));
  const TensorRef narrow =
      convert(this->exec, t, TensorFormat::parse("BSR(2,2)<8>"),
              ScalarType::f32);
  EXPECT_EQ(coordinates_of(narrow, 1), (Numbers{0, 2, 1}));
  EXPECT_EQ(values_of<float>(narrow),
            (std::vector<float>{1, 2, 0, 3, 4, 0, 0, 5, 6, 7, 8, 0}));
  const auto zeros = assemble<double>(this->exec, Formats::bsr(2, 2), {4, 4},
                                      Coordinates{{0, 0}, {3, 3}}, Reals{0, 1});
  const TensorRef kept = drop_zeros(this->exec, ref(zeros));
  EXPECT_EQ(positions_of(kept, 1), (Numbers{0, 0, 1}));
  EXPECT_EQ(values_of(kept), (Reals{0, 0, 0, 1}));
}

TYPED_TEST(MappedFormats, ReadsElements) {  // S1-06
  const auto exec = one_thread(this->exec);
  const RandomEntries entries(4, 30, {7, 10});
  EntryMap expected = to_map(entries.coordinates, entries.values);
  for (const TensorFormat& format : formats_of_all_maps()) {
    const auto view = random_tensor(exec, format, entries, {7, 10});
    for (std::int64_t i = 0; i < 7; ++i)
      for (std::int64_t j = 0; j < 10; ++j) {
        const auto found = expected.find({i, j});
        EXPECT_EQ(view(i, j), found == expected.end() ? 0 : found->second)
            << format.to_string() << " at " << i << ", " << j;
      }
    EXPECT_THROW(view.at(7, 0), ShapeMismatch);
  }
}

TYPED_TEST(MappedFormats, WalksEntries) {
  for (const TensorFormat& format : formats_of_all_maps()) {
    const RandomEntries entries(8, 40, {7, 10});
    const auto view =
        random_tensor(this->exec, format, entries, {7, 10});
    const Kokkos::View<double**, Kokkos::HostSpace> sum("sum", 7, 10);
    parallel_for_each(
        this->exec, view,
        KOKKOS_LAMBDA(std::int64_t i, std::int64_t j, double& value) {
          sum(i, j) += value;
          value = -value;
        });
    std::int64_t places = 0;
    parallel_reduce_each(
        this->exec, view,
        KOKKOS_LAMBDA(std::int64_t, std::int64_t, double&,
                      std::int64_t & count) { ++count; },
        places);
    this->exec.fence();
    EXPECT_EQ(places, extract(ref(view)).size()) << format.to_string();
    EntryMap walked, negated = to_map(entries.coordinates, entries.values);
    for (std::int64_t i = 0; i < 7; ++i)
      for (std::int64_t j = 0; j < 10; ++j) walked[{i, j}] = sum(i, j);
    EXPECT_EQ(without_zeros(walked), negated) << format.to_string();
    for (auto& [coordinate, value] : negated) value = -value;
    EXPECT_EQ(without_zeros(to_map(extract(ref(view)))), negated);
  }
}

TYPED_TEST(MappedFormats, PrintsExpressions) {  // S1-02
  std::ostringstream out;
  print(this->exec, out, ref(blocks(this->exec, "BSR(2,2)")));
  EXPECT_EQ(out.str(),
            "format: (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 2 : "
            "compressed, d0 mod 2 : dense, d1 mod 2 : dense)\n"
            "scalar: f64\n"
            "extents: 4 6\n"
            "level 0 (d0 floordiv 2): dense, size 2\n"
            "level 1 (d1 floordiv 2): compressed, size 3\n"
            "  positions[1] (3): 0 2 3\n"
            "  coordinates[1] (3): 0 2 1\n"
            "level 2 (d0 mod 2): dense, size 2\n"
            "level 3 (d1 mod 2): dense, size 2\n"
            "values (12): 1 2 0 3 4 0 0 5 6 7 8 0\n");
}

TYPED_TEST(MappedFormats, CopiesAndViews) {
  const auto view   = blocks(this->exec, "BSR(2,2)");
  const auto mirror = create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  EXPECT_EQ(to_map(extract(ref(mirror))), to_map(extract(ref(view))));
  const auto copy = create_mirror(this->exec, view);
  deep_copy(this->exec, copy, view);
  this->exec.fence();
  EXPECT_EQ(copy.format(), view.format());
  EXPECT_EQ(to_map(extract(ref(copy))), to_map(extract(ref(view))));

  const auto columns = transposed(view);
  EXPECT_EQ(columns.format(),
            TensorFormat::parse("(i, j) -> (j floordiv 2 : dense, i floordiv 2 "
                                ": compressed, j mod 2 : dense, i mod 2 : "
                                "dense)"));
  EXPECT_EQ(columns(5, 1), 5);
  EXPECT_EQ(columns(2, 3), 8);
}

TYPED_TEST(MappedFormats, WrapsArrays) {
  const Kokkos::View<std::int32_t*, Kokkos::HostSpace> positions("positions",
                                                                 3),
      coordinates("coordinates", 3);
  const Kokkos::View<double*, Kokkos::HostSpace> values("values", 12);
  const int p[] = {0, 2, 3}, c[] = {0, 2, 1};
  for (int i = 0; i < 3; ++i) {
    positions(i)   = p[i];
    coordinates(i) = c[i];
  }
  for (int i = 0; i < 12; ++i) values(i) = i;
  const auto view = wrap(Formats::bsr(2, 2).with_index_types({32, true}, {32, true}),
                         {4, 6}, {positions}, {coordinates}, values);
  validate(this->exec, ref(view));
  EXPECT_EQ(view(0, 4), 4);
  EXPECT_EQ(view(3, 3), 11);
  EXPECT_EQ(view(3, 4), 0);
}

TYPED_TEST(MappedFormats, Refusals) {
  const auto assembled = [&](const char* format, Numbers extents,
                             Coordinates at) {
    return [=, this] {
      assemble<double>(this->exec, TensorFormat::parse(format), extents, at,
                       Reals(at.size(), 1.0));
    };
  };
  expect_contains(message_of<FormatMismatch>(assembled(
                      "(i, j) -> (i * 8 + j : compressed)", {3, 9}, {})),
                  "are not known to tell all elements along dimension");
  expect_contains(message_of<ShapeMismatch>(
                      assembled("BSR(2,2)", {3, 4}, {{0, 1}, {3, 0}})),
                  "entry 1, dimension 0: expected a coordinate in [0, 3), got "
                  "3");
  expect_contains(message_of<IndexOverflow>(
                      assembled("DIA<8>", {200, 200}, {{0, 199}})),
                  "coordinate at level 0");
  expect_contains(
      message_of<FormatMismatch>(assembled(
          "(i, j) -> (j - i : compressed, j : singleton)", {4, 4},
          {{0, 1}, {1, 2}})),
      "make the compressed level above nonunique");
}

}  // namespace
