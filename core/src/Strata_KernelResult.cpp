// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_KernelResult.hpp>

namespace Strata {

void check_worklist(const char* kernel, const char* name,
                    std::int64_t extent) {
  constexpr std::int64_t most = std::int64_t(1) << 32;
  if (extent <= most) return;
  throw IndexOverflow(error_message(
      kernel, std::string("the worklist of '") + name + "'",
      "coordinates of 32 bits, as the kernel was generated for fewer",
      "an extent of " + std::to_string(extent),
      "generate the kernel for tensors of these extents"));
}

}  // namespace Strata
