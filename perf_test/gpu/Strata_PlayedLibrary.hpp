// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PERF_PLAYED_LIBRARY_HPP
#define STRATA_PERF_PLAYED_LIBRARY_HPP

#include <Strata_CuSparseDouble.hpp>
#include <Strata_DeviceDouble.hpp>
#include <Strata_DoubleMemory.hpp>

// The adapter of cuSPARSE where the host plays the device: the library of its tests, on
// memory of the double.
namespace Strata::CuSparse::Impl {

template <>
struct Library<Testing::DeviceDouble> {
  static const Functions& functions() { return Testing::double_functions(); }
  static cudaStream_t stream(const Testing::DeviceDouble&) { return Testing::double_stream(); }
};

template <>
inline const SpaceOperations& space_operations<Testing::DeviceDouble>() {
  using Testing::DeviceDouble;
  static const Strata::Impl::SpaceOperations& device =
      Strata::Impl::space_operations<DeviceDouble>();
  static const SpaceOperations operations{
      [](const void* exec, std::size_t bytes) { return device.allocate(exec, bytes, nullptr); },
      [](const void*, const char*) {},
      [](const void* exec, void* to, const void* from, std::size_t bytes) {
        device.copy(exec, to, from, bytes);
      },
      [](const void* exec, const TensorRef& wanted, std::int64_t entries) {
        return device.appended_tensor(exec, wanted, {entries}, {}, "Strata::CuSparse");
      },
      [](const void* exec, const TensorRef& tensor) {
        return device.convert(exec, tensor, tensor, "Strata::CuSparse");
      },
      [](const void*, ScalarType scalar, void* to, const void* from, std::int64_t size) {
        const Testing::DoubleMemory::Open open;
        const Testing::Host host;
        multiply<Testing::Host>(&host, scalar, to, from, size);
      }};
  return operations;
}

}  // namespace Strata::CuSparse::Impl

#endif
