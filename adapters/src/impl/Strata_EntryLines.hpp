// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ENTRY_LINES_HPP
#define STRATA_IMPL_ENTRY_LINES_HPP

#include <algorithm>
#include <vector>

#include <impl/Strata_LineReader.hpp>

namespace Strata::Impl {

/// Room for `count` entries of type T at the end of nothing: the list is empty.
template <class T>
void make_room(CoordinateList& list, std::int64_t count) {
  list.coordinates.resize(static_cast<std::size_t>(count) * list.extents.size());
  list.values.resize(static_cast<std::size_t>(count) * sizeof(T));
  list.num_entries = count;
}

/// Moves the entries of chunks, each of which begins at its place in `first` and
/// is `count` long, together.
template <class T>
void close_gaps(CoordinateList& list, const std::vector<std::int64_t>& first,
                const std::vector<std::int64_t>& count) {
  const auto order = static_cast<std::int64_t>(list.extents.size());
  std::int64_t end = 0;
  for (std::size_t n = 0; n < first.size(); ++n) {
    if (end != first[n]) {
      const auto* const at    = list.coordinates.data() + first[n] * order;
      const auto* const value = list.data<T>() + first[n];
      std::copy(at, at + count[n] * order, list.coordinates.data() + end * order);
      std::copy(value, value + count[n], list.data<T>() + end);
    }
    end += count[n];
  }
  make_room<T>(list, end);
}

/// Reads `limit` entries at most, one a line, into an empty list. A line gives as
/// many as format.template finish<T>(reader, at, value) says, `most_per_line` at
/// most: it finds the line's entry at `at` and `value` and may add to it.
/// format.fail_on_surplus(scanner) is called at the line after the limit;
/// format.finish_chunk(number, coordinates of the chunk) when a chunk is read.
template <class T, class FileFormat>
void read_entry_lines(const TextScanner& scanner, const TextChunks& chunks,
                      const EntryRules& rules, std::int64_t limit, int most_per_line,
                      FileFormat& format, CoordinateList& list) {
  const auto order = static_cast<std::int64_t>(list.extents.size());
  make_room<T>(list, std::min(chunks.num_items(), limit) * most_per_line);
  std::vector<std::int64_t> first(static_cast<std::size_t>(chunks.size())), count(first);
  chunks.for_each([&](std::int64_t n) {
    const TextChunk& chunk   = chunks[n];
    const std::int64_t lines = std::min(chunk.num_items, limit - chunk.item);
    if (lines < 0) return;  // an earlier chunk has a surplus
    LineReader<T, FileFormat> reader(scanner, chunk, rules, format);
    const std::int64_t begin = chunk.item * most_per_line;
    auto* const first_at     = list.coordinates.data() + begin * order;
    auto* at                 = first_at;
    auto* value              = list.data<T>() + begin;
    for (std::int64_t line = 0; line < lines; ++line) {
      *value          = reader.next(at);
      const int added = format.template finish<T>(reader, at, value);
      at += added * order;
      value += added;
    }
    if (lines < chunk.num_items) {
      reader.find_entry();
      format.fail_on_surplus(reader.scanner());
    }
    first[static_cast<std::size_t>(n)] = begin;
    count[static_cast<std::size_t>(n)] = value - (list.data<T>() + begin);
    format.finish_chunk(n, std::span<const std::int64_t>(first_at, at));
  });
  close_gaps<T>(list, first, count);
}

}  // namespace Strata::Impl

#endif
