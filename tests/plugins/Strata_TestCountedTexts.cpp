// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// "#i" (S0-22, E7, L-04): what texts that count the entries of a row store.
#include <Strata_TestMessage.hpp>

#include "Strata_TestLevelFormats.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(CountedTexts);

std::string stored_as(const std::string& text) { return TensorFormat::parse(text).to_string(); }

TEST(CountedNames, NameWhatIsStored) {
  const std::string rows = "(d0, d1) -> (d0 : dense, d1 : ";
  EXPECT_EQ(stored_as("(i, j) -> (#i : dense, i : dense, j : singleton(padded))"), rows + "ell)");
  EXPECT_EQ(stored_as("(i, j) -> (i : dense, #i : dense, j : singleton(padded))"),
            rows + "fixed_width)");
  EXPECT_EQ(stored_as("(i, j) -> (i : dense, #i : ragged, j : singleton)"), rows + "compressed)");
  EXPECT_EQ(stored_as("(i, j) -> (i floordiv 8 : dense, #i : ragged, i mod 8 : dense, j : "
                      "singleton(padded))"),
            rows + "sell[8])");
  EXPECT_EQ(stored_as("(i, j) -> (#i : dense, i : by_length, j : singleton)"),
            "(d0, d1) -> (d0 : by_length, d1 : jagged)");
  EXPECT_EQ(stored_as("[c](i, j) -> (c * 3 * i : dense, i : dense, j : compressed)"),
            rows + "counted[3])");
  EXPECT_EQ(stored_as("[c](i,j) -> (c*3*i : dense, i : dense, j : singleton(padded))"),
            rows + "counted[3])");
  // Columns, blocks, widths of the indices, entries with a block each.
  EXPECT_EQ(stored_as("(i, j) -> (#j : dense, j : dense, i : singleton(padded)), crdWidth = 8"),
            "(d0, d1) -> (d1 : dense, d0 : ell), crdWidth = 8");
  EXPECT_EQ(stored_as("(i, j) -> (#i : dense, i floordiv 2 : dense, i mod 2 : dense, j : "
                      "singleton(padded))"),
            "(d0, d1) -> (d0 floordiv 2 : dense, d0 mod 2 : dense, d1 : ell)");
  EXPECT_EQ(stored_as("(i, j, k) -> (#i : dense, i : dense, j : singleton(padded), k : dense)"),
            "(d0, d1, d2) -> (d0 : dense, d1 : ell, d2 : dense)");
  EXPECT_EQ(stored_as("[c](i, j, k) -> (c * 3 * i : dense, i : dense, j : compressed, k : dense)"),
            "(d0, d1, d2) -> (d0 : dense, d1 : counted[3], d2 : dense)");
}

/// S0-22 in every text: 3 x 4, three jagged diagonals.
TYPED_TEST(CountedTexts, S0_22_ThreeSlices) {
  const std::vector<std::vector<double>> rows = {{6, 0, 9, 8}, {0, 0, 0, 0}, {5, 0, 0, 7}};
  const std::int64_t p                        = 255;
  for (const char* text :
       {"(i, j) -> (#i : dense, i : dense, j : singleton(padded)), crdWidth = 8",
        "[c](i, j) -> (c * 3 * i : dense, i : dense, j : compressed), crdWidth = 8"}) {
    SCOPED_TRACE(text);
    const TensorRef t = store(this->exec, text, rows);
    EXPECT_EQ(coordinates(t, 1), (std::vector<std::int64_t>{0, p, 0, 2, p, 3, 3, p, p}));
    EXPECT_EQ(values(t), (std::vector<double>{6, 0, 5, 9, 0, 7, 8, 0, 0}));
    EXPECT_EQ(values(convert(this->exec, t, Formats::csr())),
              (std::vector<double>{6, 9, 8, 5, 7}));
  }
  const TensorRef four =
      store(this->exec, "[c](i, j) -> (c * 4 * i : dense, i : dense, j : compressed)", rows);
  EXPECT_EQ(four.num_values, 12);
  EXPECT_EQ(positions(four, 1), (std::vector<std::int64_t>{}));
  expect_contains(message_of<FormatMismatch>([&] {
                    store(this->exec,
                          "[c](i, j) -> (c * 2 * i : dense, i : dense, j : compressed)", rows);
                  }),
                  "expected at most 2 coordinates under each position of the level above, got 3");
}

/// The same arrays as the level that the text names.
TYPED_TEST(CountedTexts, ArraysAreThoseOfTheLevel) {
  const std::vector<std::vector<double>> rows = {{1, 0, 2, 0}, {3, 4, 5, 0}, {0, 6, 0, 0}};
  for (const auto& [text, level] :
       {std::pair{"(i, j) -> (i floordiv 2 : dense, #i : ragged, i mod 2 : dense, j : "
                  "singleton(padded))",
                  "SELL(2)"},
        std::pair{"(i, j) -> (#i : dense, i : by_length, j : singleton)", "JAD"}}) {
    const TensorRef a = store(this->exec, text, rows), b = store(this->exec, level, rows);
    EXPECT_EQ(a.format, b.format);
    EXPECT_EQ(positions(a, 1), positions(b, 1));
    EXPECT_EQ(coordinates(a, 1), coordinates(b, 1));
    EXPECT_EQ(values(a), values(b));
  }
}

/// What else is counted is refused with what to write.
TEST(CountedNames, OthersAreRefused) {
  for (const char* text :
       {"(i, j) -> (i : dense, #i : compressed, j : singleton)",
        "(i, j) -> (#i : dense, i : dense, j : compressed)",
        "(i, j) -> (#i : dense, i : compressed, j : singleton(padded))",
        "(i, j) -> (i floordiv 4 : dense, #i : dense, i mod 4 : dense, j : singleton(padded))",
        "(i, j) -> (#i + 1 : dense, i : dense, j : singleton(padded))",
        "(i, j) -> (#i : dense, j : dense, i : singleton(padded))",
        "(i, j) -> (#i : dense, #j : dense, i : dense, j : singleton(padded))"}) {
    const std::string message =
        message_of<UnsupportedExpression>([&] { (void)TensorFormat::parse(text); });
    expect_contains(message, "counting ('#') numbers the entries of a row in these levels alone");
    expect_contains(message, "Write one of them");
  }
  expect_contains(message_of<UnsupportedExpression>([] {
                    (void)TensorFormat::parse("[s](i, j) -> (i + s : dense, j : compressed)");
                  }),
                  "symbols have no value in a format: write the number in its place");
  EXPECT_THROW((void)TensorFormat::parse("[c](i, j, k) -> (c * 3 * i : dense, i : dense, j : "
                                         "compressed, k : compressed)"),
               UnsupportedExpression);
  expect_contains(message_of<ParseError>([] {
                    (void)TensorFormat::parse("(i, j) -> (i : compressed, j : counted[3])");
                  }),
                  "expected counted below a first level that is dense");
}

/// A symbol that no level reads changes nothing.
TEST(CountedNames, SymbolsThatAreNotReadAreForgotten) {
  EXPECT_EQ(TensorFormat::parse("[s](i, j) -> (i : dense, j : compressed)").to_string(),
            Formats::csr().to_string());
}

}  // namespace
