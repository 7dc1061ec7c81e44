// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Levels that compute coordinates: range, bitmap, run_length, hashed.
#include <algorithm>
#include <utility>

#include <Strata_Permute.hpp>
#include <Strata_Subview.hpp>
#include <Strata_TestCappedLevel.hpp>
#include <Strata_TestMessage.hpp>
#include <impl/Strata_AnyLevel.hpp>
#include <impl/Strata_LevelSpace.hpp>

#include "Strata_TestLevelFormats.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(CoordinateLevels);

/// S0-14.
const std::vector<std::vector<double>> rows = {
    {1, 2, 0, 0, 4, 0}, {0, 3, 0, 0, 0, 5}, {0, 0, 6, 7, 0, 0}, {0, 0, 8, 0, 0, 0}};

/// Cursors below every position of level 0, which stores coordinates, without those of
/// the parents before.
std::vector<std::vector<std::int64_t>> ranges(const TensorRef& t) {
  const Impl::AnyLevel level = Impl::make_any_level(t, 1);
  std::vector<std::vector<std::int64_t>> out;
  const Numbers above = coordinates(t, 0);
  for (std::size_t p = 0; p < above.size(); ++p) {
    const auto parent = static_cast<std::int64_t>(p);
    const auto bounds = level.children({parent, above[p]});
    const std::int64_t first = parent * t.level_extent(1);
    out.push_back({bounds.begin - first, bounds.end - first});
  }
  return out;
}

/// L-03: DIA of Chou et al. 2018. Nothing off the matrix is visited.
TYPED_TEST(CoordinateLevels, RangesEndWithTheMatrix) {
  const TensorRef t = store(this->exec, "(i, j) -> (j - i : compressed, i : range)", rows);
  EXPECT_EQ(positions(t, 0), (Numbers{0, 4}));
  EXPECT_EQ(coordinates(t, 0), (Numbers{2, 3, 4, 7}));  // diagonals -1, 0, 1, 4
  EXPECT_EQ(t.levels[1].num_positions + t.levels[1].num_coordinates, 0);
  EXPECT_EQ(values(t),
            (std::vector<double>{0, 0, 0, 8, 1, 3, 6, 0, 2, 0, 7, 0, 4, 5, 0, 0}));
  EXPECT_EQ(ranges(t), (std::vector<Numbers>{{1, 4}, {0, 4}, {0, 4}, {0, 2}}));
  EXPECT_EQ(extract(this->exec, t, ExtractZeros::keep).values.size(),
            13 * sizeof(double));
}

/// The other dimension, the other sign, a sum, a constant.
TYPED_TEST(CoordinateLevels, RangesOfEitherDimension) {
  const auto of = [&](const char* format) {
    return ranges(store(this->exec, format, rows));
  };
  EXPECT_EQ(of("(i, j) -> (j - i : compressed, j : range)"),
            (std::vector<Numbers>{{0, 3}, {0, 4}, {1, 5}, {4, 6}}));
  EXPECT_EQ(of("(i, j) -> (i - j + 7 : compressed, i : range)"),
            (std::vector<Numbers>{{0, 2}, {0, 4}, {0, 4}, {1, 4}}));
  EXPECT_EQ(of("(i, j) -> (i + j : compressed, i : range)"),  // 0, 1, 2, 4, 5, 6
            (std::vector<Numbers>{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 4}, {1, 4}}));
}

TYPED_TEST(CoordinateLevels, BitmapsSayWhatIsStored) {
  const TensorRef t =
      store(this->exec, "(i, j) -> (i : dense, j : bitmap), posWidth = 8", rows);
  EXPECT_EQ(positions(t, 1), (Numbers{0b10010011, 0b11001000, 0b00010000}));
  EXPECT_EQ(t.num_values, 24);
  EXPECT_EQ(values(t)[11], 5);
  EXPECT_EQ(extract(this->exec, t, ExtractZeros::keep).values.size(), 8 * sizeof(double));
  // A stored zero is no hole.
  const auto with_zero = assemble<double>(
      this->exec, TensorFormat::parse("(i, j) -> (i : dense, j : bitmap)"), {2, 70},
      Coordinates{{0, 3}, {1, 69}}, std::vector<double>{0, 2});
  EXPECT_EQ(positions(ref(with_zero), 1), (Numbers{8, 0, std::int64_t{1} << 11}));
  EXPECT_EQ(convert(this->exec, ref(with_zero), Formats::csr()).num_values, 2);
}

