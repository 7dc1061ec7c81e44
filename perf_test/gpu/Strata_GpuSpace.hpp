// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PERF_GPU_SPACE_HPP
#define STRATA_PERF_GPU_SPACE_HPP

#include <string>
#include <string_view>
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <Strata_Plan.hpp>

#include <Strata_DeviceDouble.hpp>
#include <Strata_DoubleMemory.hpp>

/// \file
/// Where the benchmarks run: on Kokkos::Cuda where Kokkos has it, else on a host that plays
/// a device, for the sake of the kernels and of the program itself. What has to be compiled
/// for a device is compiled once, in Strata_GpuSpace.cpp.

namespace Strata::Perf {

using Host = Kokkos::DefaultHostExecutionSpace;

#ifdef KOKKOS_ENABLE_CUDA
using Space = Kokkos::Cuda;
/// While it lives, the host's functions may touch what the device does.
struct OnDevice {
  OnDevice() {}
};
#else
using Space    = Testing::DeviceDouble;
using OnDevice = Testing::DoubleMemory::Open;
#endif

inline constexpr bool is_played = std::is_same_v<Space, Testing::DeviceDouble>;

/// \param concurrency of a device that is played, SpaceFacts::concurrency
Space make_space(int concurrency);
/// Its name.
std::string device_of(const Space& exec);
Impl::SpaceFacts space_facts(const Space& exec);
const Impl::SpaceOperations& operations_of_space();

/// A tensor of the host in the device's memory, and back. Wait.
TensorRef to_device(const Space& exec, const TensorRef& tensor);
TensorRef to_host(const Space& exec, const TensorRef& tensor);

Plan compile_plan(const Space& exec, std::string_view notation, const Operands& operands,
                  const PlanOptions& options);
void execute(const Space& exec, const Plan& plan);
void assemble(const Space& exec, const Plan& plan);
void compute(const Space& exec, const Plan& plan);

}  // namespace Strata::Perf

#endif
