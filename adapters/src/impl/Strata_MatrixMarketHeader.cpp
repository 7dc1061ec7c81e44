// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_MatrixMarketHeader.hpp>

#include <array>
#include <cctype>
#include <utility>
#include <vector>

namespace Strata::Impl {
namespace {

constexpr std::string_view banner = "%%matrixmarket";

std::string lower(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

template <class Value>
struct Keyword {
  std::string_view name;
  Value value;
};

template <class Value, std::size_t N>
Value read_keyword(TextScanner& s, std::string_view what,
                   const std::array<Keyword<Value>, N>& keywords) {
  const std::string_view word = s.next_word();
  const std::string key       = lower(word);
  for (const auto& k : keywords)
    if (key == k.name) return k.value;
  std::string names;
  for (std::size_t i = 0; i < N; ++i) {
    if (i > 0) names += i + 1 < N ? ", " : " or ";
    names += keywords[i].name;
  }
  s.fail_at("the " + std::string(what) + " " + names, word);
}

/// Combinations of field, format and symmetry that mean nothing.
void check_header(const TextScanner& s, const MatrixMarketHeader& h) {
  const std::string symmetry(name_of(h.symmetry));
  if (!h.is_matrix && h.symmetry != Symmetry::general)
    s.fail("the symmetry general for a tensor or vector", symmetry);
  if (h.field == NumberField::pattern && h.array)
    s.fail("a field with values in an array file", "pattern");
  if (h.symmetry == Symmetry::skew_symmetric &&
      (h.field == NumberField::pattern || h.field == NumberField::unsigned_integer))
    s.fail("a field with negative values in a skew-symmetric file",
           h.field == NumberField::pattern ? "pattern" : "unsigned-integer");
  if (h.symmetry == Symmetry::hermitian && h.field == NumberField::pattern)
    s.fail("a field with values in a hermitian file", "pattern");
}

}  // namespace

bool has_matrix_market_banner(std::string_view text) {
  return lower(text.substr(0, banner.size())) == banner;
}

MatrixMarketHeader read_matrix_market_header(TextScanner& s) {
  if (!s.next_line() || lower(s.next_word()) != banner)
    s.fail_at(
        "'%%MatrixMarket matrix|tensor coordinate|array field symmetry' on the first "
        "line",
        s.line());
  MatrixMarketHeader h;
  h.is_matrix = read_keyword<bool>(
      s, "object",
      std::array<Keyword<bool>, 3>{{{"matrix", true}, {"tensor", false}, {"vector", false}}});
  h.array = read_keyword<bool>(
      s, "format", std::array<Keyword<bool>, 2>{{{"coordinate", false}, {"array", true}}});
  h.field = read_keyword<NumberField>(
      s, "field",
      std::array<Keyword<NumberField>, 6>{{{"real", NumberField::real},
                                           {"double", NumberField::real},
                                           {"integer", NumberField::integer},
                                           {"unsigned-integer", NumberField::unsigned_integer},
                                           {"complex", NumberField::complex},
                                           {"pattern", NumberField::pattern}}});
  h.symmetry = read_keyword<Symmetry>(
      s, "symmetry",
      std::array<Keyword<Symmetry>, 4>{{{"general", Symmetry::general},
                                        {"symmetric", Symmetry::symmetric},
                                        {"skew-symmetric", Symmetry::skew_symmetric},
                                        {"hermitian", Symmetry::hermitian}}});
  s.expect_end_of_line("the header");
  check_header(s, h);
  return h;
}

void read_matrix_market_sizes(TextScanner& s, const MatrixMarketHeader& h,
                              CoordinateList& list) {
  const std::string expected =
      h.array ? (h.is_matrix ? "the line 'rows columns'" : "a line with the extents")
              : (h.is_matrix ? "the line 'rows columns entries'"
                             : "a line with the extents and the number of entries");
  if (!s.next_line()) s.fail_at(expected, {});
  std::vector<std::int64_t> numbers;
  const std::string line(s.line());
  for (auto word = s.next_word(); !word.empty(); word = s.next_word()) {
    std::int64_t number = 0;
    if (!parse_whole(word, number) || number < 0) s.fail_at(expected, line);
    numbers.push_back(number);
  }
  const std::size_t fixed = h.array ? 2 : 3;
  if (h.is_matrix ? numbers.size() != fixed : numbers.size() < (h.array ? 1 : 2))
    s.fail_at(expected, line);
  if (!h.array) {
    list.declared_entries = numbers.back();
    numbers.pop_back();
  }
  list.extents = std::move(numbers);
  if (h.symmetry != Symmetry::general && list.extents[0] != list.extents[1])
    s.fail("a square matrix in a " + std::string(name_of(h.symmetry)) + " file",
           extents_to_string(list.extents));
}

}  // namespace Strata::Impl
