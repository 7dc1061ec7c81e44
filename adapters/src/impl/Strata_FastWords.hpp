// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_FAST_WORDS_HPP
#define STRATA_IMPL_FAST_WORDS_HPP

#include <cstdint>

#include <impl/Strata_NumberParser.hpp>

namespace Strata::Impl {

/// Reads the words of well-formed files without cutting them out first. What it
/// does not take (rare spellings and every fault) is left to TextScanner, which
/// knows the messages: a function that returns false has found nothing wrong yet.
class FastWords {
 public:
  FastWords(const char* at, const char* end) : m_at(at), m_end(end) {}

  const char* at() const { return m_at; }
  bool at_end() const { return m_at == m_end; }
  char peek() const { return *m_at; }
  void skip_blanks() {
    while (m_at != m_end && is_blank(*m_at)) ++m_at;
  }
  /// The line has nothing more; moves to the next one.
  bool take_line_end() {
    skip_blanks();
    if (at_end()) return true;
    if (*m_at != '\n') return false;
    ++m_at;
    return true;
  }
  void skip_line() {
    while (m_at != m_end && *m_at != '\n') ++m_at;
    if (m_at != m_end) ++m_at;
  }
  /// A coordinate, the first of which is `base`, taken 0-based; no bound when
  /// `extent` is −1.
  bool take_coordinate(std::int64_t extent, std::int64_t base, std::int64_t& coordinate) {
    constexpr int safe_digits = 18;
    skip_blanks();
    const char* const first = m_at;
    std::uint64_t number    = 0;
    for (; m_at != m_end; ++m_at) {
      const auto digit = static_cast<unsigned>(*m_at - '0');
      if (digit > 9) break;
      number = 10 * number + digit;
    }
    if (m_at == first || m_at - first > safe_digits || !at_word_end()) return false;
    coordinate = static_cast<std::int64_t>(number) - base;
    return coordinate >= 0 && (extent < 0 || coordinate < extent);
  }
  /// A value of type T as `rules` have it.
  template <class T>
  bool take_value(const ValueRules& rules, T& value) {
    if (rules.field == NumberField::pattern) {
      value = T(1);
      return true;
    }
    if constexpr (IsComplex<T>::value) {
      typename T::value_type re{}, im{};
      if (!take_number(rules, re)) return false;
      skip_blanks();
      const bool two = rules.field == NumberField::complex ||
                       (rules.field == NumberField::any && !at_end() && *m_at != '\n');
      if (two && !take_number(rules, im)) return false;
      value = T(re, im);
      return true;
    } else {
      return rules.field != NumberField::complex && take_number(rules, value);
    }
  }
  /// One word as a number of a type that is not complex.
  template <class T>
  bool take_number(const ValueRules& rules, T& number) {
    skip_blanks();
    if constexpr (std::is_same_v<T, bool>) {
      std::uint8_t bit = 0;
      if (!take_any(bit) || bit > 1) return false;
      number = bit != 0;
      return true;
    } else if constexpr (is_real_v<T>) {
      if (!rules.only_integers()) return take_any(number);
      std::int64_t whole = 0;
      if (!take_any(whole) || whole == 0) return false;  // 0: it may be −0
      number = static_cast<T>(whole);
      return !std::isinf(static_cast<float>(number));  // beyond f16
    } else {
      return take_any(number);
    }
  }

 private:
  bool at_word_end() const { return at_end() || is_blank(*m_at) || *m_at == '\n'; }
  template <class T>
  bool take_any(T& number) {
    const char* const end = parse_number(m_at, m_end, number);
    if (!end) return false;
    m_at = end;
    return at_word_end();
  }

  const char* m_at;
  const char* m_end;
};

}  // namespace Strata::Impl

#endif
