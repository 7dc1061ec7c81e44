// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ASSEMBLE_IMPL_HPP
#define STRATA_IMPL_ASSEMBLE_IMPL_HPP

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
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

/// The smallest number of an entry with a coordinate out of range.
struct FirstBadFunctor {
  static constexpr std::int64_t block_size = 256;

  CoordinateSpan m_coordinates;
  std::int64_t m_size;
  int m_order;
  Kokkos::Array<std::int64_t, max_levels> m_extents;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t block, std::int64_t& first_bad) const {
    const std::int64_t begin = block * block_size,
                       end   = begin + block_size < m_size ? begin + block_size : m_size;
    if (!has_bad(begin, end)) return;
    for (std::int64_t e = begin; e < end && e < first_bad; ++e)
      for (int d = 0; d < m_order; ++d) {
        const std::int64_t coordinate = m_coordinates(e, d);
        if (coordinate < 0 || coordinate >= m_extents[d]) first_bad = e;
      }
  }

 private:
  KOKKOS_INLINE_FUNCTION bool has_bad(std::int64_t begin, std::int64_t end) const {
    std::uint64_t signs = 0;
    for (int d = 0; d < m_order; ++d) {
      const std::int64_t stride        = m_coordinates.entry_stride;
      const std::int64_t* const column = m_coordinates.data + begin * stride +
                                         d * m_coordinates.dimension_stride;
      const int n = static_cast<int>(end - begin);
      switch (stride) {
        case 1: signs |= signs_of(column, n, d, std::integral_constant<int, 1>{}); break;
        case 2: signs |= signs_of(column, n, d, std::integral_constant<int, 2>{}); break;
        default: signs |= signs_of(column, n, d, stride);
      }
    }
    return signs >> 63 != 0;
  }
  /// The sign is set by what is negative, and by what is larger than the last one.
  template <class Stride>
  KOKKOS_INLINE_FUNCTION std::uint64_t signs_of(const std::int64_t* column, int n, int d,
                                                Stride stride) const {
    const auto last     = static_cast<std::uint64_t>(m_extents[d] - 1);
    std::uint64_t signs = 0;
    for (int i = 0; i < n; ++i) {
      const auto coordinate = static_cast<std::uint64_t>(column[i * stride]);
      signs |= coordinate | (last - coordinate);
    }
    return signs;
  }
};

/// \throws ShapeMismatch for the first entry with a coordinate out of range
template <class ExecutionSpace>
void check_range(const ExecutionSpace& exec, const CoordinateSpan& coordinates,
                 std::int64_t size, const std::vector<std::int64_t>& extents) {
  FirstBadFunctor functor{coordinates, size, static_cast<int>(extents.size()), {}};
  std::copy(extents.begin(), extents.end(), functor.m_extents.data());
  const std::int64_t blocks = (size + FirstBadFunctor::block_size - 1) / FirstBadFunctor::block_size;
  std::int64_t bad = size;
  Kokkos::parallel_reduce("Strata::assemble::check_range",
                          IndexRange<ExecutionSpace>(exec, 0, blocks), functor,
                          Kokkos::Min<std::int64_t>(bad));
  if (bad < size) report_out_of_range(exec, coordinates, bad, extents);
}

/// A list without an order that has `size` entries, whose coordinates are elsewhere.
TensorRef list_of_given(ScalarType scalar, const std::vector<std::int64_t>& extents,
                        const void* values, std::int64_t size);

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
    check_range(exec, coordinates, size, extents);
    TensorRef list = list_of_given(scalar, extents, values, size);
    list.fill      = fill;
    in_assembly([&] {
      Converter<ExecutionSpace>(exec, list, plan_conversion(list.format, format), *storage)
          .run(coordinates);
    });
    return storage;
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
