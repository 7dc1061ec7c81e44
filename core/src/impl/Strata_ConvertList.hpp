// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CONVERT_LIST_HPP
#define STRATA_IMPL_CONVERT_LIST_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <impl/Strata_ConvertBuckets.hpp>
#include <impl/Strata_ConvertSort.hpp>

namespace Strata::Impl {

/// Writes coordinates and values of the entries that are not dropped.
struct ListEntriesFunctor {
  EntryWalk m_walk;
  const std::int64_t* m_places;  ///< of the first entry of every chunk
  Kokkos::Array<int, max_levels> m_dimensions;  ///< of the source's levels
  std::int64_t* m_coordinates;                  ///< dimension x entry
  std::int64_t m_size;
  ValueSink m_values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    std::int64_t place = m_places[chunk];
    for_each_run(m_walk.source, m_walk.begin(chunk), m_walk.begin(chunk + 1),
                 [&](const SourceCursor& cursor, std::int64_t,
                     std::int64_t from, std::int64_t to) {
                   for (std::int64_t e = from; e < to; ++e)
                     if (!m_walk.drops_fill || !m_walk.values.is_fill(e))
                       list(cursor, e, place++);
                 });
  }

 private:
  KOKKOS_INLINE_FUNCTION void list(const SourceCursor& cursor, std::int64_t e,
                                   std::int64_t place) const {
    const SourceLevels& source = m_walk.source;
    for (int l = 0; l < source.num_levels; ++l) {
      const bool above = l < source.group;
      m_coordinates[m_dimensions[l] * m_size + place] =
          source.coordinate(l, cursor.parent(above ? l : source.group),
                            above ? cursor.positions[l] : e);
    }
    m_values.copy(place, e);
  }
};

/// The entries of a tensor as a list of coordinates and values.
template <class ExecutionSpace>
class EntryList {
 public:
  using memory_space = typename ExecutionSpace::memory_space;

  EntryList(const ExecutionSpace& exec, const EntryWalk& walk,
            const TensorFormat& format, ScalarType scalar) {
    const auto places = allocate<std::int64_t>(exec, walk.chunks,
                                               "Strata::convert::places");
    m_size = place_entries(exec, BucketPass{walk, places.data(), 1, 0});
    m_coordinates =
        allocate<std::int64_t>(exec, m_size * walk.source.num_levels,
                               "Strata::convert::coordinates");
    m_values = allocate_values(exec, scalar, m_size,
                               "Strata::convert::listed_values");
    ListEntriesFunctor list{
        walk,
        places.data(),
        {},
        m_coordinates.data(),
        m_size,
        {m_values.mutable_data(), walk.values}};
    for (int l = 0; l < walk.source.num_levels; ++l)
      list.m_dimensions[l] = format.dimension_of_level(l);
    Kokkos::parallel_for("Strata::convert::list_entries",
                         IndexRange<ExecutionSpace>(exec, 0, walk.chunks),
                         list);
  }

  std::int64_t size() const { return m_size; }
  CoordinateSpan coordinates() const {
    return {m_coordinates.data(), 1, m_size};
  }
  const ErasedArray<memory_space>& values() const { return m_values; }

 private:
  std::int64_t m_size = 0;
  Kokkos::View<std::int64_t*, memory_space> m_coordinates;
  ErasedArray<memory_space> m_values;
};

}  // namespace Strata::Impl

#endif
