// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CONVERT_TRANSPOSE_HPP
#define STRATA_IMPL_CONVERT_TRANSPOSE_HPP

#include <algorithm>
#include <cstdint>

#include <Kokkos_Core.hpp>
#include <impl/Strata_ConvertGroup.hpp>
#include <impl/Strata_ConvertWalk.hpp>

namespace Strata::Impl {

/// Counts and fill of a conversion that needs sorting by one dense level only
/// (CSR to CSC). Every chunk has counts of its own.
struct TransposePass {
  EntryWalk walk;
  std::uint32_t* counts = nullptr;  ///< chunk x position of the dense level
  std::int64_t extent   = 0;        ///< of the dense level
  int shift             = 0;        ///< of the dense level in the keys
};

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

/// The two passes where the dense level is the source's last one, stored alone
/// (CSR to CSC): all but its coordinates are the same in a run. Index is the
/// coordinates' type on both sides, Value has the size of values.
template <class Index, class Value>
struct TransposeRunsFunctor {
  TransposePass m_pass;
  GroupSink m_sink;
  bool m_fills;  ///< or counts
  /// Entries whose memory is on its way.
  static constexpr std::int64_t ahead = 16;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    const SourceLevels& source = m_pass.walk.source;
    std::uint32_t* const counts = m_pass.counts + chunk * m_pass.extent;
    const Index* const majors   = static_cast<const Index*>(
        source.levels[source.group].coordinates.data());
    if (m_fills) return fill(chunk, majors, counts);
    for (std::int64_t i = 0; i < m_pass.extent; ++i) counts[i] = 0;
    for (std::int64_t e = m_pass.walk.begin(chunk);
         e < m_pass.walk.begin(chunk + 1); ++e)
      ++counts[majors[e]];
  }

 private:
  KOKKOS_INLINE_FUNCTION void fill(std::int64_t chunk, const Index* majors,
                                   std::uint32_t* counts) const {
    const Value* const from = static_cast<const Value*>(m_sink.values.from.data);
    Value* const to         = static_cast<Value*>(m_sink.values.data);
    Index* const minors     = static_cast<Index*>(m_sink.coordinates[1]);
    const std::int64_t last = m_pass.walk.begin(chunk + 1);
    for_each_run(
        m_pass.walk.source, m_pass.walk.begin(chunk),
        m_pass.walk.begin(chunk + 1),
        [&](const SourceCursor& cursor, std::int64_t, std::int64_t begin,
            std::int64_t end) {
          const std::uint64_t key = m_pass.walk.key_above(cursor);
          const Index minor       = minor_of(1, key);
          for (std::int64_t e = begin; e < end; ++e) {
            if (e + ahead < last) {  // where it goes, or about there
              const std::uint32_t soon = counts[majors[e + ahead]];
              prefetch_for_write(minors + soon);
              prefetch_for_write(to + soon);
            }
            const std::uint32_t place = counts[majors[e]]++;
            minors[place]             = minor;
            to[place]                 = from[e];
            for (int l = 2; l < m_sink.layout.num_levels; ++l)
              static_cast<Index*>(m_sink.coordinates[l])[place] =
                  minor_of(l, key);
          }
        });
  }
  KOKKOS_INLINE_FUNCTION Index minor_of(int l, std::uint64_t key) const {
    const KeyField& field = m_sink.layout.fields[l];
    return static_cast<Index>(key >> field.shift & field.mask);
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
void transpose_runs(const ExecutionSpace& exec, const TransposePass& pass,
                    const GroupSink& sink) {
  const IndexRange<ExecutionSpace> chunks(exec, 0, pass.walk.chunks);
  Kokkos::parallel_for("Strata::convert::count_majors", chunks,
                       TransposeRunsFunctor<Index, Value>{pass, sink, false});
  place_majors(exec, pass, sink);
  Kokkos::parallel_for("Strata::convert::fill_minors", chunks,
                       TransposeRunsFunctor<Index, Value>{pass, sink, true});
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
  const auto counts = allocate<std::uint32_t>(
      exec, walk.chunks * pass.extent, "Strata::convert::counts");
  pass.counts          = counts.data();
  const GroupSink sink = target.allocate_arrays(entries, 0);
  if (try_transpose_runs(exec, pass, sink)) return true;
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
