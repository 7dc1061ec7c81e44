// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ENTRY_MEASURES_HPP
#define STRATA_IMPL_ENTRY_MEASURES_HPP

#include <cstdint>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_CompositeFormat.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <Strata_TensorRef.hpp>
#include <impl/Strata_CoordinateProgram.hpp>
#include <impl/Strata_EntryRuns.hpp>
#include <impl/Strata_MappedEntries.hpp>

namespace Strata::Impl {

/// Coordinates of entries that are listed in the order of the dimensions.
struct ListedEntries {
  int order         = 0;
  std::int64_t size = 0;
  Kokkos::Array<IndexSpan, max_levels> coordinates{};

  KOKKOS_INLINE_FUNCTION void read(std::int64_t e, std::int64_t* point) const {
    for (int d = 0; d < order; ++d) point[d] = coordinates[d][e];
  }
};

/// Those of a tensor in Formats::coo().
ListedEntries listed_entries(const TensorRef& coo);

/// Keys of groups as coordinates that begin at 0.
struct GroupKeys {
  std::vector<AffineExprPtr> expressions;
  std::vector<std::int64_t> extents;

  /// \pre the extents are positive
  /// \throws IndexOverflow for keys whose values 63 bits do not hold
  GroupKeys(const EntryMeasure& measure, const std::vector<std::int64_t>& extents);
};

struct MeasureValueFunctor {
  ListedEntries m_entries;
  CoordinateProgram m_program;
  std::int64_t* m_numbers;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t e) const {
    std::int64_t point[max_levels], value[max_levels];
    m_entries.read(e, point);
    m_program(point, value);
    m_numbers[e] = value[0];
  }
};

struct WriteGroupKeyFunctor {
  ListedEntries m_entries;
  CoordinateProgram m_program;
  KeyWriter m_write;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t e) const {
    std::int64_t point[max_levels], keys[max_levels];
    m_entries.read(e, point);
    m_program(point, keys);
    m_write(e, keys);
  }
};

struct MeasureGroupFunctor {
  EntryRuns m_groups;
  bool m_counts;  ///< else ranks
  std::int64_t* m_numbers;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t place) const {
    const std::int64_t group = m_groups.run_at(place);
    m_numbers[m_groups.entry(place)] =
        m_counts ? m_groups.length(group) : place - m_groups.begin(group);
  }
};

/// The measure of every entry.
template <class ExecutionSpace>
Kokkos::View<std::int64_t*, typename ExecutionSpace::memory_space> measure_entries(
    const ExecutionSpace& exec, const ListedEntries& entries,
    const EntryMeasure& measure, const std::vector<std::int64_t>& extents) {
  const IndexRange<ExecutionSpace> all(exec, 0, entries.size);
  auto numbers =
      allocate<std::int64_t>(exec, entries.size, "Strata::decompose::measure");
  if (entries.size == 0) return numbers;
  const GroupKeys keys(measure, extents);
  if (measure.kind == EntryMeasure::Kind::value) {
    Kokkos::parallel_for(
        "Strata::decompose::measure_value", all,
        MeasureValueFunctor{
            entries, {entries.order, measure.keys, {}}, numbers.data()});
    return numbers;
  }
  const KeyLayout layout = make_key_layout(
      Formats::dense(static_cast<int>(keys.extents.size())), keys.extents);
  auto sorted = allocate_keys(exec, layout, entries.size);
  Kokkos::parallel_for(
      "Strata::decompose::write_keys", all,
      WriteGroupKeyFunctor{entries,
                           {entries.order, keys.expressions, {}},
                           {layout, sorted.words.data(), entries.size}});
  order_entries(exec, sorted, true);
  Kokkos::parallel_for(
      "Strata::decompose::measure_groups", all,
      MeasureGroupFunctor{EntryRuns(sorted),
                          measure.kind == EntryMeasure::Kind::count,
                          numbers.data()});
  exec.fence("Strata::decompose: keys have been read");
  return numbers;
}

}  // namespace Strata::Impl

#endif
