// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ARRAY_VALUES_HPP
#define STRATA_IMPL_ARRAY_VALUES_HPP

#include <algorithm>
#include <numeric>
#include <vector>

#include <impl/Strata_ArrayWalk.hpp>
#include <impl/Strata_EntryLines.hpp>
#include <impl/Strata_Mirror.hpp>
#include <impl/Strata_RunTasks.hpp>
#include <impl/Strata_ValueReader.hpp>

namespace Strata::Impl {

/// Reads an array file: first every value that it lists, then the coordinates of
/// those that are not zero, with their mirror images.
template <class T>
class ArrayValues {
 public:
  ArrayValues(const TextScanner& scanner, const ValueRules& rules, Symmetry symmetry,
              const ReadOptions& options, CoordinateList& list)
      : m_scanner(scanner),
        m_rules(rules),
        m_symmetry(symmetry),
        m_options(options),
        m_list(list),
        m_size(ArrayWalk(symmetry, list.extents).size()) {}

  void read() {
    if (m_size < 0)
      m_scanner.fail("extents whose product fits in 64 bits",
                     extents_to_string(m_list.extents));
    m_list.declared_entries = m_size;
    m_list.array            = true;
    read_values();
    expand();
  }

 private:
  static constexpr std::int64_t piece = std::int64_t{1} << 16;  // elements of a task

  T* values() { return m_list.data<T>(); }
  bool is_general() const { return m_symmetry == Symmetry::general; }
  ArrayWalk walk_from(std::int64_t n) const {
    ArrayWalk walk(m_symmetry, m_list.extents);
    if (n < m_size) walk.seek(n);
    return walk;
  }

  void read_values() {
    const TextChunks chunks(m_scanner, TextItem::word, m_options);
    const std::int64_t words_each = m_rules.field == NumberField::complex ? 2 : 1;
    const std::int64_t available  = std::min(m_size, chunks.num_items() / words_each);
    m_list.values.resize(static_cast<std::size_t>(available) * sizeof(T));
    chunks.for_each([&](std::int64_t n) { read_chunk(chunks[n], words_each, available); });
    if (available == m_size) return;
    TextScanner end = m_scanner;
    chunks.move_to_end(end);
    end.fail(std::to_string(m_size) + " values",
             "the end of the file after " + std::to_string(available));
  }

  /// Reads the values that begin in a chunk.
  void read_chunk(const TextChunk& chunk, std::int64_t words_each, std::int64_t available) {
    const auto value_at = [=](std::int64_t word) {
      return word / words_each + (word % words_each != 0 ? 1 : 0);
    };
    const std::int64_t last_word = chunk.item + chunk.num_items;
    const std::int64_t first     = value_at(chunk.item);
    const std::int64_t last      = std::min(value_at(last_word), available);
    ValueReader<T> reader(m_scanner, chunk, m_rules);
    if (chunk.num_items > 0 && chunk.item % words_each != 0) reader.next_word();
    read_range(reader, first, last);
    const std::int64_t end = m_size * words_each;
    if (chunk.item <= end && end < last_word) fail_on_surplus(reader.scanner_at_next_word());
  }

  void read_range(ValueReader<T>& reader, std::int64_t first, std::int64_t last) {
    const Mirror mirror(m_symmetry, [&]() -> TextScanner& { return reader.scanner(); });
    ArrayWalk walk = walk_from(first);
    for (std::int64_t n = first; n < last; ++n) {
      const T value = values()[n] = reader.next();
      if (is_general()) continue;
      if (walk.on_diagonal())
        mirror.check_diagonal(value);
      else
        mirror(value);  // it must have one
      walk.advance();
    }
  }

  [[noreturn]] void fail_on_surplus(const TextScanner& s) const {
    s.fail_at("the end of the file after " + std::to_string(m_size) + " values", s.line());
  }

  /// visit(coordinates, value, it has a mirror image) for the values of a piece
  /// that are not zero.
  template <class Visit>
  void for_each_entry(std::int64_t p, const T* listed, Visit&& visit) const {
    const std::int64_t end = std::min(m_size, (p + 1) * piece);
    ArrayWalk walk         = walk_from(p * piece);
    for (std::int64_t n = p * piece; n < end; ++n, walk.advance())
      if (const T value = listed[n]; value != T(0))
        visit(walk.at(), value, !is_general() && !walk.on_diagonal());
  }

  /// Turns the listed values into entries.
  void expand() {
    const std::int64_t pieces = m_size / piece + (m_size % piece != 0 ? 1 : 0);
    std::vector<std::int64_t> first(static_cast<std::size_t>(pieces) + 1, 0);
    run_tasks(m_options.tasks, pieces, [&](std::int64_t p) {
      std::int64_t& count = first[static_cast<std::size_t>(p) + 1];
      for_each_entry(p, values(), [&](auto, auto, bool mirrored) { count += 1 + mirrored; });
    });
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<std::byte> listed;
    listed.swap(m_list.values);
    const auto* const from = reinterpret_cast<const T*>(listed.data());
    make_room<T>(m_list, first.back());
    run_tasks(m_options.tasks, pieces, [&](std::int64_t p) {
      write_piece(p, from, first[static_cast<std::size_t>(p)]);
    });
  }

  void write_piece(std::int64_t p, const T* listed, std::int64_t n) {
    const Mirror mirror(m_symmetry, [this]() -> const TextScanner& { return m_scanner; });
    const auto order = static_cast<std::int64_t>(m_list.extents.size());
    for_each_entry(p, listed, [&](std::span<const std::int64_t> at, const T& value,
                                  bool mirrored) {
      std::copy(at.begin(), at.end(), m_list.coordinates.data() + n * order);
      values()[n++] = value;
      if (!mirrored) return;
      std::reverse_copy(at.begin(), at.end(), m_list.coordinates.data() + n * order);
      values()[n++] = mirror(value);
    });
  }

  const TextScanner& m_scanner;
  const ValueRules& m_rules;
  const Symmetry m_symmetry;
  const ReadOptions& m_options;
  CoordinateList& m_list;
  const std::int64_t m_size;
};

}  // namespace Strata::Impl

#endif
