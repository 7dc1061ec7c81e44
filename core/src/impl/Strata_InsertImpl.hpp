// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_INSERT_IMPL_HPP
#define STRATA_IMPL_INSERT_IMPL_HPP

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>

#include <Kokkos_Core.hpp>
#include <Strata_Convert.hpp>
#include <Strata_KokkosScalar.hpp>
#include <impl/Strata_InsertKernels.hpp>
#include <impl/Strata_RadixSort.hpp>

namespace Strata::Impl {

/// Throws FormatMismatch unless the last level of the format has room between segments.
void check_loose(std::string_view operation, const TensorFormat& format);
/// Throws unless entries may be put into the tensor where it is.
void check_insertable(const TensorRef& tensor, const TensorRef& entries, bool may_write);
/// Throws FormatMismatch unless there may be so much room.
void check_room(std::int64_t room);
/// Throws FormatMismatch: the segment of a parent has `room` places, `needed` are needed.
[[noreturn]] void throw_segment_full(const TensorRef& tensor, std::int64_t parent,
                                     std::int64_t room, std::int64_t needed);

template <class ExecutionSpace>
std::shared_ptr<const Storage<typename ExecutionSpace::memory_space>> loose_storage(
    const ExecutionSpace& exec, const TensorRef& tensor, const TensorFormat& format,
    std::int64_t room, const std::string& label) {
  check_loose("Strata::with_room", format);
  check_room(room);
  const auto tight =
      convert_storage(exec, tensor, format, tensor.scalar, label, StoredFill::keep);
  const int l               = format.lvl_rank() - 1;
  const auto& given         = tight->levels[l];
  const std::int64_t parents = given.positions.size() / 2,
                     size    = given.coordinates.size() +
                            checked_product("Strata::with_room", parents, room);
  check_index_fits("Strata::with_room", "position", l, size, format.pos_type());
  auto storage  = std::make_shared<Storage<typename ExecutionSpace::memory_space>>(*tight);
  auto& level   = storage->levels[l];
  const auto at = [&](const char* what) {
    return array_label(label, std::string(what) + "[" + std::to_string(l) + "]");
  };
  level.positions = allocate_indices(exec, format.pos_type(), 2 * parents, at("positions"));
  level.coordinates = allocate_indices(exec, format.crd_type(), size, at("coordinates"));
  storage->values = allocate_values(exec, tensor.scalar, size, array_label(label, "values"));
  const FillBits fill = make_fill_bits(tensor.scalar, tensor.fill);
  zero_fill(exec, level.coordinates.mutable_data(), level.coordinates.bytes());
  auto* values = static_cast<unsigned char*>(storage->values.mutable_data());
  if (size > 0) fill_values(exec, values, size, fill);
  Kokkos::parallel_for(
      "Strata::with_room", IndexRange<ExecutionSpace>(exec, 0, parents),
      SpreadSegmentsFunctor{IndexSpan(given.positions.data(), format.pos_type()),
                            IndexSpan(given.coordinates.data(), format.crd_type()),
                            static_cast<const unsigned char*>(tight->values.data()),
                            MutableIndexSpan(level.positions.mutable_data(), format.pos_type()),
                            MutableIndexSpan(level.coordinates.mutable_data(), format.crd_type()),
                            values, fill.bytes, room});
  exec.fence("Strata::with_room: entries have been read");
  return storage;
}

/// By segment: where the next one begins.
template <class ExecutionSpace>
Kokkos::View<std::int64_t*, typename ExecutionSpace::memory_space> find_limits(
    const ExecutionSpace& exec, const IndexSpan& positions, std::int64_t parents,
    std::int64_t size) {
  const auto limits = allocate<std::int64_t>(exec, parents, "Strata::insert::limits");
  const auto keys   = allocate<std::uint64_t>(exec, 2 * parents, "Strata::insert::keys");
  const auto order  = allocate<std::int64_t>(exec, 2 * parents, "Strata::insert::order");
  KeyedEntries data{keys.data(), order.data(), parents},
      buffer{keys.data() + parents, order.data() + parents, parents};
  const IndexRange<ExecutionSpace> range(exec, 0, parents);
  Kokkos::parallel_for("Strata::insert::begins", range, SegmentKeysFunctor{positions, data});
  radix_sort(exec, data, buffer, std::bit_width(static_cast<std::uint64_t>(size)) + 1);
  Kokkos::parallel_for("Strata::insert::limits", range,
                       SegmentLimitsFunctor{data, size, limits.data()});
  return limits;
}

template <class ExecutionSpace>
std::int64_t insert_entries(const ExecutionSpace& exec, const TensorRef& tensor,
                            const TensorRef& entries, bool adds) {
  using memory_space = typename ExecutionSpace::memory_space;
  const auto owner   = find_storage<memory_space>(tensor);
  check_insertable(tensor, entries, !owner || owner->writable_pattern);
  const auto given = convert_storage(exec, entries, tensor.format.built_in(), tensor.scalar,
                                     "Strata::insert", StoredFill::keep);
  const int l                = tensor.format.lvl_rank() - 1;
  const LevelArrays& level   = tensor.levels[l];
  const IndexType pos        = tensor.format.pos_type();
  const std::int64_t parents = level.num_positions / 2;
  const MutableIndexSpan positions(const_cast<void*>(level.positions), pos);
  const SegmentPair pair{
      positions, MutableIndexSpan(const_cast<void*>(level.coordinates), tensor.format.crd_type()),
      IndexSpan(given->levels[l].positions.data(), given->format.pos_type()),
      IndexSpan(given->levels[l].coordinates.data(), given->format.crd_type())};
  const auto limits = find_limits(exec, positions, parents, level.num_coordinates);
  InsertCounts counts;
  Kokkos::parallel_reduce("Strata::insert::count", IndexRange<ExecutionSpace>(exec, 0, parents),
                          CountNewFunctor{pair, limits.data()}, counts);
  if (counts.full < parents) {
    const auto number = [&](std::int64_t i) { return fetch(exec, positions, i); };
    const std::int64_t begin = number(2 * counts.full), end = number(2 * counts.full + 1);
    const IndexSpan limit(limits.data(), IndexType{64, true});
    std::int64_t needed = 0;
    Kokkos::parallel_reduce("Strata::insert::needed", IndexRange<ExecutionSpace>(exec, 0, 1),
                            CountOneFunctor{pair, counts.full}, needed);
    throw_segment_full(tensor, counts.full, fetch(exec, limit, counts.full) - begin,
                       end - begin + needed);
  }
  visit_kokkos_scalar(tensor.scalar, [&](auto zero) {
    using scalar = decltype(zero);
    Kokkos::parallel_for(
        "Strata::insert", IndexRange<ExecutionSpace>(exec, 0, parents),
        MergeSegmentsFunctor<scalar>{pair, static_cast<scalar*>(tensor.values),
                                     static_cast<const scalar*>(given->values.data()), adds});
  });
  exec.fence("Strata::insert: entries have been read");
  return counts.inserted;
}

}  // namespace Strata::Impl

#endif
