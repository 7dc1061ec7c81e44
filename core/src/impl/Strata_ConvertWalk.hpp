// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CONVERT_WALK_HPP
#define STRATA_IMPL_CONVERT_WALK_HPP

#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <Strata_ScalarType.hpp>
#include <impl/Strata_ConvertSource.hpp>
#include <impl/Strata_FillValues.hpp>
#include <impl/Strata_KeyMap.hpp>
#include <impl/Strata_RadixSort.hpp>

namespace Strata::Impl {

/// Calls f(T{}) with the unsigned type of so many bytes: 1, 2, 4 or 8.
template <class F>
KOKKOS_INLINE_FUNCTION void visit_bytes(int bytes, F&& f) {
  switch (bytes) {
    case 1: return f(std::uint8_t{});
    case 2: return f(std::uint16_t{});
    case 4: return f(std::uint32_t{});
    default: return f(std::uint64_t{});
  }
}

/// Values as bits, whatever their type.
struct ValueBits {
  const void* data = nullptr;
  int bytes        = 8;  ///< of a value: 1, 2, 4, 8 or 16
  FillBits fill;

  KOKKOS_INLINE_FUNCTION std::uint64_t word(std::int64_t i) const {
    return static_cast<const std::uint64_t*>(data)[i];
  }
  /// The bits of value i. \pre bytes <= 8
  KOKKOS_INLINE_FUNCTION std::uint64_t load(std::int64_t i) const {
    switch (bytes) {
      case 1: return static_cast<const std::uint8_t*>(data)[i];
      case 2: return static_cast<const std::uint16_t*>(data)[i];
      case 4: return static_cast<const std::uint32_t*>(data)[i];
      default: return word(i);
    }
  }
  KOKKOS_INLINE_FUNCTION bool is_fill(std::int64_t i) const {
    if (bytes == 16)
      return agrees(word(2 * i), 0) && agrees(word(2 * i + 1), 1);
    return agrees(load(i), 0);
  }

 private:
  KOKKOS_INLINE_FUNCTION bool agrees(std::uint64_t bits, int word) const {
    return ((bits ^ fill.words[word]) & fill.masks[word]) == 0;
  }
};

/// The entries of a tensor with their keys in the target's level order.
struct EntryWalk {
  static constexpr int block_size = 256;

  SourceLevels source;
  Kokkos::Array<int, max_levels> shifts{};  ///< in keys, of source levels
  ValueBits values;
  bool drops_fill    = false;
  bool is_mapped     = false;
  KeyMap map;  ///< where keys of the source's levels are not yet the target's
  std::int64_t chunks = 1;

  KOKKOS_INLINE_FUNCTION std::int64_t begin(std::int64_t chunk) const {
    return chunk_begin(source.entries, chunks, chunk);
  }
  /// Whether entries may be left out.
  KOKKOS_INLINE_FUNCTION bool drops() const {
    return drops_fill || (is_mapped && map.program.has_conditions());
  }
  /// The part of the key that the entries of a run share.
  KOKKOS_INLINE_FUNCTION std::uint64_t key_above(
      const SourceCursor& cursor) const {
    std::uint64_t key = 0;
    for (int l = 0; l < source.group; ++l)
      key |= static_cast<std::uint64_t>(source.coordinate(
                 l, cursor.parent(l), cursor.positions[l]))
             << shifts[l];
    return key;
  }
  /// Calls f(records, size) for blocks of the entries [begin, end) that are not
  /// dropped, in order; with their payloads if asked.
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each_block(std::int64_t begin,
                                             std::int64_t end, bool payloads,
                                             F&& f) const {
    gather_blocks<Record>(
        begin, end,
        [&](Record* records, int n, std::uint64_t above, std::int64_t e,
            std::int64_t first) {
          write_keys(records, n, above, e, first);
          if (payloads) make_payloads(records, n, e);
          return drops_fill ? drop_fill(records, n, e) : n;
        },
        [&](Record* block, int size) { hand_over(block, size, f); });
  }
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each_block_of_chunk(std::int64_t chunk,
                                                      bool payloads,
                                                      F&& f) const {
    for_each_block(begin(chunk), begin(chunk + 1), payloads, f);
  }
  /// Calls f(keys, size) for blocks of the entries of a chunk, in order. \pre nothing is
  /// dropped, nothing mapped
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each_key_block_of_chunk(std::int64_t chunk, F&& f) const {
    gather_blocks<std::uint64_t>(
        begin(chunk), begin(chunk + 1),
        [&](std::uint64_t* keys, int n, std::uint64_t above, std::int64_t e,
            std::int64_t first) {
          write_keys(keys, n, above, e, first);
          return n;
        },
        [&](const std::uint64_t* keys, int size) { f(keys, size); });
  }
  /// Keys of n entries from e on. \pre the tensor is a list: it has one run
  template <class Keys>
  KOKKOS_INLINE_FUNCTION void list_keys(Keys* keys, int n, std::int64_t e) const {
    write_keys(keys, n, 0, e, 0);
  }

