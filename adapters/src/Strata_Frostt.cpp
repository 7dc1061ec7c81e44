// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Frostt.hpp>

#include <algorithm>
#include <vector>

#include <Strata_Error.hpp>
#include <impl/Strata_EntryLines.hpp>
#include <impl/Strata_TextBuffer.hpp>

namespace Strata {
namespace {

using Impl::NumberField;
using Impl::TextScanner;

/// ParTI writes the order on a line of its own, then a line with the extents.
bool has_parti_header(TextScanner s) {
  std::int64_t order = 0, extent = 0;
  if (!s.next_line() || s.count_words() != 1 || !Impl::parse_whole(s.next_word(), order) ||
      order < 1 || !s.next_line() || s.count_words() != order)
    return false;
  for (std::int64_t d = 0; d < order; ++d)
    if (!Impl::parse_whole(s.next_word(), extent) || extent < 0) return false;
  return true;
}

std::vector<std::int64_t> read_parti_header(TextScanner& s) {
  s.next_line();
  std::vector<std::int64_t> extents;
  s.next_line();
  for (auto word = s.next_word(); !word.empty(); word = s.next_word())
    extents.push_back(s.parse_count(word, 0, "an extent"));
  return extents;
}

/// Order of a tensor whose entries are like the first line of `s`.
int guess_order(TextScanner s, ScalarType type) {
  if (!s.next_line()) return -1;
  const int words = s.count_words();
  return words - (is_complex(type) && words > 2 ? 2 : 1);
}

void fail_on_words(TextScanner s, int order, bool complex) {
  const int got          = s.count_words();
  const std::string line = "'" + std::string(s.line()) + "'";
  std::string expected   = order == 0 ? "a value"
                           : order == 1
                               ? "1 coordinate and a value"
                               : std::to_string(order) + " coordinates and a value";
  if (complex) expected += " (one or two numbers)";
  s.fail(expected, line + " (" + std::to_string(got) + (got == 1 ? " word)" : " words)"));
}

/// How FROSTT reads a line and what it learns from the entries.
class FrosttLines {
 public:
  FrosttLines(std::span<const std::int64_t> bounds, const ReadOptions& options,
              std::int64_t chunks)
      : m_rules{bounds, {NumberField::any, options.round_to_integer}, options.base},
        m_largest(static_cast<std::size_t>(chunks) * bounds.size(), -1) {}

  const Impl::EntryRules& rules() const { return m_rules; }

  template <class T>
  T read_line(TextScanner& s, std::span<std::int64_t> at) const {
    const TextScanner before = s;
    const auto fail = [&] { fail_on_words(before, order(), Impl::IsComplex<T>::value); };
    s.read_coordinates(m_rules.bounds, m_rules.base, at);
    if (!s.has_word()) fail();
    const T value = Impl::parse_value<T>(s, m_rules.values, [&s] { return s.next_word(); });
    if (s.has_word()) fail();
    return value;
  }
  template <class T, class Reader>
  int finish(Reader&, std::int64_t*, T*) const {
    return 1;
  }
  [[noreturn]] void fail_on_surplus(const TextScanner& s) const {
    s.fail_at("one value (order 0) and the end of the file", s.line());
  }
  /// Remembers the largest coordinates of a chunk.
  void finish_chunk(std::int64_t chunk, std::span<const std::int64_t> coordinates) {
    if (order() == 0) return;
    std::int64_t* const largest = m_largest.data() + chunk * order();
    for (std::size_t n = 0; n < coordinates.size(); n += m_rules.bounds.size())
      for (std::size_t d = 0; d < m_rules.bounds.size(); ++d)
        largest[d] = std::max(largest[d], coordinates[n + d]);
  }
  /// Those that were known, no smaller than the coordinates demand.
  std::vector<std::int64_t> extents() const {
    std::vector<std::int64_t> found(m_rules.bounds.begin(), m_rules.bounds.end());
    for (auto& e : found) e = std::max<std::int64_t>(e, 0);
    for (std::size_t n = 0; n < m_largest.size(); ++n)
      found[n % found.size()] = std::max(found[n % found.size()], m_largest[n] + 1);
    return found;
  }

 private:
  int order() const { return static_cast<int>(m_rules.bounds.size()); }

  Impl::EntryRules m_rules;
  std::vector<std::int64_t> m_largest;  ///< chunk × dimension
};

/// Finds the order and the bounds of the coordinates (−1: unknown).
std::vector<std::int64_t> find_bounds(TextScanner& s, const ReadOptions& options,
                                      ScalarType type) {
  if (options.known_order() != 0 && has_parti_header(s)) {
    auto extents = read_parti_header(s);
    Impl::check_extents(s.file(), options, extents);
    return extents;
  }
  if (options.extents) return *options.extents;
  TextScanner probe   = s;
  const bool is_empty = !probe.next_line();
  if (is_empty && options.order != 0)
    throw IoError(s.file() +
                  ":1: expected an entry, got the end of the file; an empty tensor needs "
                  "its extents given");
  const int order = options.order >= 0 ? options.order : guess_order(s, type);
  return std::vector<std::int64_t>(static_cast<std::size_t>(order), -1);
}

}  // namespace

CoordinateList parse_frostt(std::string_view text, const std::string& file,
                            const ReadOptions& options) {
  TextScanner s(text, file, '#');
  CoordinateList list;
  list.source       = "FROSTT";
  list.scalar       = options.type.value_or(ScalarType::f64);
  const auto bounds = find_bounds(s, options, list.scalar);
  list.extents      = bounds;
  const Impl::TextChunks chunks(s, Impl::TextItem::line, options);
  FrosttLines lines(bounds, options, chunks.size());
  const auto limit = bounds.empty() ? 1 : chunks.num_items();
  visit_scalar_type(list.scalar, [&](auto zero) {
    Impl::read_entry_lines<decltype(zero)>(s, chunks, lines.rules(), limit, 1, lines, list);
  });
  list.extents          = lines.extents();
  list.declared_entries = list.num_entries;
  return list;
}

CoordinateList read_frostt(const std::string& path, const ReadOptions& options) {
  return parse_frostt(Impl::load_file(path, options.tasks).view(), path, options);
}

}  // namespace Strata
