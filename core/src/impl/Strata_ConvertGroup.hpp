// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CONVERT_GROUP_HPP
#define STRATA_IMPL_CONVERT_GROUP_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>
#include <impl/Strata_AssembleLevels.hpp>
#include <impl/Strata_ConvertPlan.hpp>
#include <impl/Strata_ConvertSinks.hpp>

namespace Strata::Impl {

/// True when the target has nothing but dense levels above a group with one
/// position for every entry, whose coordinates fit whatever they are.
bool is_group_target(const TensorFormat& to, const std::vector<std::int64_t>& extents);

/// Arrays of such a target.
template <class ExecutionSpace>
class GroupTarget {
 public:
  using storage_type = Storage<typename ExecutionSpace::memory_space>;

  GroupTarget(const ExecutionSpace& exec, const KeyLayout& layout,
              const ValueBits& values, storage_type& storage)
      : m_exec(exec), m_storage(storage) {
    m_sink.layout      = layout;
    m_sink.group       = last_group(storage.format);
    m_sink.values.from = values;
  }

  /// Positions are 0. \throws IndexOverflow when `entries` do not fit.
  const GroupSink& allocate_arrays(std::int64_t entries, std::int64_t chunks) {
    const TensorFormat& format = m_storage.format;
    const int group            = m_sink.group;
    check_index_fits("Strata::convert", "position", group, entries,
                     format.pos_type());
    for (int l = 0; l < group; ++l)
      m_majors = checked_product("Strata::convert", m_majors,
                                 m_sink.layout.extents[l]);
    m_storage.levels.resize(format.lvl_rank());
    auto& positions = m_storage.levels[group].positions;
    positions = allocate_indices(m_exec, format.pos_type(), m_majors + 1,
                                 name("positions", group));
    zero_fill(m_exec, positions.mutable_data(),
              (m_majors + 1) * format.pos_type().bytes());
    m_sink.positions =
        MutableIndexSpan(positions.mutable_data(), format.pos_type());
    m_sink.coordinate_bytes = format.crd_type().bytes();
    for (int l = group; l < format.lvl_rank(); ++l) {
      auto& array = m_storage.levels[l].coordinates;
      array       = allocate_indices(m_exec, format.crd_type(), entries,
                                     name("coordinates", l));
      m_sink.coordinates[l] = array.mutable_data();
    }
    m_storage.values   = allocate_values(m_exec, m_storage.scalar, entries,
                                         array_label(m_storage.label, "values"));
    m_sink.values.data = m_storage.values.mutable_data();
    m_seams            = allocate<GroupSink::Seam>(m_exec, chunks, "Strata::convert::seams");
    m_sink.seams       = m_seams.data();
    return m_sink;
  }

  /// Completes the positions after all chunks are finished. Returns how many entries have
  /// the coordinates of the one before where `counts_repeats`, which waits for the
  /// execution space; 0 elsewhere.
  std::int64_t close(std::int64_t chunks, bool counts_repeats) {
    const IndexRange<ExecutionSpace> once(m_exec, 0, 1);
    const CloseSeamsFunctor functor{m_sink, chunks};
    std::int64_t repeats = 0;
    if (counts_repeats)
      Kokkos::parallel_reduce("Strata::convert::close_seams", once, functor, repeats);
    else
      Kokkos::parallel_for("Strata::convert::close_seams", once, functor);
    if (m_majors > 1)
      Kokkos::parallel_scan(
          "Strata::convert::close_segments",
          IndexRange<ExecutionSpace>(m_exec, 0, m_majors + 1),
          CloseSegmentsFunctor{m_sink.positions});
    return repeats;
  }

 private:
  std::string name(const char* what, int l) const {
    return array_label(m_storage.label,
                       std::string(what) + "[" + std::to_string(l) + "]");
  }

  const ExecutionSpace& m_exec;
  storage_type& m_storage;
  GroupSink m_sink;
  std::int64_t m_majors = 1;
  Kokkos::View<GroupSink::Seam*, typename ExecutionSpace::memory_space> m_seams;
};

}  // namespace Strata::Impl

#endif
