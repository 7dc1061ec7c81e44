// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CUDA_PLANS_HPP
#define STRATA_CUDA_PLANS_HPP

// Included by Strata_PlanImpl.hpp: plans on Kokkos::Cuda, where Kokkos has it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_Error.hpp>
#include <impl/Strata_ScanPieces.hpp>
#include <impl/Strata_SpaceOperations.hpp>

#ifdef KOKKOS_ENABLE_CUDA

namespace Strata::Impl {

/// Threads that have a workspace or a piece of their own: a part of those that the
/// device holds, a whole number of blocks.
inline int cuda_concurrency(const Kokkos::Cuda& exec) {
  constexpr int share = 16, block = 128;
  return std::max(exec.concurrency() / share / block, 1) * block;
}

/// PTX for the newest architecture that code is made for runs on all later ones.
inline SpaceFacts facts_of(const Kokkos::Cuda& exec) {
  constexpr int newest = 90;
  const auto& device   = exec.cuda_device_prop();
  const int version    = std::min(device.major * 10 + device.minor, newest);
  return {Kokkos::Cuda::name(), cuda_concurrency(exec), "sm_" + std::to_string(version)};
}

inline std::int64_t slots_of(const Kokkos::Cuda& exec) { return cuda_concurrency(exec); }

template <class To, class From>
void copy_between_spaces(const void* exec, void* to, const void* from, std::size_t bytes) {
  using unmanaged   = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  const auto& space = *static_cast<const Kokkos::Cuda*>(exec);
  Kokkos::deep_copy(
      space, Kokkos::View<std::byte*, To, unmanaged>(static_cast<std::byte*>(to), bytes),
      Kokkos::View<const std::byte*, From, unmanaged>(static_cast<const std::byte*>(from),
                                                      bytes));
  space.fence("Strata::Plan::execute: copy");
}

template <>
inline const DeviceOperations* device_operations<Kokkos::Cuda>() {
  using device_space = Kokkos::Cuda::memory_space;
  static const DeviceOperations operations{
      &copy_between_spaces<Kokkos::HostSpace, device_space>,
      &copy_between_spaces<device_space, Kokkos::HostSpace>,
      [](const void* exec) {
        return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(
            static_cast<const Kokkos::Cuda*>(exec)->cuda_stream()));
      },
      [](const void* exec, std::int64_t* words, std::int64_t pieces, int levels) {
        return scan_pieces(*static_cast<const Kokkos::Cuda*>(exec), words, pieces, levels);
      }};
  return &operations;
}

/// All streams are waited for, as where memory is given back: any of them may still read
/// what nobody holds.
template <>
inline bool may_reuse<Kokkos::Cuda>(const TensorRef& kept) {
  if (!is_free<Kokkos::Cuda::memory_space>(kept)) return false;
  if (kept.owner && cudaDeviceSynchronize() != cudaSuccess)
    throw Error(error_message("Plan::execute", "exec", "a device that can be waited for",
                              cudaGetErrorString(cudaGetLastError()),
                              "see whether work before it on the same device failed"));
  return true;
}

/// A kernel that the driver launches, which Kokkos Tools see as a parallel_for.
template <>
inline void launch_on<Kokkos::Cuda>(const void* exec, const PreparedLaunch& launch,
                                    const std::uint64_t* words) {
  namespace Tools   = Kokkos::Tools;
  const auto& space = *static_cast<const Kokkos::Cuda*>(exec);
  std::uint64_t id  = 0;
  if (Tools::profileLibraryLoaded())
    Tools::beginParallelFor(launch.label, Tools::Experimental::device_id(space), &id);
  launch_kernel(space.cuda_stream(), launch.device, words, launch.units);
  if (Tools::profileLibraryLoaded()) Tools::endParallelFor(id);
}

}  // namespace Strata::Impl

#endif  // KOKKOS_ENABLE_CUDA

#endif
