// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_STREAM_BLOCKS_HPP
#define STRATA_IMPL_STREAM_BLOCKS_HPP

#include <cstdint>
#include <optional>

#include <Kokkos_Core.hpp>
#include <impl/Strata_ConvertWalk.hpp>
#include <impl/Strata_StreamPlan.hpp>

/// \file
/// Neighbouring entries as a stream hands them out, as keys or as columns of coordinates, and
/// the walks that do. All loops are over entries, without branches: for vectors.

namespace Strata::Impl {

/// A number for each entry of a block: all bits where a position begins, else 0.
struct StreamMarks {
  std::int32_t at[EntryWalk::block_size];

  KOKKOS_INLINE_FUNCTION void set(int n, bool begins) {
    for (int i = 0; i < n; ++i) at[i] = begins ? -1 : 0;
  }
  KOKKOS_INLINE_FUNCTION int count(int n) const {
    std::int32_t sum = 0;
    for (int i = 0; i < n; ++i) sum -= at[i];
    return sum;
  }
};

/// The entries of a block at which positions begin.
struct StreamIndices {
  int at[EntryWalk::block_size + 1];
  int size    = 0;
  bool is_all = false;  ///< every one, and none is listed

  KOKKOS_INLINE_FUNCTION void list(int n, const StreamMarks& marks) {
    is_all = false;
    size   = 0;
    if (marks.count(n) == 0) return;
    for (int i = 0; i < n; ++i) {
      at[size] = i;
      size -= marks.at[i];
    }
  }
  KOKKOS_INLINE_FUNCTION void list_all(int n) {
    is_all = true;
    size   = n;
  }
  KOKKOS_INLINE_FUNCTION int operator[](int k) const { return is_all ? k : at[k]; }
};

/// Entries by their keys.
struct KeyBlock {
  const std::uint64_t* keys;
  int size;

  KOKKOS_INLINE_FUNCTION std::uint64_t key(const StreamLevels&, int i) const { return keys[i]; }
  /// Marks entries, but for the first one, that differ from the one before in a level up to
  /// `to`. \pre those that do up to `from` are marked
  KOKKOS_INLINE_FUNCTION void mark(const StreamLevels& levels, int /*from*/, int to,
                                   StreamMarks& marks) const {
    const int shift = levels.fields[to].shift;
    for (int i = 1; i < size; ++i)
      marks.at[i] = -static_cast<std::int32_t>((keys[i] ^ keys[i - 1]) >> shift != 0);
  }
  /// The same; `descents` marks those that come before the one before in levels up to `to`.
  KOKKOS_INLINE_FUNCTION void mark(const StreamLevels& levels, int from, int to,
                                   StreamMarks& marks, StreamMarks& descents) const {
    mark(levels, from, to, marks);
    const int shift = levels.fields[to].shift;
    for (int i = 1; i < size; ++i)
      descents.at[i] = -static_cast<std::int32_t>(keys[i] >> shift < keys[i - 1] >> shift);
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION void store(const StreamLevels& levels, int l, T* out) const {
    const int shift          = levels.fields[l].shift;
    const std::uint64_t mask = levels.fields[l].mask;
    for (int i = 0; i < size; ++i) out[i] = static_cast<T>(keys[i] >> shift & mask);
  }
  KOKKOS_INLINE_FUNCTION std::uint64_t coordinate(const StreamLevels& levels, int l,
                                                  int i) const {
    return keys[i] >> levels.fields[l].shift & levels.fields[l].mask;
  }
};

/// Entries by their coordinates in the levels of the target, in 32 bits of which the first is 0.
struct ColumnBlock {
  Kokkos::Array<const std::int32_t*, max_levels> columns;
  int size;

