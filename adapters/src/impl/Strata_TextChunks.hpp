// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_TEXT_CHUNKS_HPP
#define STRATA_IMPL_TEXT_CHUNKS_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <Strata_CoordinateList.hpp>
#include <impl/Strata_TextScanner.hpp>

namespace Strata::Impl {

/// Whole lines of a text.
struct TextChunk {
  std::size_t begin = 0, end = 0;
  std::int64_t line = 0;       ///< lines of the text before the chunk
  std::int64_t item = 0;       ///< items (entries or words) before the chunk
  std::int64_t num_items = 0;  ///< items in it
};

/// What is counted: lines that are neither blank nor a comment, or the words of
/// those lines.
enum class TextItem { line, word };

/// The rest of a text cut at line ends, and what is in each chunk.
class TextChunks {
 public:
  /// What follows the current line of `scanner`.
  TextChunks(const TextScanner& scanner, TextItem item, const ReadOptions& options);

  std::int64_t num_items() const { return m_num_items; }
  /// Lines of the whole text.
  std::int64_t num_lines() const { return m_num_lines; }
  std::int64_t size() const { return static_cast<std::int64_t>(m_chunks.size()); }
  const TextChunk& operator[](std::int64_t n) const {
    return m_chunks[static_cast<std::size_t>(n)];
  }
  /// body(number of the chunk) for every chunk, by the tasks of the options; tells
  /// their progress. What the first faulty chunk throws is thrown.
  void for_each(const std::function<void(std::int64_t)>& body) const;
  /// `scanner` at the end of the text, for faults there.
  void move_to_end(TextScanner& scanner) const;

 private:
  void cut(std::size_t begin);
  void count(TextItem item, char comment);

  std::string_view m_text;
  const ReadOptions& m_options;
  std::vector<TextChunk> m_chunks;
  std::int64_t m_num_items = 0, m_num_lines = 0;
};

}  // namespace Strata::Impl

#endif
