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

void Impl::check_num_values(const char* kernel, const char* name,
                            std::size_t found, std::int64_t expected) {
  if (found == static_cast<std::size_t>(expected)) return;
  throw FormatMismatch(error_message(
      kernel, std::string("'") + name + "'",
      "what was assembled, of " + std::to_string(expected) + " values",
      "a tensor of " + std::to_string(found),
      "pass the tensor that was assigned, or assemble it again"));
}

}  // namespace Strata
