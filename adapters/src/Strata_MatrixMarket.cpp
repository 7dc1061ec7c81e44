// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_MatrixMarket.hpp>

#include <span>
#include <vector>

#include <Strata_Error.hpp>
#include <impl/Strata_ArrayValues.hpp>
#include <impl/Strata_EntryLines.hpp>
#include <impl/Strata_MatrixMarketHeader.hpp>
#include <impl/Strata_Mirror.hpp>
#include <impl/Strata_TextBuffer.hpp>

namespace Strata {
namespace {

using Impl::NumberField;
using Impl::TextScanner;

ScalarType natural_type(NumberField field) {
  switch (field) {
    case NumberField::integer: return ScalarType::i64;
    case NumberField::unsigned_integer: return ScalarType::u64;
    case NumberField::complex: return ScalarType::c128;
    default: return ScalarType::f64;
  }
}

/// How the lines of a coordinate file are read.
class CoordinateLines {
 public:
  CoordinateLines(const Impl::EntryRules& rules, const CoordinateList& list)
      : m_rules(rules), m_symmetry(list.symmetry), m_declared(list.declared_entries) {}

  template <class T>
  T read_line(TextScanner& s, std::span<std::int64_t> at) const {
    s.read_coordinates(m_rules.bounds, m_rules.base, at);
    const T value = Impl::parse_value<T>(s, m_rules.values, [&s] { return s.next_word(); });
    s.expect_end_of_line("the entry");
    return value;
  }
  /// Adds the mirror image.
  template <class T, class Reader>
  int finish(Reader& reader, std::int64_t* at, T* value) const {
    if (m_symmetry == Symmetry::general) return 1;
    const Impl::Mirror mirror(m_symmetry,
                              [&]() -> const TextScanner& { return reader.scanner(); });
    if (at[0] == at[1]) {
      mirror.check_diagonal(*value);
      return 1;
    }
    at[2]    = at[1];
    at[3]    = at[0];
    value[1] = mirror(*value);
    return 2;
  }
  [[noreturn]] void fail_on_surplus(const TextScanner& s) const {
    s.fail_at("the end of the file after " + std::to_string(m_declared) + " entries",
              s.line());
  }
  void finish_chunk(std::int64_t, std::span<const std::int64_t>) const {}

 private:
  const Impl::EntryRules& m_rules;
  Symmetry m_symmetry;
  std::int64_t m_declared;
};

template <class T>
void read_coordinate_entries(const TextScanner& s, const Impl::EntryRules& rules,
                             const ReadOptions& options, CoordinateList& list) {
  const Impl::TextChunks chunks(s, Impl::TextItem::line, options);
  CoordinateLines lines(rules, list);
  Impl::read_entry_lines<T>(s, chunks, rules, list.declared_entries,
                            list.symmetry == Symmetry::general ? 1 : 2, lines, list);
  if (chunks.num_items() >= list.declared_entries) return;
  TextScanner end = s;
  chunks.move_to_end(end);
  end.fail(std::to_string(list.declared_entries) + " entries",
           "the end of the file after " + std::to_string(chunks.num_items()));
}

}  // namespace

bool is_matrix_market(std::string_view text) {
  return Impl::has_matrix_market_banner(text);
}

CoordinateList parse_matrix_market(std::string_view text, const std::string& file,
                                   const ReadOptions& options) {
  // The banner begins like a comment: it is read with no comment character.
  TextScanner head(text, file, '\0');
  const Impl::MatrixMarketHeader h = Impl::read_matrix_market_header(head);
  TextScanner s(text, file, '%');
  CoordinateList list;
  list.source   = "Matrix Market";
  list.scalar   = options.type.value_or(natural_type(h.field));
  list.symmetry = h.symmetry;
  list.pattern  = h.field == NumberField::pattern;
  Impl::read_matrix_market_sizes(s, h, list);
  Impl::check_extents(file, options, list.extents);
  const std::vector<std::int64_t> extents = list.extents;
  const Impl::EntryRules rules{extents, {h.field, options.round_to_integer}, options.base};
  visit_scalar_type(list.scalar, [&](auto zero) {
    using T = decltype(zero);
    if (h.array)
      Impl::ArrayValues<T>(s, rules.values, h.symmetry, options, list).read();
    else
      read_coordinate_entries<T>(s, rules, options, list);
  });
  return list;
}

CoordinateList read_matrix_market(const std::string& path, const ReadOptions& options) {
  return parse_matrix_market(Impl::load_file(path, options.tasks).view(), path, options);
}

}  // namespace Strata
