// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_TEXT_SCANNER_HPP
#define STRATA_IMPL_TEXT_SCANNER_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <Strata_CoordinateList.hpp>

namespace Strata::Impl {

/// What separates words on a line; the carriage return of \r\n counts.
constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/// Walks over a text line by line and over the words of each line; knows where
/// it is, so that every fault names file and line.
class TextScanner {
 public:
  /// Lines whose first word begins with `comment` are skipped.
  TextScanner(std::string_view text, std::string file, char comment);

  /// Moves to the next line that has words; false at the end of the text.
  bool next_line();
  /// Next word of the line; empty when there is none left.
  std::string_view next_word();
  /// Moves to the line of that number, which begins at `line_begin`, and there to
  /// `at`: both are offsets in the text.
  void move_to(std::size_t line_begin, std::int64_t line_number, std::size_t at);
  bool has_word() const;
  /// Words that are left on the line.
  int count_words() const;
  /// The current line without blanks around it.
  std::string_view line() const;
  std::int64_t line_number() const { return m_line_number; }
  /// Begin of the line after the current one.
  std::size_t next_line_begin() const { return std::min(m_next, m_text.size()); }
  /// Where the next word is looked for.
  std::size_t offset() const { return m_at; }
  std::string_view text() const { return m_text; }
  char comment() const { return m_comment; }
  const std::string& file() const { return m_file; }

  /// \throws IoError "file:line: expected …, got …".
  [[noreturn]] void fail(std::string_view expected, std::string_view got) const;
  /// The same with the word quoted, or "the end of the line" when it is empty.
  [[noreturn]] void fail_at(std::string_view expected, std::string_view word) const;
  /// The line must have no more words.
  void expect_end_of_line(std::string_view what);

  /// The word as a number ≥ `least`; `what` names it in the message.
  std::int64_t parse_count(std::string_view word, std::int64_t least,
                           std::string_view what) const;
  /// Next words of the line as coordinates, the first of which is `base`, written to
  /// `at` 0-based. An extent of −1 is unknown. \throws IoError.
  void read_coordinates(std::span<const std::int64_t> extents, std::int64_t base,
                        std::span<std::int64_t> at);

 private:
  [[noreturn]] void fail_coordinate(std::string_view word, std::size_t dimension,
                                    std::int64_t extent, std::int64_t base) const;

  std::string_view m_text;
  std::string m_file;
  char m_comment;
  std::size_t m_next = 0;            ///< begin of the line after the current one
  std::size_t m_begin = 0, m_end = 0;  ///< the current line
  std::size_t m_at = 0;              ///< where the next word is looked for
  std::int64_t m_line_number = 0;
};

/// "1x2 …" extents of the file must be those that were asked for.
/// \throws ShapeMismatch.
void check_extents(const std::string& file, const ReadOptions& options,
                   std::span<const std::int64_t> found);

}  // namespace Strata::Impl

#endif
