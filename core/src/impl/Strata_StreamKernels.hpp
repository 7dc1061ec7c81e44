// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_STREAM_KERNELS_HPP
#define STRATA_IMPL_STREAM_KERNELS_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <impl/Strata_StreamBlocks.hpp>
#include <impl/Strata_StreamPlan.hpp>

namespace Strata::Impl {

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

/// Counts the positions that begin in every chunk, but for its first entry.
template <class Walk>
struct CountStartsFunctor {
  StreamLevels m_levels;
  Walk m_walk;
  StreamChunk* m_chunks;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    StreamChunk own;
    m_walk.for_each_block_of_chunk(chunk, [&](const auto& block) {
      if (own.entries == 0) own.first = own.last = block.key(m_levels, 0);
      count(block, own);
      own.entries += block.size;
      own.last = block.key(m_levels, block.size - 1);
    });
    if (own.entries > 0) --own.repeats;  // the first one, of itself
    m_chunks[chunk] = own;
  }

 private:
  template <class Block>
  KOKKOS_INLINE_FUNCTION void count(const Block& block, StreamChunk& own) const {
    const std::uint64_t first = block.key(m_levels, 0), step = first ^ own.last;
    StreamMarks marks, descents;
    marks.set(block.size, false);
    descents.set(block.size, false);
    int depth = -1;
    for (int l = m_levels.first; l < m_levels.num_levels; ++l) {
      if (m_levels.per_entry[l]) continue;
      mark(block, depth, m_levels.depths[l], marks, descents);
      depth       = m_levels.depths[l];
      marks.at[0] = m_levels.differs(depth, step) ? -1 : 0;
      own.starts[l] += marks.count(block.size);
    }
    mark(block, depth, m_levels.num_levels - 1, marks, descents);
    marks.at[0] = step != 0 ? -1 : 0;
    own.repeats += block.size - marks.count(block.size);
    own.descents += descents.count(block.size) + m_levels.descends(own.last, first);
  }
  /// Descents in levels that have to be in order alone.
  template <class Block>
  KOKKOS_INLINE_FUNCTION void mark(const Block& block, int from, int to, StreamMarks& marks,
                                   StreamMarks& descents) const {
    const int order = m_levels.order_levels - 1, between = order < to ? order : to;
    if (between > from) block.mark(m_levels, from, between, marks, descents);
    if (to > between) block.mark(m_levels, between > from ? between : from, to, marks);
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
    own.descents += !all.is_first && m_levels.descends(all.last, own.first);
    own.repeats += step == 0;
    for (int l = m_levels.first; l < m_levels.num_levels; ++l)
      own.starts[l] = !m_levels.per_entry[l]
                          ? own.starts[l] + m_levels.differs(m_levels.depths[l], step)
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
    m_walk.for_each_block_of_chunk(chunk, [&](const auto& block) {
      fill(block, major, at);
      at.entries += block.size;
    });
  }

 private:
  template <class Block>
  KOKKOS_INLINE_FUNCTION void fill(const Block& block, std::int64_t& major,
                                   StreamChunk& at) const {
    const int n               = block.size;
    const std::uint64_t first = block.key(m_levels, 0),
                        step  = at.is_first ? ~std::uint64_t{0} : first ^ at.before;
    at.is_first = false;
    at.before   = block.key(m_levels, n - 1);
    StreamMarks marks;  // where positions of the level begin
    StreamIndices lists[2];  // which entries begin those of the level above, and of this one
    marks.set(n, false);
    int depth = m_levels.first - 1;
    mark(block, -1, depth, step, marks, lists[0]);
    std::int64_t above = 0;  // positions of the level above ahead of the block
    for (int l = m_levels.first; l < m_levels.num_levels; ++l) {
      const StreamIndices& parents = lists[(l - m_levels.first) % 2];
      StreamIndices& own           = lists[(l - m_levels.first + 1) % 2];
      if (m_levels.per_entry[l])
        own.list_all(n);
      else
        mark(block, depth, m_levels.depths[l], step, marks, own);
      depth = m_levels.depths[l];
      visit_bytes(m_arrays.position_bytes, [&](auto zero) {
        using T = decltype(zero);
        if (l == m_levels.first)
          store_majors<T>(block, parents, own, major, at.starts[l]);
        else if (m_arrays.positions[l] != nullptr)
          store_positions(static_cast<T*>(m_arrays.positions[l]) + above, parents, own,
                          at.starts[l]);
      });
      if (l + 1 == m_levels.num_levels && m_arrays.runs != nullptr) store_runs(own, at);
      visit_bytes(m_arrays.coordinate_bytes, [&](auto zero) {
        using T = decltype(zero);
        store_coordinates(static_cast<T*>(m_arrays.coordinates[l]) + at.starts[l], l, block, own);
      });
      above = at.starts[l];
      at.starts[l] += own.size;
    }
  }
  /// Lists the entries that differ from the one before in a level up to `to`.
  template <class Block>
  KOKKOS_INLINE_FUNCTION void mark(const Block& block, int from, int to, std::uint64_t step,
                                   StreamMarks& marks, StreamIndices& out) const {
    if (to >= 0) block.mark(m_levels, from, to, marks);
    marks.at[0] = m_levels.differs(to, step) ? -1 : 0;
    out.list(block.size, marks);
  }

  /// Below dense levels, where parents may have no children: a parent begins where
  /// all before it end.
  template <class T, class Block>
  KOKKOS_INLINE_FUNCTION void store_majors(const Block& block, const StreamIndices& parents,
                                           const StreamIndices& own, std::int64_t& major,
                                           std::int64_t begin) const {
    T* const positions = static_cast<T*>(m_arrays.positions[m_levels.first]);
    if (m_levels.first == 0 && major < 0) positions[++major] = 0;
    for_each_parent(parents, own, [&](int k, int before) {
      const std::int64_t next = m_levels.major(block.key(m_levels, parents[k]));
      while (major < next) positions[++major] = static_cast<T>(begin + before);
    });
  }
  /// Below a level whose positions all have children.
  template <class T>
  KOKKOS_INLINE_FUNCTION void store_positions(T* to, const StreamIndices& parents,
                                              const StreamIndices& own,
                                              std::int64_t begin) const {
    for_each_parent(parents, own,
                    [&](int k, int before) { to[k] = static_cast<T>(begin + before); });
  }
  /// f(k, children before its own) for every parent. They are among the children.
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each_parent(const StreamIndices& parents,
                                              const StreamIndices& own, const F& f) const {
    if (own.is_all) {
      for (int k = 0; k < parents.size; ++k) f(k, parents[k]);
      return;
    }
    for (int k = 0, before = 0; k < parents.size; ++k) {
      while (before < own.size && own[before] < parents[k]) ++before;
      f(k, before);
    }
  }
  KOKKOS_INLINE_FUNCTION void store_runs(const StreamIndices& own, const StreamChunk& at) const {
    std::int64_t* const to = m_arrays.runs + at.starts[m_levels.num_levels - 1];
    for (int k = 0; k < own.size; ++k) to[k] = at.entries + own[k];
  }
  template <class T, class Block>
  KOKKOS_INLINE_FUNCTION void store_coordinates(T* to, int l, const Block& block,
                                                const StreamIndices& own) const {
    if (own.is_all) return block.store(m_levels, l, to);
    for (int k = 0; k < own.size; ++k)
      to[k] = static_cast<T>(block.coordinate(m_levels, l, own[k]));
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
