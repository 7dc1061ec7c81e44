// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CUT_ROWS_HPP
#define STRATA_IMPL_CUT_ROWS_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_CompositeFormat.hpp>
#include <impl/Strata_AssembleImpl.hpp>
#include <impl/Strata_EntryRuns.hpp>
#include <impl/Strata_FetchIndex.hpp>

namespace Strata::Impl {

/// The format with a dense first level: segments are its coordinates.
TensorFormat with_segment_level(const TensorFormat& format);

/// Segments that rows are cut into: counts become places of the first ones.
struct PlaceSegmentsFunctor {
  EntryRuns m_rows;
  std::int64_t m_width;
  std::int64_t* m_segments;  ///< first segment of every row

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, std::int64_t& sum,
                                         bool final) const {
    if (final) m_segments[row] = sum;
    sum += (m_rows.length(row) + m_width - 1) / m_width;
  }
};

/// Coordinates in the dimension of the rows become numbers of segments; every
/// segment keeps the coordinate.
struct CutRowsFunctor {
  EntryRuns m_rows;
  std::int64_t m_width;
  const std::int64_t* m_segments;
  std::int64_t* m_coordinates;  ///< of the entries, in the dimension of the rows
  MutableIndexSpan m_row_of;    ///< segments

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t place) const {
    const std::int64_t row     = m_rows.run_at(place);
    const std::int64_t rank    = place - m_rows.begin(row);
    const std::int64_t segment = m_segments[row] + rank / m_width;
    std::int64_t& coordinate   = m_coordinates[m_rows.entry(place)];
    if (rank % m_width == 0) m_row_of.store(segment, coordinate);
    coordinate = segment;
  }
};

/// [0, size)
struct OneSegmentFunctor {
  MutableIndexSpan m_positions;
  std::int64_t m_size;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    m_positions.store(i, i * m_size);
  }
};

/// Entries of a part, dimension × entry; the coordinates may be overwritten.
struct PartEntries {
  std::int64_t* coordinates      = nullptr;
  std::int64_t dimension_stride  = 0;
  const void* values             = nullptr;
  std::int64_t size              = 0;

  CoordinateSpan span() const { return {coordinates, 1, dimension_stride}; }
};

/// A part whose rows are stored in segments: assembled with a number for every
/// segment in the place of the row, which then becomes the coordinate of its
/// segments.
template <class ExecutionSpace>
class RowCutter {
 public:
  using memory_space = typename ExecutionSpace::memory_space;

  RowCutter(const ExecutionSpace& exec, const PartFormat& part,
            const std::vector<std::int64_t>& extents, const PartEntries& entries,
            const std::string& label)
      : m_exec(exec),
        m_part(part),
        m_extents(extents),
        m_entries(entries),
        m_label(label),
        m_dimension(static_cast<int>(part.format.map().results[0]->value)) {}

  std::shared_ptr<const Storage<memory_space>> run(ScalarType scalar,
                                                   double fill) {
    cut();
    std::vector<std::int64_t> extents = m_extents;
    extents[m_dimension]              = m_size;
    const auto segments               = assemble_storage(
        m_exec, with_segment_level(m_part.format), scalar, extents,
        m_entries.span(), m_entries.values, m_entries.size, m_label, fill);
    auto storage = std::make_shared<Storage<memory_space>>(*segments);
    storage->format                = m_part.format;
    storage->extents               = m_extents;
    storage->levels[0].positions   = positions();
    storage->levels[0].coordinates = m_row_of;
    return storage;
  }

 private:
  const TensorFormat& format() const { return m_part.format; }

  void cut() {
    const std::int64_t n = m_entries.size;
    std::int64_t* const coordinates =
        m_entries.coordinates + m_dimension * m_entries.dimension_stride;
    const auto rows = sort_entries(m_exec, Formats::dense(1),
                                   {m_extents[m_dimension]}, {coordinates, 1, 0}, n);
    const EntryRuns runs(rows);
    const auto segments =
        allocate<std::int64_t>(m_exec, runs.size, "Strata::decompose::segments");
    Kokkos::parallel_scan("Strata::decompose::place_segments",
                          IndexRange<ExecutionSpace>(m_exec, 0, runs.size),
                          PlaceSegmentsFunctor{runs, m_part.row_width, segments.data()},
                          m_size);
    check_indices_fit(rows.keys, runs.size);
    m_row_of = allocate_indices(m_exec, format().crd_type(), m_size,
                                array_label(m_label, "coordinates[0]"));
    Kokkos::parallel_for(
        "Strata::decompose::cut_rows", IndexRange<ExecutionSpace>(m_exec, 0, n),
        CutRowsFunctor{runs, m_part.row_width, segments.data(), coordinates,
                       {m_row_of.mutable_data(), format().crd_type()}});
    m_exec.fence("Strata::decompose: rows have been cut");
  }

  void check_indices_fit(const EntryKeys& keys, std::int64_t rows) const {
    check_index_fits("Strata::decompose", "position", 0, m_size,
                     format().pos_type());
    check_coordinates_fit(m_exec, "Strata::decompose", keys, 0, rows,
                          format().crd_type());
  }

  ErasedArray<memory_space> positions() const {
    const IndexType type = format().pos_type();
    auto array =
        allocate_indices(m_exec, type, 2, array_label(m_label, "positions[0]"));
    Kokkos::parallel_for("Strata::decompose::store_positions",
                         IndexRange<ExecutionSpace>(m_exec, 0, 2),
                         OneSegmentFunctor{{array.mutable_data(), type}, m_size});
    return array;
  }

  const ExecutionSpace& m_exec;
  const PartFormat& m_part;
  const std::vector<std::int64_t>& m_extents;
  PartEntries m_entries;
  const std::string& m_label;
  int m_dimension;
  std::int64_t m_size = 0;  ///< segments
  ErasedArray<memory_space> m_row_of;
};

}  // namespace Strata::Impl

#endif
