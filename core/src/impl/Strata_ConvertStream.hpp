// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CONVERT_STREAM_HPP
#define STRATA_IMPL_CONVERT_STREAM_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include <Kokkos_Core.hpp>
#include <impl/Strata_AssembleLevels.hpp>
#include <impl/Strata_Storage.hpp>
#include <impl/Strata_StreamKernels.hpp>
#include <impl/Strata_WideVectors.hpp>

namespace Strata::Impl {

/// Builds all levels of a target in one walk over entries in its order, after one that
/// counts.
template <class ExecutionSpace, class Walk>
class LevelStream {
 public:
  using memory_space = typename ExecutionSpace::memory_space;
  using numbers_type = Kokkos::View<std::int64_t*, memory_space>;

  LevelStream(const ExecutionSpace& exec, const StreamLevels& levels, const Walk& walk)
      : m_exec(exec),
        m_levels(levels),
        m_walk(walk),
        m_chunks(allocate<StreamChunk>(exec, walk.chunks + 1, "Strata::convert::chunks")) {
    Kokkos::parallel_for("Strata::convert::count_starts",
                         IndexRange<ExecutionSpace>(exec, 0, walk.chunks),
                         WideVectors(CountStartsFunctor<Walk>{levels, walk, m_chunks.data()}));
    Kokkos::parallel_for("Strata::convert::place_starts",
                         IndexRange<ExecutionSpace>(exec, 0, 1),
                         PlaceStartsFunctor{levels, m_chunks.data(), walk.chunks});
    const auto all = Kokkos::subview(
        m_chunks, Kokkos::make_pair(walk.chunks, walk.chunks + 1));
    const auto host = Kokkos::create_mirror_view(
        Kokkos::view_alloc(Kokkos::HostSpace{}, Kokkos::WithoutInitializing), all);
    Kokkos::deep_copy(exec, host, all);
    exec.fence("Strata::convert: entries have been counted");
    m_all = host(0);
  }

  std::int64_t entries() const { return m_all.entries; }
  /// Entries of the target.
  std::int64_t distinct() const { return m_all.starts[m_levels.num_levels - 1]; }
  bool is_ordered() const { return m_all.descents == 0; }
  bool has_repeats() const { return m_all.repeats > 0; }

  /// Levels of `to`. Where entries are merged, returns where those of every key begin.
  /// \pre is_ordered() \throws IndexOverflow
  numbers_type fill(std::string_view operation, Storage<memory_space>& to) {
    StreamArrays arrays = allocate_levels(operation, to);
    numbers_type runs;
    if (m_levels.merges && has_repeats()) {
      for (int l = m_levels.first; l < m_levels.num_levels; ++l) m_levels.per_entry[l] = false;
      runs        = allocate<std::int64_t>(m_exec, distinct() + 1, "Strata::convert::runs");
      arrays.runs = runs.data();
    }
    Kokkos::parallel_for(
        "Strata::convert::fill_levels", IndexRange<ExecutionSpace>(m_exec, 0, m_walk.chunks),
        WideVectors(FillStreamFunctor<Walk>{m_levels, arrays, m_walk, m_chunks.data()}));
    const std::int64_t first = m_all.is_first ? 0 : m_levels.major(m_all.last) + 1;
    Kokkos::parallel_for(
        "Strata::convert::close_levels",
        IndexRange<ExecutionSpace>(m_exec, 0, m_levels.parents + 1 - first),
        CloseStreamFunctor{m_levels, arrays, m_all, first});
    m_exec.fence("Strata::convert: entries have been read");
    return runs;
  }

 private:
  StreamArrays allocate_levels(std::string_view operation, Storage<memory_space>& to) const {
    StreamArrays arrays;
    const IndexType pos = to.format.pos_type(), crd = to.format.crd_type();
    arrays.position_bytes   = pos.bytes();
    arrays.coordinate_bytes = crd.bytes();
    to.levels.resize(m_levels.num_levels);
    std::int64_t parents = m_levels.parents;
    for (int l = m_levels.first; l < m_levels.num_levels; ++l) {
      const std::int64_t count       = m_all.starts[l];
      StoredLevel<memory_space>& own = to.levels[l];
      if (to.format.level(l).kind == LevelKind::compressed) {
        check_index_fits(operation, "position", l, count, pos);
        own.positions = allocate_indices(m_exec, pos, parents + 1, name(to, "positions", l));
        arrays.positions[l] = own.positions.mutable_data();
      }
      own.coordinates = allocate_indices(m_exec, crd, count, name(to, "coordinates", l));
      arrays.coordinates[l] = own.coordinates.mutable_data();
      parents               = count;
    }
    return arrays;
  }
  static std::string name(const Storage<memory_space>& to, const char* what, int l) {
    return array_label(to.label, std::string(what) + "[" + std::to_string(l) + "]");
  }

  const ExecutionSpace& m_exec;
  StreamLevels m_levels;
  Walk m_walk;
  Kokkos::View<StreamChunk*, memory_space> m_chunks;
  StreamChunk m_all;
};

}  // namespace Strata::Impl

#endif
