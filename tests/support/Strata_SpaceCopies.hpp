// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_SPACE_COPIES_HPP
#define STRATA_SPACE_COPIES_HPP

#include <type_traits>
#include <utility>

#include <Strata_Plan.hpp>
#include <Strata_TensorTransfer.h>

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

/// A tensor of the host where `exec` can use it: itself, or a copy in device memory.
template <class ExecutionSpace>
TensorRef to_space(const ExecutionSpace& exec, TensorRef tensor) {
  return Impl::to_space(Impl::space_operations<ExecutionSpace>(), &exec, std::move(tensor));
}

/// A tensor of `exec` where the host can read it.
template <class ExecutionSpace>
TensorRef from_space(const ExecutionSpace& exec, TensorRef tensor) {
  return Impl::from_space(Impl::space_operations<ExecutionSpace>(), &exec, std::move(tensor));
}

}  // namespace Strata::Testing

#endif
