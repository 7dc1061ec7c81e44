// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CONVERT_MAPPED_HPP
#define STRATA_IMPL_CONVERT_MAPPED_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <impl/Strata_ConvertSinks.hpp>
#include <impl/Strata_MappedEntries.hpp>

namespace Strata::Impl {

/// The entries of a tensor with the coordinates of their levels in another map.
struct MappedWalk {
  SourceLevels source;
  CoordinateProgram program;
  ValueBits values;
  bool drops_fill     = false;
  std::int64_t chunks = 1;

  /// Calls f(e, levels) for the entries of a chunk that are kept, in order.
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each(std::int64_t chunk, F&& f) const {
    std::int64_t from_levels[max_levels], to_levels[max_levels];
    for_each_run(
        source, chunk_begin(source.entries, chunks, chunk),
        chunk_begin(source.entries, chunks, chunk + 1),
        [&](const SourceCursor& cursor, std::int64_t first, std::int64_t from,
            std::int64_t to) {
          for (int l = 0; l < source.group; ++l)
            from_levels[l] =
                source.coordinate(l, cursor.parent(l), cursor.positions[l]);
          for (std::int64_t e = from; e < to; ++e) {
            if (drops_fill && values.is_fill(e)) continue;
            read_group(e, e - first, from_levels);
            if (program(from_levels, to_levels))
              f(e, static_cast<const std::int64_t*>(to_levels));
          }
        });
  }
  KOKKOS_INLINE_FUNCTION bool drops() const {
    return drops_fill || program.has_conditions();
  }

 private:
  KOKKOS_INLINE_FUNCTION void read_group(std::int64_t e, std::int64_t place,
                                         std::int64_t* levels) const {
    if (source.dense_group) {
      levels[source.group] = place;
      return;
    }
    for (int l = source.group; l < source.num_levels; ++l)
      levels[l] = source.levels[l].coordinates[e];
  }
};

struct CountMappedFunctor {
  MappedWalk m_walk;
  std::int64_t* m_counts;  ///< of the chunks

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    std::int64_t count = 0;
    if (m_walk.drops())
      m_walk.for_each(chunk, [&](std::int64_t, const std::int64_t*) { ++count; });
    else
      count = chunk_begin(m_walk.source.entries, m_walk.chunks, chunk + 1) -
              chunk_begin(m_walk.source.entries, m_walk.chunks, chunk);
    m_counts[chunk] = count;
  }
};

struct ListMappedFunctor {
  MappedWalk m_walk;
  const std::int64_t* m_places;  ///< of the first entry of every chunk
  KeyWriter m_write;
  ValueSink m_values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    std::int64_t place = m_places[chunk];
    m_walk.for_each(chunk, [&](std::int64_t e, const std::int64_t* levels) {
      m_write(place, levels);
      m_values.copy(place++, e);
    });
  }
};

/// Counts become the places where they begin; returns their sum.
template <class ExecutionSpace>
std::int64_t place_counts(const ExecutionSpace& exec, std::int64_t* counts,
                          std::int64_t size) {
  std::int64_t total = 0;
  Kokkos::parallel_scan(
      "Strata::convert::place_chunks",
      IndexRange<ExecutionSpace>(exec, 0, size),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t & sum, bool final) {
        const std::int64_t own = counts[i];
        if (final) counts[i] = sum;
        sum += own;
      },
      total);
  return total;
}

/// Entries of a tensor as keys of the levels of another map, and values.
template <class ExecutionSpace>
struct MappedList {
  using memory_space = typename ExecutionSpace::memory_space;

  MappedList(const ExecutionSpace& exec, const MappedWalk& walk,
             const KeyLayout& layout, ScalarType scalar) {
    const auto places = allocate<std::int64_t>(exec, walk.chunks,
                                               "Strata::convert::places");
    Kokkos::parallel_for("Strata::convert::count_mapped",
                         IndexRange<ExecutionSpace>(exec, 0, walk.chunks),
                         CountMappedFunctor{walk, places.data()});
    const std::int64_t size = place_counts(exec, places.data(), walk.chunks);
    sorted                  = allocate_keys(exec, layout, size);
    values =
        allocate_values(exec, scalar, size, "Strata::convert::listed_values");
    Kokkos::parallel_for(
        "Strata::convert::list_mapped",
        IndexRange<ExecutionSpace>(exec, 0, walk.chunks),
        ListMappedFunctor{walk,
                          places.data(),
                          {layout, sorted.words.data(), size},
                          {values.mutable_data(), walk.values}});
  }

  SortedEntries<memory_space> sorted;  ///< keys that are not in order yet
  ErasedArray<memory_space> values;
};

}  // namespace Strata::Impl

#endif
