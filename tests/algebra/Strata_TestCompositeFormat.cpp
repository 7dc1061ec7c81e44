// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Strata_CompositeFormat.hpp>
#include <Strata_Error.hpp>
#include <Strata_TestMessage.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

const AffineExprPtr i = AffineExpr::dimension(0), j = AffineExpr::dimension(1);

const TensorFormat rows =
    TensorFormat::parse("(i, j) -> (i : compressed(nonunique), j : compressed)");

TEST(CompositeFormat, PrintsWhatPartsTake) {
  const CompositeFormat format(
      {{Formats::csr(),
        {{EntryMeasure::rank({i}), {0, 1}},
         {EntryMeasure::value(floordiv(j, 3)), {1, 1}}}},
       {Formats::coo(2), {{EntryMeasure::count({j - i}), {2, 4}}}},
       {rows, {{EntryMeasure::count({i, j}), {3, IndexRange::no_upper}}}, 2},
       {Formats::csc()}});
  EXPECT_EQ(format.to_string(),
            "CSR where rank(d0) <= 1 and d1 floordiv 3 = 1\n"
            "+ COO(2) where count(d1 - d0) in [2, 4]\n"
            "+ (d0, d1) -> (d0 : compressed(nonunique), d1 : compressed) where "
            "count(d0, d1) >= 3, rows of 2\n"
            "+ CSC");
  EXPECT_EQ(format, CompositeFormat(format.parts()));
  EXPECT_NE(format, CompositeFormat({{Formats::csr()}}));
}

TEST(CompositeFormat, EqualMeasuresHaveEqualKeys) {
  EXPECT_EQ(EntryMeasure::count({i, j}), EntryMeasure::count({i, j}));
  EXPECT_NE(EntryMeasure::count({i, j}), EntryMeasure::count({i}));
  EXPECT_NE(EntryMeasure::count({i}), EntryMeasure::rank({i}));
  EXPECT_NE(EntryMeasure::count({i}), EntryMeasure::count({j}));
}

void expect_refused(const std::vector<PartFormat>& parts, const std::string& reason) {
  expect_contains(message_of<FormatMismatch>([&] { CompositeFormat{parts}; }),
                  reason);
}

TEST(CompositeFormat, WrongPartsAreRefused) {
  expect_refused({}, "CompositeFormat: parts: expected at least one");
  expect_refused({{Formats::csr()}, {Formats::csf(3)}},
                 "part 1: expected a format of order 2, as all parts, got order 3");
  expect_refused({{TensorFormat()}}, "part 0: expected a format of order 1");
  expect_refused({{Formats::csr(), {{EntryMeasure::count({}), {1, 2}}}}},
                 "part 0: expected measures of one key");
  expect_refused(
      {{Formats::csr(), {{EntryMeasure::rank({AffineExpr::dimension(2)}), {1, 2}}}}},
      "expected expressions of the 2 dimensions, got 'd2'");
  expect_refused(
      {{Formats::csr(), {{EntryMeasure::value(AffineExpr::symbol(0)), {1, 2}}}}},
      "got 's0'");
}

TEST(CompositeFormat, RowsAreCutUnderALevelThatRepeats) {
  CompositeFormat({{rows, {}, 4}});
  const std::string reason =
      "expected a first level compressed(nonunique) that alone stores its "
      "dimension";
  expect_refused({{Formats::csr(), {}, 4}}, reason);
  expect_refused({{Formats::dcsr(), {}, 4}}, reason);
  expect_refused(
      {{TensorFormat::parse(
            "(i, j) -> (j floordiv 2 : compressed(nonunique), i : compressed, "
            "j mod 2 : dense)"),
        {},
        4}},
      reason);
  expect_refused({{rows, {}, -1}}, "part 0: expected a row width of 0");
}

}  // namespace
