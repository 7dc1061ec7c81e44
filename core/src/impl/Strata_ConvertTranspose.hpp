// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CONVERT_TRANSPOSE_HPP
#define STRATA_IMPL_CONVERT_TRANSPOSE_HPP

#include <algorithm>
#include <cstdint>

#include <Kokkos_Core.hpp>
#include <impl/Strata_PlacesAhead.hpp>
#include <impl/Strata_TransposeInBuckets.hpp>
#include <impl/Strata_TransposePass.hpp>

namespace Strata::Impl {

// Every chunk counts, then fills.

struct CountMajorsFunctor {
  TransposePass m_pass;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    std::uint32_t* const counts = m_pass.counts + chunk * m_pass.extent;
    const int shift             = m_pass.shift;
    for (std::int64_t i = 0; i < m_pass.extent; ++i) counts[i] = 0;
    m_pass.walk.for_each_block_of_chunk(
        chunk, false, [&](const Record* records, int n) {
          for (int i = 0; i < n; ++i) ++counts[records[i].key >> shift];
        });
  }
};

/// Coordinates of the levels below the group's second one: the same in a run, too.
template <class Index>
KOKKOS_INLINE_FUNCTION void store_lower_minors(const GroupSink& sink, std::uint64_t key,
                                               std::int64_t place) {
  for (int l = 2; l < sink.layout.num_levels; ++l) {
    const KeyField& field = sink.layout.fields[l];
    static_cast<Index*>(sink.coordinates[l])[place] =
        static_cast<Index>(key >> field.shift & field.mask);
  }
}

/// The two passes where the dense level is the source's last one, stored alone
/// (CSR to CSC): all but its coordinates are the same in a run. Index is the
/// coordinates' type on both sides, Value has the size of values.
template <class Index>
struct CountRunsMajorsFunctor {
  TransposePass m_pass;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    std::uint32_t* const counts = m_pass.counts + chunk * m_pass.extent;
    const Index* const majors   = majors_of<Index>(m_pass.walk);
    for (std::int64_t i = 0; i < m_pass.extent; ++i) counts[i] = 0;
    for (std::int64_t e = m_pass.walk.begin(chunk); e < m_pass.walk.begin(chunk + 1); ++e)
      ++counts[majors[e]];
  }
};

template <class Index, class Value, bool has_lower_levels>
struct FillRunsFunctor {
  TransposePass m_pass;
  GroupSink m_sink;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    const RunTarget<Index, Value> target(m_sink);
    std::uint32_t* const counts = m_pass.counts + chunk * m_pass.extent;
    const Index* const majors   = majors_of<Index>(m_pass.walk);
    PlacesAhead places(m_pass.walk.begin(chunk), m_pass.walk.begin(chunk + 1),
                       [=](std::int64_t e) {
                         const std::uint32_t place = counts[majors[e]]++;
                         target.prefetch(place);
                         return place;
                       });
    target.for_each_run(
        m_pass.walk, chunk, [&](std::uint64_t key, std::int64_t begin, std::int64_t end) {
          const Index minor = target.minor(key);
          for (std::int64_t e = begin; e < end; ++e) {
            const std::uint32_t place = places(e);
            target.minors[place]      = minor;
            target.to[place]          = target.from[e];
            if constexpr (has_lower_levels) store_lower_minors<Index>(m_sink, key, place);
          }
        });
  }
};

/// Turns counts into places and stores positions.
struct PlaceMajorsFunctor {
  TransposePass m_pass;
  MutableIndexSpan m_positions;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, std::int64_t& sum,
                                         bool final) const {
    for (std::int64_t chunk = 0; chunk < m_pass.walk.chunks; ++chunk) {
      std::uint32_t& place    = m_pass.counts[chunk * m_pass.extent + i];
      const std::uint32_t own = place;
      if (final) place = static_cast<std::uint32_t>(sum);
      sum += own;
    }
    if (final) m_positions.store(i + 1, sum);
  }
};

struct FillMinorsFunctor {
  TransposePass m_pass;
  GroupSink m_sink;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    std::uint32_t* const counts = m_pass.counts + chunk * m_pass.extent;
    const int shift             = m_pass.shift;
    m_pass.walk.for_each_block_of_chunk(
        chunk, true, [&](const Record* records, int n) {
          std::int64_t places[EntryWalk::block_size];
          for (int i = 0; i < n; ++i) {
            places[i] = counts[records[i].key >> shift]++;
            m_sink.prefetch(places[i]);
          }
          m_sink.store_entries(ListedPlaces{places}, records, n);
        });
  }
};

