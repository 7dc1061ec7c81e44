// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_STREAM_KERNELS_HPP
#define STRATA_IMPL_STREAM_KERNELS_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <impl/Strata_ConvertSinks.hpp>
#include <impl/Strata_StreamPlan.hpp>

namespace Strata::Impl {

/// Keys of sorted entries.
struct KeyWalk {
  const std::uint64_t* keys = nullptr;
  std::int64_t entries      = 0;
  std::int64_t chunks       = 1;

  /// Calls f(keys, size) for blocks of the entries of a chunk, in order.
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each_block_of_chunk(std::int64_t chunk, F&& f) const {
    constexpr std::int64_t size = EntryWalk::block_size;
    const std::int64_t end      = chunk_begin(entries, chunks, chunk + 1);
    for (std::int64_t e = chunk_begin(entries, chunks, chunk); e < end; e += size)
      f(keys + e, end - e < size ? static_cast<int>(end - e) : static_cast<int>(size));
  }
};

/// What a chunk of the entries holds; after placing, what comes before it.
struct StreamChunk {
  std::uint64_t first = 0, last = 0;  ///< keys
  std::uint64_t before = 0;           ///< key of the entry before the chunk
  bool is_first        = true;        ///< there is none
  std::int64_t entries = 0;
  /// Out of order; equal to the one before.
  std::int64_t descents = 0, repeats = 0;
  Kokkos::Array<std::int64_t, max_levels> starts{};  ///< positions that begin in it
};

/// Bits in which the keys of a block differ from the ones before.
struct StreamSteps {
  std::uint64_t steps[EntryWalk::block_size];
  std::uint64_t any = 0;  ///< bits in which some do

  KOKKOS_INLINE_FUNCTION void set(const std::uint64_t* keys, int n, std::uint64_t before) {
    steps[0] = keys[0] ^ before;
    for (int i = 1; i < n; ++i) steps[i] = keys[i] ^ keys[i - 1];
    any = 0;
    for (int i = 0; i < n; ++i) any |= steps[i];
  }
  KOKKOS_INLINE_FUNCTION int count(int n, int shift) const {
    int result = 0;
    if (any >> shift != 0)
      for (int i = 0; i < n; ++i) result += steps[i] >> shift != 0;
    return result;
  }
};

/// Counts the positions that begin in every chunk, but for its first entry.
template <class Walk>
struct CountStartsFunctor {
  StreamLevels m_levels;
  Walk m_walk;
  StreamChunk* m_chunks;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    StreamChunk own;
    m_walk.for_each_block_of_chunk(chunk, [&](const std::uint64_t* keys, int n) {
      if (own.entries == 0) own.first = own.last = keys[0];
      count(keys, n, own);
      own.entries += n;
      own.last = keys[n - 1];
    });
    if (own.entries > 0) --own.repeats;  // the first one, of itself
    m_chunks[chunk] = own;
  }

 private:
  KOKKOS_INLINE_FUNCTION void count(const std::uint64_t* keys, int n, StreamChunk& own) const {
    StreamSteps steps;
    steps.set(keys, n, own.last);
    const int shift  = m_levels.order_shift;
    int descents     = keys[0] >> shift < own.last >> shift;
    for (int i = 1; i < n; ++i) descents += keys[i] >> shift < keys[i - 1] >> shift;
    own.descents += descents;
    own.repeats += n - steps.count(n, 0);
    for (int l = m_levels.first; l < m_levels.num_levels; ++l)
      if (!m_levels.per_entry[l]) own.starts[l] += steps.count(n, m_levels.shifts[l]);
  }
};

/// Where the positions of every chunk begin. What all hold comes last.
struct PlaceStartsFunctor {
  StreamLevels m_levels;
  StreamChunk* m_chunks;
  std::int64_t m_count;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t) const {
    StreamChunk all;
    for (std::int64_t chunk = 0; chunk < m_count; ++chunk) {
      StreamChunk own = m_chunks[chunk];
      if (own.entries > 0) look_back(all, own);
      m_chunks[chunk]          = own;
      m_chunks[chunk].before   = all.last;
      m_chunks[chunk].is_first = all.is_first;
      m_chunks[chunk].starts   = all.starts;
      m_chunks[chunk].entries  = all.entries;
      add(own, all);
    }
    m_chunks[m_count] = all;
  }

 private:
  /// The first entry of a chunk.
  KOKKOS_INLINE_FUNCTION void look_back(const StreamChunk& all, StreamChunk& own) const {
    const std::uint64_t step = all.is_first ? ~std::uint64_t{0} : own.first ^ all.last;
    const int shift          = m_levels.order_shift;
    own.descents += !all.is_first && own.first >> shift < all.last >> shift;
    own.repeats += step == 0;
    for (int l = m_levels.first; l < m_levels.num_levels; ++l)
      own.starts[l] = !m_levels.per_entry[l]
                          ? own.starts[l] + (step >> m_levels.shifts[l] != 0)
                          : own.entries - (m_levels.merges ? own.repeats : 0);
  }
  KOKKOS_INLINE_FUNCTION void add(const StreamChunk& own, StreamChunk& all) const {
    if (own.entries == 0) return;
    all.is_first = false;
    all.last     = own.last;
    all.entries += own.entries;
    all.descents += own.descents;
    all.repeats += own.repeats;
    for (int l = m_levels.first; l < m_levels.num_levels; ++l)
      all.starts[l] += own.starts[l];
  }
};

