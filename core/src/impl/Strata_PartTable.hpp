// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_PART_TABLE_HPP
#define STRATA_IMPL_PART_TABLE_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_CompositeFormat.hpp>
#include <impl/Strata_Allocate.hpp>
#include <impl/Strata_EntryMeasures.hpp>

namespace Strata::Impl {

/// lower <= numbers[entry] <= upper
struct MeasuredCondition {
  const std::int64_t* numbers = nullptr;
  std::int64_t lower = 0, upper = 0;
};

/// Writes the number of the first part whose conditions an entry meets, or the
/// number of parts.
struct ChoosePartFunctor {
  const MeasuredCondition* m_conditions;
  const std::int64_t* m_ends;  ///< of the conditions of every part
  std::int64_t m_parts;
  std::uint64_t* m_part_of;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t e) const {
    std::int64_t part = 0, c = 0;
    for (; part < m_parts; c = m_ends[part++]) {
      while (c < m_ends[part] && holds(m_conditions[c], e)) ++c;
      if (c == m_ends[part]) break;
    }
    m_part_of[e] = static_cast<std::uint64_t>(part);
  }

 private:
  KOKKOS_INLINE_FUNCTION static bool holds(const MeasuredCondition& condition,
                                           std::int64_t e) {
    const std::int64_t number = condition.numbers[e];
    return condition.lower <= number && number <= condition.upper;
  }
};

/// The different measures of a composite format, and which every condition takes.
struct MeasureTable {
  explicit MeasureTable(const CompositeFormat& format);

  std::vector<EntryMeasure> measures;
  std::vector<std::size_t> measure_of;  ///< conditions
  std::vector<MeasuredCondition> conditions;
  std::vector<std::int64_t> ends;       ///< of the conditions of every part
};

/// Elements of `host` in the memory of exec. Waits for exec.
template <class T, class ExecutionSpace>
Kokkos::View<T*, typename ExecutionSpace::memory_space> to_device(
    const ExecutionSpace& exec, const std::vector<T>& host,
    const std::string& label) {
  auto copy =
      allocate<T>(exec, static_cast<std::int64_t>(host.size()), label);
  Kokkos::deep_copy(
      exec, copy,
      Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
          host.data(), host.size()));
  exec.fence(label);
  return copy;
}

/// Number of the part of every entry.
template <class ExecutionSpace>
void choose_parts(const ExecutionSpace& exec, const ListedEntries& entries,
                  const CompositeFormat& format,
                  const std::vector<std::int64_t>& extents,
                  std::uint64_t* part_of) {
  MeasureTable table(format);
  using numbers_type =
      Kokkos::View<std::int64_t*, typename ExecutionSpace::memory_space>;
  std::vector<numbers_type> numbers;
  for (const EntryMeasure& measure : table.measures)
    numbers.push_back(measure_entries(exec, entries, measure, extents));
  for (std::size_t c = 0; c < table.conditions.size(); ++c)
    table.conditions[c].numbers = numbers[table.measure_of[c]].data();
  const auto conditions =
      to_device(exec, table.conditions, "Strata::decompose::conditions");
  const auto ends =
      to_device(exec, table.ends, "Strata::decompose::condition_ends");
  Kokkos::parallel_for(
      "Strata::decompose::choose_part",
      IndexRange<ExecutionSpace>(exec, 0, entries.size),
      ChoosePartFunctor{conditions.data(), ends.data(),
                        static_cast<std::int64_t>(table.ends.size()), part_of});
  exec.fence("Strata::decompose: measures have been read");
}

}  // namespace Strata::Impl

#endif
