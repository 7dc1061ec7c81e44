// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sorting on CUDA devices, by the CUDA Toolkit.
#include <impl/Strata_RadixSort.hpp>

#ifdef KOKKOS_ENABLE_CUDA

#include <cub/device/device_radix_sort.cuh>
#include <string>

#include <Strata_Error.hpp>

namespace Strata::Impl {

static void check_cuda(cudaError_t status) {
  if (status == cudaSuccess) return;
  throw Error(error_message("Strata::convert", "exec", "a device that sorts entries",
                            std::string("CUDA says: ") + cudaGetErrorString(status),
                            "see whether work before it on the same device failed"));
}

void library_sort(const Kokkos::Cuda& exec, KeyedEntries& data, KeyedEntries& buffer, int bits,
                  int first_bit) {
  if (data.size == 0 || bits == 0) return;
  cub::DoubleBuffer<std::uint64_t> keys(data.keys, buffer.keys);
  cub::DoubleBuffer<std::int64_t> entries(data.entries, buffer.entries);
  const auto sort = [&](void* memory, std::size_t& bytes) {
    check_cuda(cub::DeviceRadixSort::SortPairs(memory, bytes, keys, entries, data.size,
                                               first_bit, first_bit + bits,
                                               exec.cuda_stream()));
  };
  std::size_t bytes = 0;
  sort(nullptr, bytes);
  const auto memory = allocate<std::byte>(exec, static_cast<std::int64_t>(bytes),
                                          "Strata::radix_sort::memory");
  sort(memory.data(), bytes);
  data   = {keys.Current(), entries.Current(), data.size};
  buffer = {keys.Alternate(), entries.Alternate(), data.size};
  exec.fence("Strata::radix_sort");  // before the memory goes
}

}  // namespace Strata::Impl

#endif