  KOKKOS_INLINE_FUNCTION std::uint64_t key(const StreamLevels& levels, int i) const {
    std::uint64_t key = 0;
    for (int l = 0; l < levels.num_levels; ++l)
      key |= coordinate(levels, l, i) << levels.fields[l].shift;
    return key;
  }
  /// All entries have one coordinate.
  KOKKOS_INLINE_FUNCTION bool is_constant(int l) const {
    const std::int32_t* const c = columns[l];
    std::int32_t difference     = 0;
    for (int i = 1; i < size; ++i) difference |= c[i] ^ c[0];
    return difference == 0;
  }
  KOKKOS_INLINE_FUNCTION void mark(const StreamLevels&, int from, int to,
                                   StreamMarks& marks) const {
    for (int l = from + 1; l <= to; ++l) {
      if (is_constant(l)) continue;
      const std::int32_t* const c = columns[l];
      for (int i = 1; i < size; ++i)
        marks.at[i] |= -static_cast<std::int32_t>(c[i] != c[i - 1]);
    }
  }
  KOKKOS_INLINE_FUNCTION void mark(const StreamLevels&, int from, int to, StreamMarks& marks,
                                   StreamMarks& descents) const {
    for (int l = from + 1; l <= to; ++l) {
      if (is_constant(l)) continue;
      const std::int32_t* const c = columns[l];
      for (int i = 1; i < size; ++i) {
        const std::int32_t above = marks.at[i];
        descents.at[i] |= ~above & -static_cast<std::int32_t>(c[i] < c[i - 1]);
        marks.at[i] = above | -static_cast<std::int32_t>(c[i] != c[i - 1]);
      }
    }
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION void store(const StreamLevels&, int l, T* out) const {
    const std::int32_t* const c = columns[l];
    for (int i = 0; i < size; ++i) out[i] = static_cast<T>(c[i]);
  }
  KOKKOS_INLINE_FUNCTION std::uint64_t coordinate(const StreamLevels&, int l, int i) const {
    return static_cast<std::uint32_t>(columns[l][i]);
  }
};

/// Keys of sorted entries.
struct KeyWalk {
  const std::uint64_t* keys = nullptr;
  std::int64_t entries      = 0;
  std::int64_t chunks       = 1;

  /// Calls f(block) for blocks of the entries of a chunk, in order.
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each_block_of_chunk(std::int64_t chunk, F&& f) const {
    constexpr std::int64_t size = EntryWalk::block_size;
    const std::int64_t end      = chunk_begin(entries, chunks, chunk + 1);
    for (std::int64_t e = chunk_begin(entries, chunks, chunk); e < end; e += size)
      f(KeyBlock{keys + e, static_cast<int>(end - e < size ? end - e : size)});
  }
};

/// The keys alone. \pre nothing is dropped, nothing mapped
struct EntryKeyWalk : EntryWalk {
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each_block_of_chunk(std::int64_t chunk, F&& f) const {
    for_each_key_block_of_chunk(
        chunk, [&](const std::uint64_t* keys, int size) { f(KeyBlock{keys, size}); });
  }
};

/// Lists of coordinates of 31 bits in 32.
struct ColumnWalk {
  Kokkos::Array<const std::int32_t*, max_levels> columns{};  ///< by level of the target
  int num_levels       = 0;
  std::int64_t entries = 0;
  std::int64_t chunks  = 1;

  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each_block_of_chunk(std::int64_t chunk, F&& f) const {
    constexpr std::int64_t size = EntryWalk::block_size;
    const std::int64_t end      = chunk_begin(entries, chunks, chunk + 1);
    ColumnBlock block{};
    for (std::int64_t e = chunk_begin(entries, chunks, chunk); e < end; e += size) {
      for (int l = 0; l < num_levels; ++l) block.columns[l] = columns[l] + e;
      block.size = static_cast<int>(end - e < size ? end - e : size);
      f(static_cast<const ColumnBlock&>(block));
    }
  }
};

/// None where entries are not listed with such coordinates. \pre nothing is dropped,
/// nothing mapped
std::optional<ColumnWalk> make_column_walk(const TensorFormat& from, const EntryWalk& walk,
                                           const KeyLayout& layout);

}  // namespace Strata::Impl

#endif
