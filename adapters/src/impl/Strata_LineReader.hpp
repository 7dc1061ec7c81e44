// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_LINE_READER_HPP
#define STRATA_IMPL_LINE_READER_HPP

#include <span>

#include <impl/Strata_FastWords.hpp>
#include <impl/Strata_TextChunks.hpp>

namespace Strata::Impl {

/// What is the same for every line of a file with an entry a line.
struct EntryRules {
  std::span<const std::int64_t> bounds;  ///< of the coordinates, −1: unknown
  ValueRules values;
  std::int64_t base = 1;  ///< number of the first coordinate
};

/// Walks over the entries of one chunk. `FileFormat` has
/// T read_line<T>(TextScanner&, std::span<std::int64_t> at), which reads the line
/// that the scanner stands on, however it is spelled, or throws.
template <class T, class FileFormat>
class LineReader {
 public:
  LineReader(const TextScanner& scanner, const TextChunk& chunk, const EntryRules& rules,
             const FileFormat& format)
      : m_scanner(scanner),
        m_words(scanner.text().data() + chunk.begin, scanner.text().data() + chunk.end),
        m_line_begin(m_words.at()),
        m_line(chunk.line),
        m_rules(rules),
        m_format(format) {}

  /// The next entry. \pre there is one
  T next(std::int64_t* at) {
    find_entry();
    T value;
    if (!take_entry(at, value)) value = read_slowly(at);
    return value;
  }
  /// Moves to the line of the next entry. \pre there is one
  void find_entry() {
    for (;;) {
      m_line_begin = m_words.at();
      ++m_line;
      if (m_words.take_line_end()) continue;
      if (m_words.peek() != m_scanner.comment()) return;
      m_words.skip_line();
    }
  }
  /// A scanner at the last entry's line, for faults.
  TextScanner& scanner() {
    const auto begin = static_cast<std::size_t>(m_line_begin - m_scanner.text().data());
    m_scanner.move_to(begin, m_line, begin);
    return m_scanner;
  }

 private:
  bool take_entry(std::int64_t* at, T& value) {
    for (std::size_t d = 0; d < m_rules.bounds.size(); ++d)
      if (!m_words.take_coordinate(m_rules.bounds[d], m_rules.base, at[d])) return false;
    return m_words.take_value(m_rules.values, value) && m_words.take_line_end();
  }
  T read_slowly(std::int64_t* at) {
    const char* const text = m_scanner.text().data();
    const T value = m_format.template read_line<T>(
        scanner(), std::span<std::int64_t>(at, m_rules.bounds.size()));
    m_words = FastWords(text + m_scanner.next_line_begin(), text + m_scanner.text().size());
    return value;
  }

  TextScanner m_scanner;
  FastWords m_words;
  const char* m_line_begin;
  std::int64_t m_line;
  const EntryRules& m_rules;
  const FileFormat& m_format;
};

}  // namespace Strata::Impl

#endif
