// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_APPENDED_TENSOR_HPP
#define STRATA_IMPL_APPENDED_TENSOR_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_Error.hpp>
#include <Strata_Ref.hpp>
#include <impl/Strata_Allocate.hpp>
#include <impl/Strata_AppendedSizes.hpp>
#include <impl/Strata_FillValues.hpp>
#include <impl/Strata_ScanPieces.hpp>

namespace Strata::Impl {

/// The second of the two positions of a list: written on a device, too.
template <class T>
struct CloseRoot {
  T* m_positions;
  T m_size;
  KOKKOS_FUNCTION void operator()(int) const { m_positions[1] = m_size; }
};

/// The arrays of a tensor of such `sizes`, not initialised.
template <class ExecutionSpace>
std::shared_ptr<Storage<typename ExecutionSpace::memory_space>> allocate_appended(
    const ExecutionSpace& exec, const TensorFormat& format, ScalarType scalar,
    const std::vector<std::int64_t>& extents, const AppendedSizes& sizes,
    const std::string& label) {
  auto storage = std::make_shared<Storage<typename ExecutionSpace::memory_space>>();
  storage->label            = label;
  storage->format           = format;
  storage->scalar           = scalar;
  storage->extents          = extents;
  storage->writable_pattern = true;
  storage->levels.resize(format.lvl_rank());
  for (int l = 0; l < format.lvl_rank(); ++l) {
    const LevelTraits traits = level_traits(format.level(l));
    auto& level              = storage->levels[l];
    if (traits.stores_positions)
      level.positions = allocate_indices(exec, format.pos_type(),
                                         sizes.positions[l],
                                         array_label(label, "positions"));
    if (traits.stores_coordinates)
      level.coordinates = allocate_indices(exec, format.crd_type(),
                                           sizes.coordinates[l],
                                           array_label(label, "coordinates"));
  }
  storage->values = allocate_values(exec, scalar, sizes.values,
                                    array_label(label, "values"));
  return storage;
}

/// What no piece writes, in the arrays of allocate_appended().
template <class ExecutionSpace>
void prepare_appended(const ExecutionSpace& exec,
                      const Storage<typename ExecutionSpace::memory_space>& storage,
                      const AppendedSizes& sizes, const std::vector<std::int64_t>& entries,
                      const std::vector<int>& incomplete, double fill) {
  const TensorFormat& format = storage.format;
  for (int l = 0; l < format.lvl_rank(); ++l)
    if (level_traits(format.level(l)).stores_positions)
      zero_fill(exec, storage.levels[l].positions.mutable_data(),
                format.pos_type().bytes() *
                    (sizes.is_incomplete(l, incomplete) ? sizes.positions[l] : 1));
  const int last = format.lvl_rank() - 1;
  if (level_traits(format.level(last)).full && sizes.is_incomplete(last, incomplete))
    fill_values(exec, storage.values.mutable_data(), sizes.values,
                make_fill_bits(storage.scalar, fill));
  if (sizes.has_root_positions())
    visit_index_type(format.pos_type(), [&](auto zero) {
      using T    = decltype(zero);
      auto* data = static_cast<T*>(storage.levels[0].positions.mutable_data());
      Kokkos::parallel_for("Strata::append::root",
                           Kokkos::RangePolicy<ExecutionSpace>(exec, 0, 1),
                           CloseRoot<T>{data, static_cast<T>(entries[0])});
    });
}

/// A tensor whose pieces append `entries` to their levels, one number for each
/// level that has positions: arrays of these sizes. Positions of the levels in
/// `incomplete` are 0, of others only the first; values are `fill` where the last level
/// is dense and in `incomplete`. Blocks on exec when a level has few positions.
/// \throws IndexOverflow when a position or coordinate does not fit its type.
template <class ExecutionSpace>
TensorRef appended_tensor(const ExecutionSpace& exec,
                          const TensorFormat& format, ScalarType scalar,
                          const std::vector<std::int64_t>& extents,
                          const std::vector<std::int64_t>& entries,
                          const std::vector<int>& incomplete,
                          const std::string& label, double fill) {
  const AppendedSizes sizes(format, extents, entries);
  auto storage = allocate_appended(exec, format, scalar, extents, sizes, label);
  prepare_appended(exec, *storage, sizes, entries, incomplete, fill);
  TensorRef made = make_ref<typename ExecutionSpace::memory_space>(std::move(storage));
  made.fill      = fill;
  return made;
}

/// Positions that nobody wrote are 0: they become the largest before them.
template <class ExecutionSpace>
void complete_positions(const ExecutionSpace& exec, void* positions,
                        IndexType type, std::int64_t size) {
  visit_index_type(type, [&](auto zero) {
    using T    = decltype(zero);
    auto* data = static_cast<T*>(positions);
    Kokkos::parallel_scan(
        "Strata::append::complete_positions",
        Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(
            exec, 0, size),
        MaximumScan<T>{data});
  });
}

/// The words of the pieces that append to the levels of `format` that have
/// positions become where they begin, see scan_counts(); returns the numbers of
/// entries. Waits for exec.
template <class ExecutionSpace>
std::vector<std::int64_t> place_pieces(
    const ExecutionSpace& exec,
    const Kokkos::View<std::int64_t*, typename ExecutionSpace::memory_space>&
        cursors,
    const TensorFormat& format) {
  int levels = 0;
  for (int l = 0; l < format.lvl_rank(); ++l)
    levels += level_traits(format.level(l)).stores_positions ? 1 : 0;
  const auto pieces = static_cast<std::int64_t>(cursors.extent(0)) / (2 * levels);
  if constexpr (Kokkos::SpaceAccessibility<ExecutionSpace, Kokkos::HostSpace>::accessible) {
    exec.fence("Strata::append: counts");
    return scan_counts(cursors.data(), pieces, levels);
  } else {
    return scan_pieces(exec, cursors.data(), pieces, levels);
  }
}

/// What `make` returns; an overflow says in which operation and tensor it is.
template <class F>
auto with_name(const std::string& operation, const std::string& tensor,
               F&& make) {
  try {
    return make();
  } catch (const IndexOverflow& e) {
    throw IndexOverflow(operation + ": '" + tensor + "': " + e.what());
  }
}

}  // namespace Strata::Impl

#endif
