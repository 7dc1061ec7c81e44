// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors as sums of parts: where entries go, and that none is lost or doubled.
#include <limits>

#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(Decompose);

const AffineExprPtr i = AffineExpr::dimension(0), j = AffineExpr::dimension(1);

EntryMap entries_of(const TensorRef& tensor) {
  return to_map(extract(tensor, ExtractZeros::skip_dense));
}

/// Parts by the definition: measures counted entry by entry.
std::vector<EntryMap> expected_parts(const EntryMap& all,
                                     const CompositeFormat& format) {
  const auto keys = [](const EntryMeasure& m, const std::vector<std::int64_t>& at) {
    std::vector<std::int64_t> values;
    for (const AffineExprPtr& key : m.keys)
      values.push_back(evaluate(*key, {at, {}, {}}));
    return values;
  };
  const auto measure = [&](const EntryMeasure& m, const std::vector<std::int64_t>& at) {
    if (m.kind == EntryMeasure::Kind::value) return keys(m, at)[0];
    std::int64_t count = 0;
    for (const auto& [other, value] : all)
      count += keys(m, other) == keys(m, at) &&
               (m.kind == EntryMeasure::Kind::count || other < at);
    return count;
  };
  std::vector<EntryMap> parts(format.parts().size());
  for (const auto& [at, value] : all)
    for (std::size_t p = 0; p < parts.size(); ++p) {
      bool takes = true;
      for (const EntryCondition& c : format.parts()[p].conditions)
        takes = takes && c.range.contains(measure(c.measure, at));
      if (!takes) continue;
      parts[p][at] = value;
      break;
    }
  return parts;
}

std::vector<CompositeFormat> matrix_formats() {
  const auto at_least = [](std::int64_t n) {
    return IndexRange{n, IndexRange::no_upper};
  };
  return {
      CompositeFormat({{Formats::csr()}}),
      CompositeFormat({{Formats::csr(), {{EntryMeasure::rank({i}), {0, 2}}}},
                       {Formats::coo(2)}}),
      CompositeFormat({{Formats::bsr(2, 3),
                        {{EntryMeasure::count({floordiv(i, 2), floordiv(j, 3)}),
                          at_least(3)}}},
                       {Formats::csc()}}),
      CompositeFormat({{Formats::dia(), {{EntryMeasure::count({j - i}), at_least(4)}}},
                       {Formats::dcsr()}}),
      CompositeFormat(
          {{Formats::csc(), {{EntryMeasure::value(floordiv(j, 4)), {0, 0}}}},
           {Formats::csr(),
            {{EntryMeasure::count({i, floordiv(j, 4)}), {2, 3}},
             {EntryMeasure::rank({j}), {0, 1}}}},
           {Formats::dense(2), {{EntryMeasure::value(mod(i + j * 3, 5)), {1, 3}}}},
           {Formats::coo(2, {1, 0})}})};
}

TYPED_TEST(Decompose, EveryEntryIsInOnePart) {
  const auto exec = one_thread(this->exec);
  const std::vector<std::int64_t> extents = {17, 13};
  for (const std::size_t size : {0, 1, 40, 150}) {
    const RandomEntries entries(7, size, extents);
    const EntryMap all = to_map(entries.coordinates, entries.values);
    for (const char* stored : {"CSR", "CSC<16>", "COO", "Dense(2)", "BSR(2,2)"}) {
      const auto whole = assemble<double>(exec, TensorFormat::parse(stored, 2),
                                          extents, entries.coordinates, entries.values);
      for (const CompositeFormat& format : matrix_formats()) {
        SCOPED_TRACE(format.to_string() + " of " + stored);
        const auto parts    = decompose(exec, whole, format, "A");
        const auto expected = expected_parts(all, format);
        ASSERT_EQ(parts.size(), expected.size());
        for (std::size_t p = 0; p < parts.size(); ++p) {
          EXPECT_EQ(parts[p].format(), format.parts()[p].format);
          validate(exec, ref(parts[p]));
          EXPECT_EQ(entries_of(ref(parts[p])), expected[p]) << "part " << p;
        }
        const auto again = compose(exec, parts, Formats::csc());
        validate(exec, ref(again));
        EXPECT_EQ(entries_of(ref(again)), all);
      }
    }
  }
}

