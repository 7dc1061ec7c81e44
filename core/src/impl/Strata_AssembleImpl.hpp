// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ASSEMBLE_IMPL_HPP
#define STRATA_IMPL_ASSEMBLE_IMPL_HPP

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <impl/Strata_AssembleLevels.hpp>
#include <impl/Strata_AssembleValues.hpp>
#include <impl/Strata_ConvertImpl.hpp>
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

/// Stores coordinates by level; finds the first entry that is out of range.
struct ListCoordinatesFunctor {
  CoordinateSpan m_coordinates;
  int m_order;
  Kokkos::Array<std::int64_t, max_levels> m_extents;
  Kokkos::Array<MutableIndexSpan, max_levels> m_levels;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry, std::int64_t& first_bad) const {
    bool good = true;
    for (int d = 0; d < m_order; ++d) {
      const std::int64_t c = m_coordinates(entry, d);
      good = good && static_cast<std::uint64_t>(c) < static_cast<std::uint64_t>(m_extents[d]);
      m_levels[d].store(entry, c);
    }
    if (!good && entry < first_bad) first_bad = entry;
  }
};

/// Entries as a list without an order, in 32 bits where extents fit. `values` stay where they
/// are. \throws ShapeMismatch for the first entry with a coordinate out of range
template <class ExecutionSpace>
TensorRef list_given_entries(const ExecutionSpace& exec, ScalarType scalar,
                             const std::vector<std::int64_t>& extents,
                             const CoordinateSpan& coordinates, const void* values,
                             std::int64_t size) {
  using memory_space = typename ExecutionSpace::memory_space;
  const int order    = static_cast<int>(extents.size());
  const bool is_narrow =
      std::all_of(extents.begin(), extents.end(),
                  [](std::int64_t extent) { return extent <= std::int64_t{1} << 32; });
  const IndexType width{is_narrow ? 32 : 64};
  std::vector<LevelType> levels(extents.size(), {LevelKind::singleton, false, false});
  levels[0].kind      = LevelKind::compressed;
  auto storage        = std::make_shared<Storage<memory_space>>();
  std::vector<int> identity(extents.size());
  std::iota(identity.begin(), identity.end(), 0);
  storage->format     = TensorFormat(identity, levels, {}, width);
  storage->scalar     = scalar;
  storage->extents    = extents;
  storage->levels.resize(extents.size());
  ListCoordinatesFunctor functor{coordinates, order, {}, {}};
  for (int d = 0; d < order; ++d) {
    auto& array          = storage->levels[d].coordinates;
    array                = allocate_indices(exec, width, size, "Strata::assemble::list");
    functor.m_levels[d]  = MutableIndexSpan(array.mutable_data(), width);
    functor.m_extents[d] = extents[d];
  }
  std::int64_t bad = size;
  Kokkos::parallel_reduce("Strata::assemble::list", IndexRange<ExecutionSpace>(exec, 0, size),
                          functor, Kokkos::Min<std::int64_t>(bad));
  if (bad < size) report_out_of_range(exec, coordinates, bad, extents);
  auto& positions = storage->levels[0].positions;
  positions       = allocate_indices(exec, {}, 2, "Strata::assemble::list");
  store_header(exec, MutableIndexSpan(positions.mutable_data(), {}), 0, size);
  TensorRef list  = make_ref<memory_space>(std::move(storage));
  list.values     = const_cast<void*>(values);
  list.num_values = size;
  list.is_const   = true;
  return list;
}

/// f(), a conversion, whose errors name the assembly that it is part of.
template <class F>
auto in_assembly(const F& f) {
  const std::string operation = "Strata::assemble: ";
  try {
    return f();
  } catch (const IndexOverflow& e) {
    throw IndexOverflow(operation + e.what());
  } catch (const FormatMismatch& e) {
    throw FormatMismatch(operation + e.what());
  }
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
  // Where equal entries become one, a conversion does that; its keys have a word.
  if (format.is_permutation() && size > 0 && !format.is_dense() && is_unique(format) &&
      make_key_layout(format, extents).num_words == 1) {
    TensorRef list = list_given_entries(exec, scalar, extents, coordinates, values, size);
    list.fill      = fill;
    return in_assembly([&] {
      return convert_storage(exec, std::move(list), format, scalar, label, StoredFill::keep);
    });
  }
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
