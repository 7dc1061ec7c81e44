// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_TEXT_SCANNER_HPP
#define STRATA_IMPL_TEXT_SCANNER_HPP

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <Strata_CoordinateList.hpp>

namespace Strata::Impl {

/// A file in memory, unpacked when it is gzip (by its first bytes).
/// \throws IoError when it cannot be read or the gzip data are damaged.
std::string load_file(const std::string& path);

/// Walks over a text line by line and over the words of each line; knows where
/// it is, so that every fault names file and line.
class TextScanner {
 public:
  /// Lines whose first word begins with `comment` are skipped.
  TextScanner(std::string_view text, std::string file, char comment,
              ReadProgress progress = {});

  /// Moves to the next line that has words; false at the end of the text.
  bool next_line();
  /// Next word of the line; empty when there is none left.
  std::string_view next_word();
  /// Next word of this line or of a later one; empty at the end of the text.
  std::string_view next_word_anywhere();
  bool has_word() const;
  /// Words that are left on the line.
  int count_words() const;
  /// The current line without blanks around it.
  std::string_view line() const;
  std::int64_t line_number() const { return m_line_number; }
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
  /// Next words of the line as 1-based coordinates, written to `at` 0-based.
  /// An extent of −1 is unknown. \throws IoError, also when one is 0.
  void read_coordinates(std::span<const std::int64_t> extents,
                        std::span<std::int64_t> at);

 private:
  void report_progress();
  [[noreturn]] void fail_coordinate(std::string_view word, std::size_t dimension,
                                    std::int64_t extent) const;

  std::string_view m_text;
  std::string m_file;
  char m_comment;
  ReadProgress m_progress;
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
