// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CONVERT_COPY_HPP
#define STRATA_IMPL_CONVERT_COPY_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>
#include <impl/Strata_AssembleLevels.hpp>
#include <impl/Strata_ConvertValues.hpp>
#include <impl/Strata_ConvertSinks.hpp>

namespace Strata::Impl {

/// to[i] = from[i] in another width.
template <class ExecutionSpace>
void cast_indices(const ExecutionSpace& exec, const IndexSpan& from,
                  const MutableIndexSpan& to, std::int64_t size) {
  Kokkos::parallel_for(
      "Strata::convert::cast_indices",
      IndexRange<ExecutionSpace>(exec, 0, size),
      KOKKOS_LAMBDA(std::int64_t i) { to.store(i, from[i]); });
}

template <class ExecutionSpace>
std::int64_t max_index(const ExecutionSpace& exec, const IndexSpan& array,
                       std::int64_t size) {
  std::int64_t largest = 0;
  Kokkos::parallel_reduce(
      "Strata::convert::max_index", IndexRange<ExecutionSpace>(exec, 0, size),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t & value) {
        if (array[i] > value) value = array[i];
      },
      Kokkos::Max<std::int64_t>(largest));
  return largest;
}

/// Copies the arrays of every level, in the index types of the target.
/// \throws IndexOverflow
template <class ExecutionSpace>
void copy_levels(const ExecutionSpace& exec, const TensorRef& from,
                 Storage<typename ExecutionSpace::memory_space>& storage) {
  const IndexType pos = storage.format.pos_type(),
                  crd = storage.format.crd_type();
  const auto copy     = [&](const void* data, IndexType type, std::int64_t size,
                        IndexType to, const std::string& name) {
    auto array = allocate_indices(exec, to, size,
                                      array_label(storage.label, name));
    cast_indices(exec, IndexSpan(data, type),
                     MutableIndexSpan(array.mutable_data(), to), size);
    return array;
  };
  storage.levels.resize(storage.format.lvl_rank());
  for (int l = 0; l < storage.format.lvl_rank(); ++l) {
    const LevelTraits traits  = level_traits(storage.format.level(l));
    const LevelArrays& arrays = from.levels[l];
    const std::string level   = "[" + std::to_string(l) + "]";
    if (traits.stores_positions) {
      check_index_fits("Strata::convert", "position", l, arrays.num_coordinates,
                       pos);
      storage.levels[l].positions =
          copy(arrays.positions, from.format.pos_type(), arrays.num_positions,
               pos, "positions" + level);
    }
    if (!traits.stores_coordinates) continue;
    const IndexType old = from.format.crd_type();
    if (arrays.num_coordinates > 0 &&
        static_cast<std::uint64_t>(from.level_extent(l) - 1) > crd.max())
      check_index_fits("Strata::convert", "coordinate", l,
                       max_index(exec, IndexSpan(arrays.coordinates, old),
                                 arrays.num_coordinates),
                       crd);
    storage.levels[l].coordinates =
        copy(arrays.coordinates, old, arrays.num_coordinates, crd,
             "coordinates" + level);
  }
}

/// Stores every entry at its place in an all-dense target, its fill value elsewhere.
struct ScatterFunctor {
  SourceLevels m_source;
  ValueSink m_sink;
  Kokkos::Array<std::int64_t, max_levels> m_strides;  ///< of source levels
  std::int64_t m_chunks;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    for_each_run(m_source, chunk_begin(m_source.entries, m_chunks, chunk),
                 chunk_begin(m_source.entries, m_chunks, chunk + 1),
                 [&](const SourceCursor& cursor, std::int64_t first,
                     std::int64_t from, std::int64_t to) {
                   std::int64_t above = 0;
                   for (int l = 0; l < m_source.group; ++l)
                     above += m_strides[l] *
                              m_source.coordinate(l, cursor.parent(l),
                                                  cursor.positions[l]);
                   for (std::int64_t e = from; e < to; ++e)
                     m_sink.copy(above + below(e, e - first), e);
                 });
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int64_t below(std::int64_t e,
                                            std::int64_t coordinate) const {
    if (m_source.dense_group) return m_strides[m_source.group] * coordinate;
    std::int64_t place = 0;
    for (int l = m_source.group; l < m_source.num_levels; ++l)
      place += m_strides[l] * m_source.levels[l].coordinates[e];
    return place;
  }
};

/// Positions of an all-dense format. \throws IndexOverflow
std::int64_t dense_positions(const TensorFormat& format,
                             const std::vector<std::int64_t>& extents);

/// Elements between neighbours of the dimensions of the source's levels.
Kokkos::Array<std::int64_t, max_levels> strides_of_levels(
    const TensorRef& from, const TensorFormat& to);

/// \pre the entries are distinct
template <class ExecutionSpace>
void scatter_entries(const ExecutionSpace& exec, const TensorRef& from,
                     const ValueBits& values,
                     Storage<typename ExecutionSpace::memory_space>& storage) {
  const std::int64_t size = dense_positions(storage.format, storage.extents);
  storage.levels.resize(storage.format.lvl_rank());
  storage.values = allocate_values(exec, storage.scalar, size,
                                   array_label(storage.label, "values"));
  const SourceLevels source = make_source_levels(from);
  if (source.entries < size)
    fill_values(exec, storage.values.mutable_data(), size, values.fill);
  const std::int64_t chunks = radix_chunks(exec, source.entries);
  Kokkos::parallel_for(
      "Strata::convert::scatter", IndexRange<ExecutionSpace>(exec, 0, chunks),
      ScatterFunctor{source,
                     {storage.values.mutable_data(), values},
                     strides_of_levels(from, storage.format), chunks});
}

}  // namespace Strata::Impl

#endif
