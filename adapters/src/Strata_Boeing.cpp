// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Boeing.hpp>

#include <array>
#include <cctype>
#include <vector>

#include <impl/Strata_FixedFields.hpp>
#include <impl/Strata_Mirror.hpp>
#include <impl/Strata_TextBuffer.hpp>

namespace Strata {
namespace {

using Impl::FixedFields;
using Impl::FortranFormat;
using Impl::NumberField;
using Impl::TextScanner;

bool one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

/// The three letters that a line begins with, in upper case; empty: no type.
std::string type_on(std::string_view line) {
  std::string type(line.substr(0, 3));
  for (char& c : type) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const bool is_type = type.size() == 3 && one_of(type[0], "RCPIQ") &&
                       one_of(type[1], "SUHZR") && one_of(type[2], "AEFU");
  return is_type ? type : std::string();
}

/// What the header says.
struct Header {
  std::string type;
  std::int64_t rows = 0, columns = 0, entries = 0;
  FortranFormat pointers, indices, values;

  NumberField field() const {
    switch (type[0]) {
      case 'C': return NumberField::complex;
      case 'I': return NumberField::integer;
      case 'P': return NumberField::pattern;
      default: return NumberField::real;
    }
  }
  Symmetry symmetry() const {
    switch (type[1]) {
      case 'S': return Symmetry::symmetric;
      case 'Z': return Symmetry::skew_symmetric;
      case 'H': return Symmetry::hermitian;
      default: return Symmetry::general;
    }
  }
};

void read_type(FixedFields& in, Header& h) {
  const std::string_view line = in.next_line("a matrix type such as RUA, and its sizes");
  h.type                      = type_on(line);
  const TextScanner& at       = in.scanner();
  if (h.type.empty()) at.fail_at("a matrix type such as RUA, and its sizes", line);
  if (h.type[2] == 'E') at.fail_at("an assembled matrix (type ..A)", h.type);
  if (h.type[2] != 'A' || h.type[0] == 'Q')
    at.fail_at("a matrix with its values in this file (R, C, I or P, and A at the end)", h.type);
  TextScanner words(line.substr(3), at.file(), '\0');
  words.next_line();
  const auto count = [&](const char* what) { return at.parse_count(words.next_word(), 0, what); };
  h.rows           = count("a number of rows");
  h.columns        = count("a number of columns");
  h.entries        = count("a number of entries");
  if (h.symmetry() != Symmetry::general && h.rows != h.columns)
    at.fail_at("as many rows as columns, since the type is " + h.type, line);
}

FortranFormat format_in(const FixedFields& in, std::string_view line, std::size_t begin,
                        std::size_t width, const char* what, bool is_integer) {
  const std::string_view text =
      begin < line.size() ? line.substr(begin, width) : std::string_view();
  const auto format = Impl::parse_fortran_format(text);
  if (!format || format->is_integer() != is_integer)
    in.scanner().fail_at(std::string("the Fortran format of ") + what, text);
  return *format;
}

Header read_header(FixedFields& in) {
  Header h;
  in.next_line("a title");
  const std::string_view cards = in.next_line("numbers of lines");
  TextScanner counts(cards, in.scanner().file(), '\0');
  counts.next_line();
  std::array<std::string_view, 5> words;
  for (auto& word : words) word = counts.next_word();
  // Five numbers: Harwell-Boeing, whose last one counts lines of right-hand sides.
  const bool has_sides =
      !words[4].empty() && in.scanner().parse_count(words[4], 0, "a number of lines") > 0;
  read_type(in, h);
  const std::string_view line = in.next_line("Fortran formats");
  constexpr std::size_t narrow = 16, wide = 20;
  h.pointers = format_in(in, line, 0, narrow, "column pointers", true);
  h.indices  = format_in(in, line, narrow, narrow, "row indices", true);
  if (h.field() != NumberField::pattern)
    h.values = format_in(in, line, 2 * narrow, wide, "values", h.field() == NumberField::integer);
  if (has_sides) in.next_line("a type of right-hand sides");
  return h;
}

/// Numbers of a block, from `least` to `most`.
std::vector<std::int64_t> read_integers(FixedFields& in, const FortranFormat& format,
                                        std::int64_t count, std::int64_t most, const char* what) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(count));
  in.begin_block(format, what);
  for (std::int64_t& number : all) {
    const std::string_view field = in.next_field();
    if (!Impl::parse_whole(field, number) || number < 1 || number > most)
      in.scanner().fail_at(std::string(what) + " from 1 to " + std::to_string(most), field);
  }
  return all;
}

