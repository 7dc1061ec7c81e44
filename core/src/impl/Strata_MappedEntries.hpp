// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_MAPPED_ENTRIES_HPP
#define STRATA_IMPL_MAPPED_ENTRIES_HPP

#include <cstdint>
#include <vector>

#include <Kokkos_Core.hpp>
#include <impl/Strata_CoordinateProgram.hpp>
#include <impl/Strata_SortEntries.hpp>

namespace Strata::Impl {

/// Writes the key of an entry from the coordinates of its levels.
struct KeyWriter {
  KeyLayout layout;
  std::uint64_t* words = nullptr;  ///< word x entry
  std::int64_t size    = 0;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry,
                                         const std::int64_t* levels) const {
    int l = 0;
    for (int w = 0; w < layout.num_words; ++w) {
      std::uint64_t key = 0;
      for (; l < layout.num_levels && layout.fields[l].word == w; ++l)
        key |= static_cast<std::uint64_t>(levels[l]) << layout.fields[l].shift;
      words[w * size + entry] = key;
    }
  }
};

/// Keys of entries that are given by their dimensions; finds the first that is
/// out of range.
struct MapKeysFunctor {
  CoordinateProgram m_program;
  KeyWriter m_write;
  CoordinateSpan m_coordinates;
  Kokkos::Array<std::int64_t, max_levels> m_extents;  ///< of the dimensions
  int m_rank;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry,
                                         std::int64_t& first_bad) const {
    std::int64_t dimensions[max_levels], levels[max_levels];
    bool good = true;
    for (int d = 0; d < m_rank; ++d) {
      dimensions[d] = m_coordinates(entry, d);
      good = good && dimensions[d] >= 0 && dimensions[d] < m_extents[d];
    }
    if (good) {
      m_program(dimensions, levels);
      m_write(entry, levels);
    } else if (entry < first_bad) {
      first_bad = entry;
    }
  }
};

/// Entries that are given by their dimensions, in the order of the levels of a
/// format of any map, merged.
/// \throws ShapeMismatch for the first entry with a coordinate out of range.
template <class ExecutionSpace>
SortedEntries<typename ExecutionSpace::memory_space> sort_mapped_entries(
    const ExecutionSpace& exec, const TensorFormat& format, const LevelMap& map,
    const std::vector<std::int64_t>& extents, const CoordinateSpan& coordinates,
    std::int64_t size) {
  const KeyLayout layout = make_key_layout(format.level_space(), map.extents);
  auto sorted            = allocate_keys(exec, layout, size);
  const int rank         = format.dim_rank();
  MapKeysFunctor functor{to_levels(map, rank),
                         {layout, sorted.words.data(), size},
                         coordinates,
                         {},
                         rank};
  for (int d = 0; d < rank; ++d) functor.m_extents[d] = extents[d];
  std::int64_t first_bad = size;
  Kokkos::parallel_reduce("Strata::assemble::map_keys",
                          IndexRange<ExecutionSpace>(exec, 0, size), functor,
                          Kokkos::Min<std::int64_t>(first_bad));
  if (first_bad < size)
    report_out_of_range(exec, coordinates, first_bad, extents);
  order_entries(exec, sorted, true);
  return sorted;
}

}  // namespace Strata::Impl

#endif
