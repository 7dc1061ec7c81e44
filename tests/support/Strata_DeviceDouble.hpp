// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DEVICE_DOUBLE_HPP
#define STRATA_DEVICE_DOUBLE_HPP

#include <string>
#include <string_view>

#include <Strata_Plan.hpp>

namespace Strata::Testing {

/// Stands in for Kokkos::Cuda where there is no GPU: plans are made for a device, PTX
/// included, and run as there, but that the blocks and threads of a grid are host code, one
/// after the other. Device memory can be touched by what runs on the device alone:
/// whoever else does it gets a segmentation fault.
class DeviceDouble {
 public:
  static const char* name() { return "DeviceDouble"; }
  int concurrency() const { return 256; }
  void fence(const std::string&) const {}
};

/// Kernels that ran on the device so far.
long num_device_launches();

}  // namespace Strata::Testing

namespace Strata {
namespace Impl {
template <>
SpaceFacts facts_of<Testing::DeviceDouble>(const Testing::DeviceDouble& exec);
template <>
const SpaceOperations& space_operations<Testing::DeviceDouble>();
}  // namespace Impl

template <>
Plan compile<Testing::DeviceDouble>(const Testing::DeviceDouble& exec, std::string_view notation,
                                    const Operands& operands, const ProgramOptions& program,
                                    const PlanOptions& options);
}  // namespace Strata

#endif
