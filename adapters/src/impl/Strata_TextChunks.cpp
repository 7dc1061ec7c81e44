// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_TextChunks.hpp>

#include <algorithm>
#include <cstring>
#include <mutex>

#include <impl/Strata_RunTasks.hpp>

namespace Strata::Impl {
namespace {

std::int64_t count_words(const char* at, const char* end) {
  std::int64_t words = 0;
  bool in_word       = false;
  for (; at != end && *at != '\n'; ++at) {
    const bool blank = is_blank(*at);
    words += !blank && !in_word;
    in_word = !blank;
  }
  return words;
}

struct Counts {
  std::int64_t lines = 0, items = 0;
};

Counts count_chunk(std::string_view text, TextItem item, char comment) {
  Counts counts;
  const char* at        = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    ++counts.lines;
    while (at != end && is_blank(*at)) ++at;
    if (at == end) break;
    if (*at != '\n' && *at != comment)
      counts.items += item == TextItem::line ? 1 : count_words(at, end);
    const void* const newline = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
    if (!newline) break;
    at = static_cast<const char*>(newline) + 1;
  }
  return counts;
}

/// Tells how much of a text is done, as chunks are finished by several threads.
class ProgressMeter {
 public:
  ProgressMeter(const ReadProgress& progress, std::size_t total)
      : m_progress(progress), m_total(total) {}
  void add(std::size_t bytes) {
    if (!m_progress) return;
    const std::scoped_lock lock(m_mutex);
    m_done += bytes;
    // The end shows by the reader's return.
    if (bytes > 0 && m_done < m_total)
      m_progress(static_cast<double>(m_done) / static_cast<double>(m_total));
  }

 private:
  const ReadProgress& m_progress;
  std::size_t m_total, m_done = 0;
  std::mutex m_mutex;
};

}  // namespace

TextChunks::TextChunks(const TextScanner& scanner, TextItem item,
                       const ReadOptions& options)
    : m_text(scanner.text()), m_options(options), m_num_lines(scanner.line_number()) {
  cut(scanner.next_line_begin());
  count(item, scanner.comment());
}

void TextChunks::cut(std::size_t begin) {
  const std::size_t step = std::max<std::size_t>(m_options.chunk_bytes, 1);
  while (begin < m_text.size()) {
    const std::size_t last = std::min(m_text.size() - begin, step) + begin - 1;
    const std::size_t end  = std::min(m_text.find('\n', last), m_text.size() - 1) + 1;
    m_chunks.push_back({.begin = begin, .end = end});
    begin = end;
  }
}

void TextChunks::count(TextItem item, char comment) {
  run_tasks(m_options.tasks, size(), [&](std::int64_t n) {
    TextChunk& chunk = m_chunks[static_cast<std::size_t>(n)];
    const Counts counts =
        count_chunk(m_text.substr(chunk.begin, chunk.end - chunk.begin), item, comment);
    chunk.line      = counts.lines;
    chunk.num_items = counts.items;
  });
  for (TextChunk& chunk : m_chunks) {
    const std::int64_t lines = chunk.line;
    chunk.line               = m_num_lines;
    chunk.item               = m_num_items;
    m_num_lines += lines;
    m_num_items += chunk.num_items;
  }
}

void TextChunks::for_each(const std::function<void(std::int64_t)>& body) const {
  const std::size_t total =
      m_chunks.empty() ? 0 : m_chunks.back().end - m_chunks.front().begin;
  ProgressMeter meter(m_options.progress, total);
  run_tasks(m_options.tasks, size(), [&](std::int64_t n) {
    body(n);
    meter.add((*this)[n].end - (*this)[n].begin);
  });
}

void TextChunks::move_to_end(TextScanner& scanner) const {
  scanner.move_to(m_text.size(), m_num_lines, m_text.size());
}

}  // namespace Strata::Impl