TYPED_TEST(CoordinateLevels, RunsOfNeighbours) {
  const TensorRef t = store(this->exec, "(i, j) -> (i : dense, j : run_length)", rows);
  EXPECT_EQ(positions(t, 1), (Numbers{5, 7, 9, 10, 11, 0, 2, 3, 4, 5, 7, 8}));
  EXPECT_EQ(coordinates(t, 1), (Numbers{0, 4, 1, 5, 2, 2}));
  EXPECT_EQ(values(t), (std::vector<double>{1, 2, 4, 3, 5, 6, 7, 8}));
  // Positions hold what stands in front of the runs, too.
  const auto one_row = [&](const char* format, std::int64_t columns) {
    Coordinates crd;
    for (std::int64_t j = 0; j < columns; ++j) crd.push_back({0, 2 * j});
    assemble<double>(this->exec, TensorFormat::parse(format), {2, 512}, crd,
                     std::vector<double>(crd.size(), 1));
  };
  one_row("(i, j) -> (i : dense, j : run_length), posWidth = 8", 252);
  EXPECT_THROW(one_row("(i, j) -> (i : dense, j : run_length), posWidth = 8", 253),
               IndexOverflow);
}

TYPED_TEST(CoordinateLevels, HashTablesFindTheirCoordinates) {
  TensorRef t = store(this->exec, "(i, j) -> (i : dense, j : hashed), crdWidth = 8", rows);
  EXPECT_EQ(t.format.to_string(), "(d0, d1) -> (d0 : dense, d1 : hashed), crdWidth = 8");
  EXPECT_FALSE(t.format.level(1).ordered);
  EXPECT_EQ(positions(t, 1), (Numbers{0, 8, 12, 16, 18}));
  Numbers stored = coordinates(t, 1);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 6; ++j) {
      const auto begin = stored.begin() + positions(t, 1)[i],
                 end   = stored.begin() + positions(t, 1)[i + 1];
      const auto at = std::find(begin, end, j);
      ASSERT_EQ(at != end, rows[i][j] != 0) << i << ", " << j;
      if (at != end) {
        EXPECT_EQ(values(t)[at - stored.begin()], rows[i][j]);
      }
    }
  EXPECT_EQ(std::count(stored.begin(), stored.end(), 255), 10);
  // Row 3 has two places: its child is found at one of them alone.
  auto* crd = static_cast<std::uint8_t*>(const_cast<void*>(t.levels[1].coordinates));
  std::swap(crd[16], crd[17]);
  EXPECT_THROW(validate(this->exec, t), InvalidStorage);
}

TYPED_TEST(CoordinateLevels, WrongArraysAreFound) {
  TensorRef runs = store(this->exec, "(i, j) -> (i : dense, j : run_length)", rows);
  auto* pos = static_cast<std::uint64_t*>(const_cast<void*>(runs.levels[1].positions));
  const auto refuses = [&](int at, std::uint64_t number) {
    const std::uint64_t before = std::exchange(pos[at], number);
    EXPECT_THROW(validate(this->exec, runs), InvalidStorage) << at;
    pos[at] = before;
  };
  refuses(0, 4);   // where the first run stands
  refuses(1, 12);  // behind the last run
  refuses(4, 10);  // a run of nobody
  refuses(5, 1);   // a position of nobody
  refuses(7, 2);   // an empty run
  refuses(11, 7);  // fewer values
  validate(this->exec, runs);
  TensorRef bits = store(this->exec, "(i, j) -> (i : dense, j : bitmap)", rows);
  ++bits.levels[1].num_positions;
  EXPECT_THROW(validate(this->exec, bits), InvalidStorage);
}