TYPED_TEST(Decompose, SizesAboveAWarpAndHighOrders) {
  const std::vector<std::int64_t> extents = {40, 30, 20};
  const RandomEntries entries(3, 6000, extents);
  const AffineExprPtr k = AffineExpr::dimension(2);
  const CompositeFormat format(
      {{Formats::csf(3), {{EntryMeasure::count({i, j}), {1, 4}}}},
       {Formats::csf(3, {2, 0, 1}),
        {{EntryMeasure::rank({i, k}), {3, IndexRange::no_upper}}}},
       {Formats::coo(3)}});
  const auto whole = assemble<double>(this->exec, Formats::coo(3), extents,
                                      entries.coordinates, entries.values);
  const EntryMap all  = to_map(entries.coordinates, entries.values);
  const auto parts    = decompose(this->exec, ref(whole), format);
  std::size_t entries_in_parts = 0;
  for (const TensorRef& part : parts) {
    validate(this->exec, part);
    EXPECT_GT(part.num_values, 0);
    entries_in_parts += entries_of(part).size();
  }
  EXPECT_EQ(entries_in_parts, all.size());
  EXPECT_EQ(entries_of(compose(this->exec, parts, Formats::csf(3))), all);
}

/// A row of five, one of one, an empty one, one of two, in segments of two.
TYPED_TEST(Decompose, RowsAreCutIntoSegments) {
  const Coordinates crd = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {3, 0}, {3, 3}};
  const Reals values    = {1, 2, 3, 4, 5, 6, 7, 8};
  const auto whole =
      assemble<double>(this->exec, Formats::csr(), {4, 5}, crd, values);
  const CompositeFormat format(
      {{TensorFormat::parse("(i, j) -> (i : compressed(nonunique), j : compressed), "
                            "posWidth = 32, crdWidth = 8"),
        {},
        2}});
  const TensorRef part = decompose(this->exec, ref(whole), format, "A")[0];
  validate(this->exec, part);
  EXPECT_EQ(positions_of(part, 0), (Numbers{0, 5}));
  EXPECT_EQ(coordinates_of(part, 0), (Numbers{0, 0, 0, 1, 3}));
  EXPECT_EQ(positions_of(part, 1), (Numbers{0, 2, 4, 5, 6, 8}));
  EXPECT_EQ(coordinates_of(part, 1), (Numbers{0, 1, 2, 3, 4, 2, 0, 3}));
  EXPECT_EQ(values_of(part), values);
  EXPECT_EQ(entries_of(part), to_map(crd, values));
  EXPECT_EQ(entries_of(convert(this->exec, part, Formats::csc())),
            to_map(crd, values));
}

/// Columns instead of rows, and nothing to cut.
TYPED_TEST(Decompose, ColumnsAreCutToo) {
  const TensorFormat columns =
      TensorFormat::parse("(i, j) -> (j : compressed(nonunique), i : compressed)");
  const auto whole = assemble<float>(this->exec, Formats::csr(), {3, 2},
                                     Coordinates{{0, 1}, {1, 1}, {2, 1}, {2, 0}},
                                     std::vector<float>{1, 2, 3, 4});
  TensorRef part =
      decompose(this->exec, ref(whole), CompositeFormat({{columns, {}, 2}}))[0];
  EXPECT_EQ(coordinates_of(part, 0), (Numbers{0, 1, 1}));
  EXPECT_EQ(positions_of(part, 1), (Numbers{0, 1, 3, 4}));
  EXPECT_EQ(coordinates_of(part, 1), (Numbers{2, 0, 1, 2}));
  EXPECT_EQ(values_of<float>(part), (std::vector<float>{4, 1, 2, 3}));
  const auto empty = assemble<float>(this->exec, Formats::csr(), {0, 2},
                                     Coordinates{}, std::vector<float>{});
  part = decompose(this->exec, ref(empty), CompositeFormat({{columns, {}, 2}}))[0];
  validate(this->exec, part);
  EXPECT_EQ(positions_of(part, 0), (Numbers{0, 0}));
  EXPECT_EQ(positions_of(part, 1), (Numbers{0}));
}