 private:
  /// Calls write(items, n, above, e, first) for the entries [e, e + n) of a run, `first`
  /// after its beginning, which returns how many items it made of them, and
  /// take(items, size) for each block of items.
  template <class Item, class Write, class Take>
  KOKKOS_INLINE_FUNCTION void gather_blocks(std::int64_t begin, std::int64_t end,
                                            Write&& write, Take&& take) const {
    Item block[block_size];
    int size = 0;
    for_each_run(source, begin, end,
                 [&](const SourceCursor& cursor, std::int64_t first, std::int64_t from,
                     std::int64_t to) {
                   const std::uint64_t above = key_above(cursor);
                   while (from < to) {
                     const auto room = static_cast<std::int64_t>(block_size - size);
                     const int n = static_cast<int>(to - from < room ? to - from : room);
                     size += write(block + size, n, above, from, from - first);
                     from += n;
                     if (size < block_size) continue;
                     take(block, size);
                     size = 0;
                   }
                 });
    if (size > 0) take(block, size);
  }
  /// Keys of the entries from e on, `first` after the beginning of their run.
  /// Coordinates are not negative: signed ones read like unsigned ones.
  template <class Keys>
  KOKKOS_INLINE_FUNCTION void write_keys(Keys* keys, int n, std::uint64_t above,
                                         std::int64_t e, std::int64_t first) const {
    if (source.dense_group) {
      const int shift = shifts[source.group];
      for (int i = 0; i < n; ++i)
        key_of(keys[i]) = above | static_cast<std::uint64_t>(first + i) << shift;
      return;
    }
    const std::int64_t stride = source.coordinate_stride;
    if (stride == 1)
      visit_bytes(source.coordinate_bytes, [&](auto zero) {
        write_listed_keys<decltype(zero)>(keys, n, above, e, std::integral_constant<int, 1>{});
      });
    else if (stride == 2)
      write_listed_keys<std::uint64_t>(keys, n, above, e, std::integral_constant<int, 2>{});
    else
      write_listed_keys<std::uint64_t>(keys, n, above, e, stride);
  }

  KOKKOS_INLINE_FUNCTION static std::uint64_t& key_of(std::uint64_t& key) { return key; }
  KOKKOS_INLINE_FUNCTION static std::uint64_t& key_of(Record& record) { return record.key; }

  /// The coordinates of level l from entry e on, as bits of keys.
  template <class T, class Stride>
  struct Column {
    const T* coordinates;
    int shift;
    Stride stride;

    KOKKOS_INLINE_FUNCTION std::uint64_t operator[](int i) const {
      return static_cast<std::uint64_t>(coordinates[i * stride]) << shift;
    }
  };
  template <class T, class Stride>
  KOKKOS_INLINE_FUNCTION Column<T, Stride> column(int l, std::int64_t e, Stride stride) const {
    return {static_cast<const T*>(source.levels[l].coordinates.data()) + e * stride, shifts[l],
            stride};
  }
  /// Of two levels at once: most lists have no more.
  template <class T, class Keys, class Stride>
  KOKKOS_INLINE_FUNCTION void write_listed_keys(Keys* keys, int n, std::uint64_t above,
                                                std::int64_t e, Stride stride) const {
    const int group  = source.group;
    const auto first = column<T>(group, e, stride);
    if (group + 1 == source.num_levels) {
      for (int i = 0; i < n; ++i) key_of(keys[i]) = above | first[i];
      return;
    }
    const auto second = column<T>(group + 1, e, stride);
    for (int i = 0; i < n; ++i) key_of(keys[i]) = above | first[i] | second[i];
    for (int l = group + 2; l < source.num_levels; ++l) {
      const auto next = column<T>(l, e, stride);
      for (int i = 0; i < n; ++i) key_of(keys[i]) |= next[i];
    }
  }

  template <class F>
  KOKKOS_INLINE_FUNCTION void hand_over(Record* block, int size, F& f) const {
    if (is_mapped) size = map.apply(block, size);
    f(static_cast<const Record*>(block), size);
  }

  KOKKOS_INLINE_FUNCTION void make_payloads(Record* records, int n,
                                            std::int64_t e) const {
    switch (values.bytes) {
      case 1: return load_payloads<std::uint8_t>(records, n, e);
      case 2: return load_payloads<std::uint16_t>(records, n, e);
      case 4: return load_payloads<std::uint32_t>(records, n, e);
      case 8: return load_payloads<std::uint64_t>(records, n, e);
      default:
        for (int i = 0; i < n; ++i)
          records[i].payload = static_cast<std::uint64_t>(e + i);
    }
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION void load_payloads(Record* records, int n,
                                            std::int64_t e) const {
    const T* const data = static_cast<const T*>(values.data) + e;
    for (int i = 0; i < n; ++i) records[i].payload = data[i];
  }

  /// Moves the others together; returns how many there are.
  KOKKOS_INLINE_FUNCTION int drop_fill(Record* records, int n,
                                        std::int64_t e) const {
    int kept = 0;
    for (int i = 0; i < n; ++i)
      if (!values.is_fill(e + i)) records[kept++] = records[i];
    return kept;
  }
};

/// \pre layout.num_words == 1, or keys are not asked for
EntryWalk make_walk(const TensorRef& tensor, const ValueBits& values,
                    const KeyLayout& layout, bool drops_fill);

}  // namespace Strata::Impl

#endif