/// Coordinates and positions of all levels, and where entries with equal keys begin.
template <class Walk>
struct FillStreamFunctor {
  StreamLevels m_levels;
  StreamArrays m_arrays;
  Walk m_walk;
  const StreamChunk* m_chunks;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    StreamChunk at     = m_chunks[chunk];
    std::int64_t major = at.is_first ? -1 : m_levels.major(at.before);
    m_walk.for_each_block_of_chunk(chunk, [&](const std::uint64_t* keys, int n) {
      fill(keys, n, major, at);
      at.entries += n;
    });
  }

 private:
  static constexpr int block_size = EntryWalk::block_size;

  KOKKOS_INLINE_FUNCTION void fill(const std::uint64_t* keys, int n, std::int64_t& major,
                                   StreamChunk& at) const {
    StreamSteps steps;
    steps.set(keys, n, at.is_first ? ~keys[0] : at.before);
    at.is_first = false;
    at.before   = keys[n - 1];
    visit_bytes(m_arrays.position_bytes, [&](auto zero) {
      using T = decltype(zero);
      store_majors<T>(keys, steps, n, major, at);
      for (int l = m_levels.first + 1; l < m_levels.num_levels; ++l)
        if (m_arrays.positions[l] != nullptr)
          store_positions(static_cast<T*>(m_arrays.positions[l]) + at.starts[l - 1], l, steps,
                          n, at.starts[l]);
    });
    if (m_arrays.runs != nullptr) store_runs(steps, n, at);
    visit_bytes(m_arrays.coordinate_bytes, [&](auto zero) {
      using T = decltype(zero);
      for (int l = m_levels.first; l < m_levels.num_levels; ++l)
        at.starts[l] += store_coordinates(
            static_cast<T*>(m_arrays.coordinates[l]) + at.starts[l], l, keys, steps, n);
    });
  }

  /// Below dense levels, where parents may have no children: a parent begins where
  /// all before it end.
  template <class T>
  KOKKOS_INLINE_FUNCTION void store_majors(const std::uint64_t* keys, const StreamSteps& steps,
                                           int n, std::int64_t& major,
                                           const StreamChunk& at) const {
    const int l        = m_levels.first;
    T* const positions = static_cast<T*>(m_arrays.positions[l]);
    std::int64_t own   = at.starts[l];
    if (l == 0 && major < 0) positions[++major] = 0;
    if (l == 0 || steps.any >> m_levels.parent_shift == 0) return;
    for (int i = 0; i < n; ++i) {
      if (steps.steps[i] >> m_levels.parent_shift != 0) {
        const std::int64_t next = m_levels.major(keys[i]);
        while (major < next) positions[++major] = static_cast<T>(own);
      }
      own += m_levels.starts(l, steps.steps[i]);
    }
  }
  /// Below a level whose positions all have children. What is written goes through a
  /// buffer: no branch depends on keys.
  template <class T>
  KOKKOS_INLINE_FUNCTION void store_positions(T* to, int l, const StreamSteps& steps, int n,
                                              std::int64_t own) const {
    if (!m_levels.per_entry[l - 1] && steps.any >> m_levels.shifts[l - 1] == 0) return;
    T buffer[block_size + 1];
    int count = 0;
    for (int i = 0; i < n; ++i) {
      buffer[count] = static_cast<T>(own);
      count += m_levels.starts(l - 1, steps.steps[i]);
      own += m_levels.starts(l, steps.steps[i]);
    }
    for (int i = 0; i < count; ++i) to[i] = buffer[i];
  }
  KOKKOS_INLINE_FUNCTION void store_runs(const StreamSteps& steps, int n,
                                         const StreamChunk& at) const {
    std::int64_t* to = m_arrays.runs + at.starts[m_levels.num_levels - 1];
    for (int i = 0; i < n; ++i)
      if (steps.steps[i] != 0) *to++ = at.entries + i;
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION int store_coordinates(T* to, int l, const std::uint64_t* keys,
                                               const StreamSteps& steps, int n) const {
    const int from           = m_levels.fields[l].shift;
    const std::uint64_t mask = m_levels.fields[l].mask;
    if (m_levels.per_entry[l]) {
      for (int i = 0; i < n; ++i) to[i] = static_cast<T>(keys[i] >> from & mask);
      return n;
    }
    const int shift = m_levels.shifts[l];
    if (steps.any >> shift == 0) return 0;
    T buffer[block_size + 1];
    int count = 0;
    for (int i = 0; i < n; ++i) {
      buffer[count] = static_cast<T>(keys[i] >> from & mask);
      count += steps.steps[i] >> shift != 0;
    }
    for (int i = 0; i < count; ++i) to[i] = buffer[i];
    return count;
  }
};

/// The ends of all levels, and of dense parents after the last entry.
struct CloseStreamFunctor {
  StreamLevels m_levels;
  StreamArrays m_arrays;
  StreamChunk m_all;
  std::int64_t m_first;  ///< parent of the first compressed level

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const int first = m_levels.first;
    visit_bytes(m_arrays.position_bytes, [&](auto zero) {
      using T = decltype(zero);
      static_cast<T*>(m_arrays.positions[first])[m_first + i] =
          static_cast<T>(m_all.starts[first]);
      if (i != 0) return;
      if (m_arrays.runs != nullptr)
        m_arrays.runs[m_all.starts[m_levels.num_levels - 1]] = m_all.entries;
      for (int l = first + 1; l < m_levels.num_levels; ++l)
        if (m_arrays.positions[l] != nullptr)
          static_cast<T*>(m_arrays.positions[l])[m_all.starts[l - 1]] =
              static_cast<T>(m_all.starts[l]);
    });
  }
};

}  // namespace Strata::Impl

#endif
