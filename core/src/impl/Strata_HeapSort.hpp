// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_HEAP_SORT_HPP
#define STRATA_IMPL_HEAP_SORT_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>

namespace Strata::Impl {

/// Heapsort: in place, without recursion, at most 2 count log2(count) steps.
template <class T>
KOKKOS_FUNCTION void heap_sort(T* data, std::int64_t count) {
  const auto sift_down = [data](std::int64_t root, std::int64_t end) {
    const T value = data[root];
    for (std::int64_t child = 2 * root + 1; child < end;
         child              = 2 * root + 1) {
      if (child + 1 < end && data[child] < data[child + 1]) ++child;
      if (!(value < data[child])) break;
      data[root] = data[child];
      root       = child;
    }
    data[root] = value;
  };
  for (std::int64_t root = count / 2 - 1; root >= 0; --root)
    sift_down(root, count);
  for (std::int64_t end = count - 1; end > 0; --end) {
    const T largest = data[0];
    data[0]         = data[end];
    data[end]       = largest;
    sift_down(0, end);
  }
}

}  // namespace Strata::Impl

#endif
