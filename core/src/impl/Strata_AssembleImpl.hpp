// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ASSEMBLE_IMPL_HPP
#define STRATA_IMPL_ASSEMBLE_IMPL_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <impl/Strata_AssembleLevels.hpp>
#include <impl/Strata_AssembleValues.hpp>
#include <impl/Strata_MappedEntries.hpp>
#include <impl/Strata_RewriteLevels.hpp>
#include <impl/Strata_SortEntries.hpp>
#include <impl/Strata_Storage.hpp>

namespace Strata::Impl {

/// \throws ShapeMismatch when Views of coordinates and values do not agree;
///   FormatMismatch when the values have a stride.
void check_assemble_views(std::size_t order, std::size_t coordinate_rows,
                          std::size_t coordinate_columns, std::size_t values,
                          bool contiguous);

/// \throws ShapeMismatch when lists of coordinates and values do not agree.
void check_assemble_lists(
    std::size_t order,
    const std::vector<std::vector<std::int64_t>>& coordinates,
    std::size_t values);

/// Builds the levels and sums the values of sorted entries.
template <class ExecutionSpace>
void assemble_sorted(
    const ExecutionSpace& exec,
    const SortedEntries<typename ExecutionSpace::memory_space>& sorted,
    const void* values, double fill,
    Storage<typename ExecutionSpace::memory_space>& storage) {
  LevelAssembler<ExecutionSpace> levels(exec, "Strata::assemble", sorted,
                                        storage);
  levels.run();
  assemble_values(exec, sorted, levels.positions(), values,
                  make_fill_bits(storage.scalar, fill), storage);
}

/// Sort, merge, build level by level, sum values.
template <class ExecutionSpace>
std::shared_ptr<const Storage<typename ExecutionSpace::memory_space>>
assemble_storage(const ExecutionSpace& exec, const TensorFormat& format,
                 ScalarType scalar, const std::vector<std::int64_t>& extents,
                 const CoordinateSpan& coordinates, const void* values,
                 std::int64_t size, const std::string& label, double fill) {
  using memory_space = typename ExecutionSpace::memory_space;
  Kokkos::Profiling::ScopedRegion region("Strata::assemble");
  check_extents("Strata::assemble", format, extents);
  if (!format.is_built_in()) {
    TensorRef stored = make_ref<memory_space>(
        assemble_storage(exec, format.built_in(), scalar, extents, coordinates, values,
                         size, label, fill));
    stored.fill = fill;
    return rewrite_storage(exec, "Strata::assemble", stored, format, label);
  }
  auto storage              = std::make_shared<Storage<memory_space>>();
  storage->label            = label;
  storage->format           = format;
  storage->scalar           = scalar;
  storage->extents          = extents;
  storage->writable_pattern = true;
  if (format.is_permutation()) {
    assemble_sorted(exec, sort_entries(exec, format, extents, coordinates, size),
                    values, fill, *storage);
    return storage;
  }
  // The levels are assembled as dimensions of a tensor of their own.
  const LevelMap map = LevelMap::of(format, extents);
  storage->format    = format.level_space();
  assemble_sorted(
      exec,
      sort_mapped_entries(exec, format, map, extents, coordinates, size),
      values, fill, *storage);
  storage->format = format;
  return storage;
}

// Host spaces are compiled once, in Strata_HostInstances.cpp.
#ifdef KOKKOS_ENABLE_SERIAL
extern template std::shared_ptr<const Storage<Kokkos::HostSpace>>
assemble_storage(const Kokkos::Serial&, const TensorFormat&, ScalarType,
                 const std::vector<std::int64_t>&, const CoordinateSpan&,
                 const void*, std::int64_t, const std::string&, double);
#endif
#ifdef KOKKOS_ENABLE_OPENMP
extern template std::shared_ptr<const Storage<Kokkos::HostSpace>>
assemble_storage(const Kokkos::OpenMP&, const TensorFormat&, ScalarType,
                 const std::vector<std::int64_t>&, const CoordinateSpan&,
                 const void*, std::int64_t, const std::string&, double);
#endif

}  // namespace Strata::Impl

#endif
