// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HostLibrary.h"

#include <algorithm>

namespace strata {

void sortCoordinates32(std::uint32_t *first, std::int64_t count) {
  std::sort(first, first + count);
}
void sortCoordinates64(std::uint64_t *first, std::int64_t count) {
  std::sort(first, first + count);
}

} // namespace strata
