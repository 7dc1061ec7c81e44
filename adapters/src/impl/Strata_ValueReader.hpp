// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_VALUE_READER_HPP
#define STRATA_IMPL_VALUE_READER_HPP

#include <impl/Strata_FastWords.hpp>
#include <impl/Strata_TextChunks.hpp>

namespace Strata::Impl {

/// Walks over the values of a file without coordinates, from the begin of a chunk;
/// a value may be on any line and even end after the chunk.
template <class T>
class ValueReader {
 public:
  ValueReader(const TextScanner& scanner, const TextChunk& chunk, const ValueRules& rules)
      : m_scanner(scanner),
        m_rules(rules),
        m_place{words_from(chunk.begin), chunk.begin, chunk.line + 1, true} {}

  /// The next value. \pre there is one
  T next() {
    const Place before = m_place;
    T value;
    if (take(value)) return value;
    m_place = before;
    return parse_value<T>(m_scanner, m_rules, [this] { return next_word(); });
  }
  std::string_view next_word() {
    const std::string_view word = scanner_at_next_word().next_word();
    m_place.words               = words_from(m_scanner.offset());
    return word;
  }
  /// At the next word. \pre there is one
  TextScanner& scanner_at_next_word() {
    find_word();
    return scanner();
  }
  /// At the line of the last value.
  TextScanner& scanner() {
    m_scanner.move_to(m_place.line_begin, m_place.line, offset());
    return m_scanner;
  }

 private:
  struct Place {
    FastWords words;
    std::size_t line_begin;
    std::int64_t line;
    bool fresh;  ///< no word of the line has been taken: it may be a comment
  };

  FastWords words_from(std::size_t offset) const {
    const std::string_view text = m_scanner.text();
    return FastWords(text.data() + offset, text.data() + text.size());
  }
  std::size_t offset() const {
    return static_cast<std::size_t>(m_place.words.at() - m_scanner.text().data());
  }
  void find_word() {
    FastWords& words = m_place.words;
    for (;;) {
      const bool line_ended = words.take_line_end();
      if (words.at_end()) return;
      if (!line_ended) {
        if (!m_place.fresh || words.peek() != m_scanner.comment()) break;
        words.skip_line();
      }
      m_place.line_begin = offset();
      m_place.fresh      = true;
      ++m_place.line;
    }
    m_place.fresh = false;
  }
  bool take(T& value) {
    find_word();
    if constexpr (IsComplex<T>::value) {
      typename T::value_type re{}, im{};
      if (!m_place.words.take_number(m_rules, re)) return false;
      if (m_rules.field == NumberField::complex) {
        find_word();
        if (!m_place.words.take_number(m_rules, im)) return false;
      }
      value = T(re, im);
      return true;
    } else {
      return m_place.words.take_value(m_rules, value);
    }
  }

  TextScanner m_scanner;
  const ValueRules& m_rules;
  Place m_place;
};

}  // namespace Strata::Impl

#endif
