// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_MatrixMarket.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <vector>

#include <Strata_Error.hpp>
#include <impl/Strata_NumberParser.hpp>
#include <impl/Strata_TextScanner.hpp>

namespace Strata {
namespace {

using Impl::NumberField;
using Impl::TextScanner;

constexpr std::string_view banner = "%%matrixmarket";

/// First line of the file.
struct Header {
  bool is_matrix    = true;
  bool array        = false;
  NumberField field = NumberField::real;
  Symmetry symmetry = Symmetry::general;
};

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
void check_header(const TextScanner& s, const Header& h) {
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

Header read_header(TextScanner& s) {
  if (!s.next_line() || lower(s.next_word()) != banner)
    s.fail_at(
        "'%%MatrixMarket matrix|tensor coordinate|array field symmetry' on the first "
        "line",
        s.line());
  Header h;
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

ScalarType natural_type(NumberField field) {
  switch (field) {
    case NumberField::integer: return ScalarType::i64;
    case NumberField::unsigned_integer: return ScalarType::u64;
    case NumberField::complex: return ScalarType::c128;
    default: return ScalarType::f64;
  }
}

/// Size line: the extents, then (coordinate format) the number of entries.
void read_sizes(TextScanner& s, const Header& h, CoordinateList& list) {
  const std::string expected =
      h.array ? (h.is_matrix ? "the line 'rows columns'" : "a line with the extents")
              : (h.is_matrix ? "the line 'rows columns entries'"
                             : "a line with the extents and the number of entries");
  if (!s.next_line()) s.fail_at(expected, {});
  std::vector<std::int64_t> numbers;
  const std::string line(s.line());
  for (auto word = s.next_word(); !word.empty(); word = s.next_word()) {
    std::int64_t number = 0;
    if (!Impl::parse_whole(word, number) || number < 0) s.fail_at(expected, line);
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

template <class T>
T mirrored(const TextScanner& s, const T& value, Symmetry symmetry) {
  if (symmetry == Symmetry::skew_symmetric) {
    if constexpr (std::is_integral_v<T>) {
      if (value != T(0) && (std::is_unsigned_v<T> || value == std::numeric_limits<T>::min()))
        s.fail_at("a value whose negative the type " +
                      std::string(name_of(scalar_type_of_v<T>)) + " holds",
                  s.line());
    }
    if constexpr (!std::is_same_v<T, bool>) return static_cast<T>(-value);
  }
  if constexpr (Impl::IsComplex<T>::value) {
    if (symmetry == Symmetry::hermitian) return std::conj(value);
  }
  return value;
}

/// What a symmetry demands of the diagonal.
template <class T>
void check_diagonal(const TextScanner& s, const T& value, Symmetry symmetry) {
  if (symmetry == Symmetry::skew_symmetric && value != T(0))
    s.fail_at("a diagonal entry of 0 in a skew-symmetric file", s.line());
  if constexpr (Impl::IsComplex<T>::value) {
    if (symmetry == Symmetry::hermitian && value.imag() != 0)
      s.fail_at("a real diagonal entry in a hermitian file", s.line());
  }
}

/// Adds an entry and its mirror image.
template <class T>
void add_entry(const TextScanner& s, const Header& h, CoordinateList& list,
               std::span<const std::int64_t> at, const T& value) {
  list.push_back(at, value);
  if (h.symmetry == Symmetry::general) return;
  if (at[0] == at[1]) return check_diagonal(s, value, h.symmetry);
  const std::array<std::int64_t, 2> mirror{at[1], at[0]};
  list.push_back<T>(mirror, mirrored(s, value, h.symmetry));
}

template <class T>
void read_coordinate_entries(TextScanner& s, const Header& h, CoordinateList& list,
                             std::size_t text_size) {
  const auto order = list.extents.size();
  // An entry takes two characters a coordinate at least: trust no larger number.
  const auto likely = std::min<std::size_t>(static_cast<std::size_t>(list.declared_entries),
                                            text_size / (2 * order) + 1) *
                      (h.symmetry == Symmetry::general ? 1 : 2);
  list.coordinates.reserve(likely * order);
  list.values.reserve(likely * sizeof(T));
  std::vector<std::int64_t> at(order);
  for (std::int64_t n = 0; n < list.declared_entries; ++n) {
    if (!s.next_line())
      s.fail(std::to_string(list.declared_entries) + " entries",
             "the end of the file after " + std::to_string(n));
    s.read_coordinates(list.extents, at);
    const T value = Impl::parse_value<T>(s, h.field, [&s] { return s.next_word(); });
    s.expect_end_of_line("the entry");
    add_entry(s, h, list, at, value);
  }
}

/// Moves `at` to the next listed element, first dimension fastest; files with a
/// symmetry list the lower triangle (without the diagonal when it is skew).
void advance(const Header& h, const CoordinateList& list, std::vector<std::int64_t>& at) {
  const bool general = h.symmetry == Symmetry::general;
  for (std::size_t d = 0; d < at.size(); ++d) {
    if (++at[d] < list.extents[d]) break;
    at[d] = 0;
  }
  if (!general && at[0] == 0)
    at[0] = at[1] + (h.symmetry == Symmetry::skew_symmetric ? 1 : 0);
}

/// Number of values that an array file holds.
std::int64_t count_array_values(const Header& h, const CoordinateList& list) {
  const std::int64_t n = list.extents[0];
  switch (h.symmetry) {
    case Symmetry::general: break;
    case Symmetry::skew_symmetric: return n * (n - 1) / 2;
    default: return n * (n + 1) / 2;
  }
  std::int64_t product = 1;
  for (const auto e : list.extents)
    if (__builtin_mul_overflow(product, e, &product)) return -1;
  return product;
}

template <class T>
void read_array_values(TextScanner& s, const Header& h, CoordinateList& list) {
  const std::int64_t count = count_array_values(h, list);
  if (count < 0)
    s.fail("extents whose product fits in 64 bits", extents_to_string(list.extents));
  list.declared_entries = count;
  list.array            = true;
  std::vector<std::int64_t> at(list.extents.size(), 0);
  if (h.symmetry == Symmetry::skew_symmetric) at[0] = 1;
  for (std::int64_t n = 0; n < count; ++n, advance(h, list, at)) {
    const T value = Impl::parse_value<T>(s, h.field, [&] {
      const std::string_view word = s.next_word_anywhere();
      if (word.empty())
        s.fail(std::to_string(count) + " values",
               "the end of the file after " + std::to_string(n));
      return word;
    });
    if (value != T(0)) add_entry(s, h, list, at, value);
  }
}

}  // namespace

bool is_matrix_market(std::string_view text) {
  return lower(text.substr(0, banner.size())) == banner;
}

CoordinateList parse_matrix_market(std::string_view text, const std::string& file,
                                   const ReadOptions& options) {
  // The banner begins like a comment: it is read with no comment character.
  TextScanner head(text, file, '\0');
  const Header h = read_header(head);
  TextScanner s(text, file, '%', options.progress);
  CoordinateList list;
  list.source   = "Matrix Market";
  list.scalar   = options.type.value_or(natural_type(h.field));
  list.symmetry = h.symmetry;
  list.pattern  = h.field == NumberField::pattern;
  read_sizes(s, h, list);
  Impl::check_extents(file, options, list.extents);
  visit_scalar_type(list.scalar, [&](auto zero) {
    using T = decltype(zero);
    if (h.array)
      read_array_values<T>(s, h, list);
    else
      read_coordinate_entries<T>(s, h, list, text.size());
  });
  const std::string_view rest = s.next_word_anywhere();
  if (!rest.empty())
    s.fail_at("the end of the file after " + std::to_string(list.declared_entries) +
                  (h.array ? " values" : " entries"),
              s.line());
  return list;
}

CoordinateList read_matrix_market(const std::string& path, const ReadOptions& options) {
  return parse_matrix_market(Impl::load_file(path), path, options);
}

}  // namespace Strata
