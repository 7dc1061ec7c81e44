// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_SPACE_COPIES_HPP
#define STRATA_SPACE_COPIES_HPP

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <Strata_Plan.hpp>
#include <impl/Strata_HostCopy.hpp>

#include "Strata_DeviceDouble.hpp"

namespace Strata::Testing {

template <class ExecutionSpace>
inline constexpr bool is_device_v = std::is_same_v<ExecutionSpace, DeviceDouble>;
#ifdef KOKKOS_ENABLE_CUDA
template <>
inline constexpr bool is_device_v<Kokkos::Cuda> = true;
#endif

/// An instance that makes tensors which are then copied to the space of `exec`.
template <class ExecutionSpace>
decltype(auto) host_of(const ExecutionSpace& exec) {
  if constexpr (is_device_v<ExecutionSpace>)
    return Kokkos::DefaultHostExecutionSpace();
  else
    return (exec);
}

/// `tensor` with every array that it has copied by `copy`(data, bytes), which returns what
/// owns the copy.
template <class Copy>
TensorRef with_arrays(TensorRef tensor, Copy&& copy) {
  auto owners           = std::make_shared<std::vector<std::shared_ptr<void>>>();
  const auto copy_array = [&](const void* data, std::int64_t bytes) -> void* {
    if (!data) return nullptr;
    owners->push_back(copy(data, static_cast<std::size_t>(bytes)));
    return owners->back().get();
  };
  const std::int64_t span = Impl::value_span(tensor);
  tensor.values =
      copy_array(tensor.values, span * static_cast<std::int64_t>(size_of(tensor.scalar)));
  for (LevelArrays& level : tensor.levels) {
    level.positions =
        copy_array(level.positions, level.num_positions * tensor.format.pos_type().bytes());
    level.coordinates =
        copy_array(level.coordinates, level.num_coordinates * tensor.format.crd_type().bytes());
  }
  tensor.owner = owners;
  return tensor;
}

/// A tensor of the host where `exec` can use it: itself, or a copy in device memory.
template <class ExecutionSpace>
TensorRef to_space(const ExecutionSpace& exec, TensorRef tensor) {
  if constexpr (!is_device_v<ExecutionSpace>) {
    return tensor;
  } else {
    const auto& space = Impl::space_operations<ExecutionSpace>();
    return with_arrays(std::move(tensor), [&](const void* data, std::size_t bytes) {
      auto memory = space.allocate(&exec, bytes, nullptr);
      space.device->to_device(&exec, memory.get(), data, bytes);
      return memory;
    });
  }
}

/// A tensor of `exec` where the host can read it.
template <class ExecutionSpace>
TensorRef from_space(const ExecutionSpace& exec, TensorRef tensor) {
  if constexpr (!is_device_v<ExecutionSpace>) {
    return tensor;
  } else {
    const auto& space = Impl::space_operations<ExecutionSpace>();
    return with_arrays(std::move(tensor), [&](const void* data, std::size_t bytes) {
      auto memory = std::make_shared<std::vector<char>>(bytes + 1);  // never null
      space.device->to_host(&exec, memory->data(), data, bytes);
      return std::shared_ptr<void>(memory, memory->data());
    });
  }
}

}  // namespace Strata::Testing

#endif
