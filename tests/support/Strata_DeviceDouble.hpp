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
  /// \param concurrency threads that have a workspace or a piece of their own; kernels
  ///   depend on it
  explicit DeviceDouble(int concurrency = 256) : m_concurrency(concurrency) {}

  static const char* name() { return "DeviceDouble"; }
  int concurrency() const { return m_concurrency; }
  void fence(const std::string&) const {}

 private:
  int m_concurrency;
};

/// Kernels that ran on the device so far.
long num_device_launches();

/// Makes the kernels of Plan::assemble() and compute() of the plan that was made last for a
/// device, and runs nothing.
void make_kernels_of_phases();

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
