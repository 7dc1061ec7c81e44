// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_HOST_COPY_HPP
#define STRATA_IMPL_HOST_COPY_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_PackedIndex.hpp>
#include <Strata_TensorRef.hpp>

namespace Strata::Impl {

template <class ExecutionSpace>
constexpr bool host_reads_v = Kokkos::SpaceAccessibility<
    Kokkos::HostSpace, typename ExecutionSpace::memory_space>::accessible;

/// Copies `bytes` bytes from the memory space of exec; the result owns them.
template <class ExecutionSpace>
Kokkos::View<std::byte*, Kokkos::HostSpace> copy_bytes(
    const ExecutionSpace& exec, const void* data, std::int64_t bytes) {
  using memory_space = typename ExecutionSpace::memory_space;
  const auto n       = static_cast<std::size_t>(bytes);
  Kokkos::View<std::byte*, Kokkos::HostSpace> host(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "Strata::host_copy"), n);
  Kokkos::deep_copy(exec, host,
                    Kokkos::View<const std::byte*, memory_space>(
                        static_cast<const std::byte*>(data), n));
  return host;
}

/// Values spanned by a tensor, gaps of strides included.
inline std::int64_t value_span(const TensorRef& tensor) {
  if (tensor.strides.empty() || tensor.num_values == 0)
    return tensor.num_values;
  std::int64_t span = 1;
  for (int l = 0; l < tensor.format.lvl_rank(); ++l)
    span += (tensor.level_extent(l) - 1) * tensor.strides[l];
  return span;
}

/// The tensor with arrays that the host may read now: itself after a fence when
/// the memory space of exec is host memory, else a copy.
template <class ExecutionSpace>
TensorRef host_copy(const ExecutionSpace& exec, const TensorRef& tensor) {
  if constexpr (host_reads_v<ExecutionSpace>) {
    exec.fence("Strata::host_copy");
    return tensor;
  } else {
    auto owner = std::make_shared<
        std::vector<Kokkos::View<std::byte*, Kokkos::HostSpace>>>();
    const auto copy = [&](const void* data, std::int64_t bytes) {
      owner->push_back(copy_bytes(exec, data, bytes));
      return owner->back().data();
    };
    TensorRef host = tensor;
    for (LevelArrays& level : host.levels) {
      if (level.positions)
        level.positions =
            copy(level.positions,
                 index_bytes(tensor.format.pos_type(), level.num_positions));
      if (level.coordinates)
        level.coordinates =
            copy(level.coordinates,
                 index_bytes(tensor.format.crd_type(), level.num_coordinates));
    }
    host.values = copy(
        tensor.values,
        value_span(tensor) * static_cast<std::int64_t>(size_of(tensor.scalar)));
    host.owner = owner;
    exec.fence("Strata::host_copy");
    return host;
  }
}

}  // namespace Strata::Impl

#endif
