// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DEVICE_LAUNCH_HPP
#define STRATA_DEVICE_LAUNCH_HPP

// Included by Strata_PlanImpl.hpp: launches of plans on devices.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace Strata::Impl {

class DeviceModule;

/// A launch as a kernel of a device.
struct DeviceLaunch {
  const DeviceModule* module = nullptr;  ///< null on hosts
  const char* kernel         = nullptr;
  std::int64_t blocks        = 0;
  int block_x = 0, block_y = 0;
  std::size_t num_words = 0;
};

/// Runs `launch` on a CUDA stream, asynchronously; the words are copied.
/// \throws CodegenError with the driver's words.
void launch_kernel(void* stream, const DeviceLaunch& launch, const std::uint64_t* words,
                   std::int64_t units);

/// What a plan asks of a space that hosts do not share memory with, beside what it asks
/// of all; `exec` is an instance.
struct DeviceOperations {
  /// Between host and device; done when they return.
  void (*to_host)(const void* exec, void* to, const void* from, std::size_t bytes);
  void (*to_device)(const void* exec, void* to, const void* from, std::size_t bytes);
  /// The queue of the instance: work on one runs in order.
  std::uint64_t (*queue)(const void* exec);
  /// Strata::Impl::scan_counts() where the words are.
  std::vector<std::int64_t> (*scan_counts)(const void* exec, std::int64_t* words,
                                           std::int64_t pieces, int levels);
};

}  // namespace Strata::Impl

#endif