/// A level that asks for the coordinate above, below levels of every kind.
TYPED_TEST(CoordinateLevels, CoordinatesAboveAreKnown) {
  const std::vector<std::vector<double>> triangle = {
      {1, 0, 0, 0}, {2, 3, 0, 0}, {0, 4, 5, 0}, {6, 7, 8, 9}};
  for (const char* above : {"dense", "compressed", "ell", "bitmap", "run_length", "hashed"}) {
    SCOPED_TRACE(above);
    const TensorRef t = store(
        this->exec, "(i, j) -> (i : " + std::string(above) + ", j : capped)", triangle);
    const TensorRef csr = convert(this->exec, t, Formats::csr());
    EXPECT_EQ(values(csr), (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
    EXPECT_EQ(Impl::find_positions(t, {3, 3}).size(), 1u);
  }
  // Row 0 may show one child, row 1 two: the others are not come to.
  const TensorRef t = store(this->exec, "(i, j) -> (i : compressed, j : capped)",
                            {{0, 0, 1}, {2, 3, 0}, {0, 0, 4}});
  auto* pos = static_cast<std::uint64_t*>(const_cast<void*>(t.levels[1].positions));
  pos[1] = 2, pos[2] = 3;
  EXPECT_EQ(values(convert(this->exec, t, Formats::csr())), (std::vector<double>{1, 3, 4}));
}

TYPED_TEST(CoordinateLevels, CopiesViewsAndParts) {
  const std::vector<std::int64_t> extents = {7, 9};
  const RandomEntries entries(11, 30, extents);
  const EntryMap all         = to_map(entries.coordinates, entries.values);
  const DimensionSlices part = {DimensionSlice{1, 3, 2}, DimensionSlice{2, 5, 1}};
  EntryMap inside;
  for (const auto& [at, value] : all)
    if (at[0] % 2 == 1 && at[0] < 6 && at[1] >= 2 && at[1] < 7)
      inside[{at[0] / 2, at[1] - 2}] = value;
  for (const char* format :
       {"(i, j) -> (j - i : compressed, i : range)", "(i, j) -> (i + j : dense, j : range)",
        "(i, j) -> (i : dense, j : bitmap), posWidth = 16",
        "(i, j) -> (j : run_length, i : bitmap)",
        "(i, j) -> (i : dense, j : hashed)", "(i, j) -> (j : hashed, i : run_length)"}) {
    SCOPED_TRACE(format);
    const auto view = random_tensor(this->exec, TensorFormat::parse(format), entries, extents);
    const auto copy = create_mirror(this->exec, view);
    deep_copy(this->exec, copy, view);
    const auto columns = transposed(copy);
    validate(this->exec, ref(columns));
    for (const auto& [at, value] : all) EXPECT_EQ(columns(at[1], at[0]), value);
    const auto rows = subview(view, part);
    for (const auto& [at, value] : inside) EXPECT_EQ(rows(at[0], at[1]), value);
    EXPECT_EQ(to_map(extract(this->exec, ref(rows), ExtractZeros::skip_all)), inside);
    EXPECT_EQ(to_map(extract(this->exec, convert(this->exec, ref(rows), Formats::csr()),
                             ExtractZeros::skip_all)),
              inside);
  }
}

TYPED_TEST(CoordinateLevels, TensorsOfOrder3) {
  const std::vector<std::int64_t> extents = {4, 5, 6};
  const RandomEntries entries(12, 40, extents);
  const EntryMap expected = to_map(entries.coordinates, entries.values);
  for (const char* format :
       {"(b, i, j) -> (b : dense, j - i : compressed, i : range)",
        "(b, i, j) -> (b : hashed, i - j : hashed, j : range)",
        "(b, i, j) -> (i - b : compressed, i : range, j : compressed)",
        "(b, i, j) -> (b : run_length, i : bitmap, j : hashed)",
        "(b, i, j) -> (i : bitmap, b : hashed, j : run_length)"}) {
    SCOPED_TRACE(format);
    const TensorRef t =
        ref(random_tensor(this->exec, TensorFormat::parse(format), entries, extents));
    validate(this->exec, t);
    for (const char* other : {"CSF(2,0,1)", "(b, i, j) -> (b : ell, i : bitmap, j : run_length)"})
      EXPECT_EQ(to_map(extract(this->exec,
                               convert(this->exec, t, TensorFormat::parse(other, 3)),
                               ExtractZeros::skip_all)),
                expected);
  }
}

void expect_refusal(const std::string& format, const std::string& reason) {
  expect_contains(message_of<Error>([&] { TensorFormat::parse(format); }), reason);
}

TEST(CoordinateLevelTexts, Refusals) {
  for (const char* map :
       {"(i : range, j : compressed)", "(i : dense, j : range)",
        "(2 * j - i : compressed, i : range)", "(j - i : compressed, i floordiv 1 + j : range)",
        "(j - i : compressed, j - i : range, i : dense)",
        "((i + j) floordiv 2 : compressed, i : range, j : dense)"})
    expect_refusal("(i, j) -> " + std::string(map), "below a level that stores the sum or the");
  for (const char* level : {"range", "bitmap", "run_length", "hashed"})
    expect_refusal("(i, j) -> (j - i : compressed, i : " + std::string(level) + "(nonordered))",
                   "does not take the modifier");
  const auto refuse = [](const LevelDescription& description, const char* reason) {
    LevelDefinition level = Impl::define_level<CappedLevel>();
    level.name            = "never";
    level.description     = description;
    expect_contains(message_of<FormatMismatch>([&] { register_level(level); }), reason);
  };
  refuse({.name = "never", .edges = LevelEdges::bits}, "padding 'bits' with edges 'bits'");
  refuse({.name = "never", .placement = LevelPlacement::hash}, "of a hash table a function");
}

}  // namespace