template <class ExecutionSpace>
void place_majors(const ExecutionSpace& exec, const TransposePass& pass,
                  const GroupSink& sink) {
  Kokkos::parallel_scan("Strata::convert::place_majors",
                        IndexRange<ExecutionSpace>(exec, 0, pass.extent),
                        PlaceMajorsFunctor{pass, sink.positions});
}

template <class Index, class Value, class ExecutionSpace>
void transpose_runs(const ExecutionSpace& exec, TransposePass pass,
                    const GroupSink& sink) {
  const bool is_matrix = sink.layout.num_levels == 2;
  if constexpr (Kokkos::SpaceAccessibility<ExecutionSpace, Kokkos::HostSpace>::accessible) {
    if (is_matrix && try_transpose_in_buckets<Index, Value>(exec, pass, sink)) return;
    if (!is_matrix) note_transposed(pass.walk.source.entries, 0, TransposeReason::other, -1);
  } else {
    note_transposed(pass.walk.source.entries, 0, TransposeReason::other, -1);
  }
  const auto counts = allocate<std::uint32_t>(exec, pass.walk.chunks * pass.extent,
                                              "Strata::convert::counts");
  pass.counts       = counts.data();
  const IndexRange<ExecutionSpace> chunks(exec, 0, pass.walk.chunks);
  Kokkos::parallel_for("Strata::convert::count_majors", chunks,
                       CountRunsMajorsFunctor<Index>{pass});
  place_majors(exec, pass, sink);
  if (is_matrix)
    Kokkos::parallel_for("Strata::convert::fill_minors", chunks,
                         FillRunsFunctor<Index, Value, false>{pass, sink});
  else
    Kokkos::parallel_for("Strata::convert::fill_minors", chunks,
                         FillRunsFunctor<Index, Value, true>{pass, sink});
}

/// Takes the common widths; false for others.
template <class ExecutionSpace>
bool try_transpose_runs(const ExecutionSpace& exec, const TransposePass& pass,
                        const GroupSink& sink) {
  const SourceLevels& source = pass.walk.source;
  const int index = source.coordinate_bytes, value = sink.values.from.bytes;
  if (source.dense_group || source.group + 1 != source.num_levels ||
      pass.walk.shifts[source.group] != pass.shift ||
      sink.coordinate_bytes != index)
    return false;
  if (index == 4 && value == 8)
    transpose_runs<std::uint32_t, std::uint64_t>(exec, pass, sink);
  else if (index == 4 && value == 4)
    transpose_runs<std::uint32_t, std::uint32_t>(exec, pass, sink);
  else if (index == 8 && value == 8)
    transpose_runs<std::uint64_t, std::uint64_t>(exec, pass, sink);
  else if (index == 8 && value == 4)
    transpose_runs<std::uint64_t, std::uint32_t>(exec, pass, sink);
  else
    return false;
  return true;
}

/// Fills a target with one dense level above its group, dealing entries out to where they
/// belong. Returns false where their counts would take more memory than sorting does.
template <class ExecutionSpace>
bool transpose(const ExecutionSpace& exec, const EntryWalk& walk,
               const KeyLayout& layout, GroupTarget<ExecutionSpace>& target) {
  const std::int64_t entries = walk.source.entries;
  TransposePass pass{walk, nullptr, layout.extents[0], layout.fields[0].shift};
  if (entries == 0 || entries > std::int64_t{1} << 31 ||
      walk.chunks * pass.extent > 4 * entries)
    return false;
  const GroupSink sink = target.allocate_arrays(entries, 0);
  if (try_transpose_runs(exec, pass, sink)) return true;
  note_transposed(entries, 0, TransposeReason::other, -1);
  const auto counts = allocate<std::uint32_t>(
      exec, walk.chunks * pass.extent, "Strata::convert::counts");
  pass.counts = counts.data();
  const IndexRange<ExecutionSpace> chunks(exec, 0, walk.chunks);
  Kokkos::parallel_for("Strata::convert::count_majors", chunks,
                       CountMajorsFunctor{pass});
  place_majors(exec, pass, sink);
  Kokkos::parallel_for("Strata::convert::fill_minors", chunks,
                       FillMinorsFunctor{pass, sink});
  return true;
}

}  // namespace Strata::Impl

#endif