TYPED_TEST(Decompose, FillValuesStay) {
  TensorRef whole = ref(assemble<double>(this->exec, Formats::csr(), {3, 3},
                                         Coordinates{{0, 0}, {0, 1}, {2, 1}},
                                         Reals{1, 0, 3}));
  whole.fill = std::numeric_limits<double>::infinity();
  const CompositeFormat format(
      {{Formats::dense(2), {{EntryMeasure::rank({i}), {1, 1}}}}, {Formats::csr()}});
  const auto parts = decompose(this->exec, whole, format);
  const double inf = whole.fill;
  EXPECT_EQ(values_of(parts[0]), (Reals{inf, 0, inf, inf, inf, inf, inf, inf, inf}));
  EXPECT_EQ(values_of(parts[1]), (Reals{1, 3}));
  const TensorRef again = compose(this->exec, parts, Formats::coo(2));
  EXPECT_EQ(again.fill, inf);
  EXPECT_EQ(values_of(again), (Reals{1, 0, 3}));
}

TYPED_TEST(Decompose, MisuseIsRefused) {
  const auto whole = assemble<double>(this->exec, Formats::csr(), {4, 5},
                                      Coordinates{{0, 1}, {2, 3}, {2, 4}}, Reals{1, 2, 3});
  const CompositeFormat first_only(
      {{Formats::csr(), {{EntryMeasure::rank({i}), {0, 0}}}}});
  expect_contains(message_of<FormatMismatch>(
                      [&] { (void)decompose(this->exec, whole, first_only); }),
                  "Strata::decompose: format: expected a part for every entry, got "
                  "none that takes the one at (2, 4) in\n  CSR where rank(d0) = 0");
  expect_contains(message_of<ShapeMismatch>([&] {
                    (void)decompose(this->exec, whole,
                                    CompositeFormat({{Formats::csf(3)}}));
                  }),
                  "tensor: expected order 3, as the format, got 2");
  const CompositeFormat far(
      {{Formats::csr(),
        {{EntryMeasure::count({i * (std::int64_t{1} << 62)}), {0, 0}}}},
       {Formats::csr()}});
  expect_contains(message_of<IndexOverflow>(
                      [&] { (void)decompose(this->exec, whole, far); }),
                  "Strata::decompose: count(d0 * 4611686018427387904)");
}

TYPED_TEST(Decompose, PartsThatDoNotFitAreRefused) {
  const TensorRef a = ref(assemble<double>(this->exec, Formats::csr(), {2, 2},
                                           Coordinates{{0, 1}}, Reals{1}));
  const TensorRef b = ref(assemble<double>(this->exec, Formats::csr(), {2, 3},
                                           Coordinates{{0, 1}}, Reals{1}));
  const TensorRef c = ref(assemble<float>(this->exec, Formats::csr(), {2, 2},
                                          Coordinates{{0, 1}}, std::vector<float>{1}));
  TensorRef d = a;
  d.fill      = 1;
  const auto reason = [&](const std::vector<TensorRef>& parts) {
    return message_of<Error>(
        [&] { (void)compose(this->exec, parts, Formats::csr()); });
  };
  expect_contains(reason({}), "Strata::compose: parts: expected at least one");
  expect_contains(reason({a, b}),
                  "part 1: expected the extents of part 0, (2, 2), got (2, 3)");
  expect_contains(reason({a, c}), "part 1: expected values as in part 0, f64, got f32");
  expect_contains(reason({a, d}), "part 1: expected the fill value of part 0, 0");
  expect_contains(message_of<FormatMismatch>([&] {
                    (void)compose(this->exec, std::vector<TensorRef>{a},
                                  Formats::csf(3));
                  }),
                  "format of order 2");
  // Equal coordinates are summed.
  const TensorRef sum =
      compose(this->exec, std::vector<TensorRef>{a, a}, Formats::coo(2));
  EXPECT_EQ(values_of(sum), (Reals{2}));
}

}  // namespace