std::vector<std::int64_t> read_pointers(FixedFields& in, const Header& h) {
  auto pointers = read_integers(in, h.pointers, h.columns + 1, h.entries + 1, "a column pointer");
  for (std::size_t j = 0; j + 1 < pointers.size(); ++j)
    if (pointers[j] > pointers[j + 1] || (j == 0 && pointers[0] != 1))
      in.scanner().fail("column pointers that begin with 1 and ascend",
                        std::to_string(pointers[j]) + " and " + std::to_string(pointers[j + 1]));
  if (pointers.back() != h.entries + 1)
    in.scanner().fail("a last column pointer of " + std::to_string(h.entries + 1),
                      std::to_string(pointers.back()));
  return pointers;
}

template <class T>
void read_entries(FixedFields& in, const Header& h, const Impl::ValueRules& rules,
                  CoordinateList& list) {
  const auto pointers = read_pointers(in, h);
  const auto rows     = read_integers(in, h.indices, h.entries, h.rows, "a row index");
  const Impl::Mirror mirror(h.symmetry(), [&]() -> const TextScanner& { return in.scanner(); });
  in.begin_block(h.values, "a value");
  for (std::int64_t j = 0; j < h.columns; ++j)
    for (std::int64_t n = pointers[j] - 1; n < pointers[j + 1] - 1; ++n) {
      const T value = Impl::parse_value<T>(in.scanner(), rules, [&] { return in.next_field(); });
      const std::int64_t at[] = {rows[n] - 1, j}, mirrored[] = {j, rows[n] - 1};
      list.push_back<T>(at, value);
      if (h.symmetry() == Symmetry::general) continue;
      if (at[0] == at[1])
        mirror.check_diagonal(value);
      else
        list.push_back<T>(mirrored, mirror(value));
    }
}

ScalarType natural_type(const Header& h) {
  switch (h.field()) {
    case NumberField::complex: return ScalarType::c128;
    case NumberField::integer: return ScalarType::i64;
    default: return ScalarType::f64;
  }
}

}  // namespace

bool is_boeing(std::string_view text) {
  for (int n = 0; n < 2; ++n) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return false;
    text.remove_prefix(end + 1);
  }
  const std::string_view line = text.substr(0, text.find('\n'));
  if (type_on(line).empty()) return false;
  TextScanner counts(line.substr(3), "", '\0');
  std::int64_t rows = 0;
  return counts.next_line() && Impl::parse_whole(counts.next_word(), rows);
}

CoordinateList parse_boeing(std::string_view text, const std::string& file,
                            const ReadOptions& options) {
  FixedFields in(text, file);
  const Header h = read_header(in);
  CoordinateList list;
  list.source           = "Harwell-Boeing";
  list.extents          = {h.rows, h.columns};
  list.scalar           = options.type.value_or(natural_type(h));
  list.symmetry         = h.symmetry();
  list.pattern          = h.field() == NumberField::pattern;
  list.declared_entries = h.entries;
  Impl::check_extents(file, options, list.extents);
  const Impl::ValueRules rules{h.field(), options.round_to_integer};
  visit_scalar_type(list.scalar, [&](auto zero) {
    read_entries<decltype(zero)>(in, h, rules, list);
  });
  return list;
}

CoordinateList read_boeing(const std::string& path, const ReadOptions& options) {
  return parse_boeing(Impl::load_file(path, options.tasks).view(), path, options);
}

}  // namespace Strata
