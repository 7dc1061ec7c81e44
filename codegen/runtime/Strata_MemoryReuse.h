// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_MEMORY_REUSE_H
#define STRATA_MEMORY_REUSE_H

#include <cstdlib>
#include <string_view>

#include <impl/Strata_SpaceOperations.hpp>

namespace Strata::Impl {

/// Whether a plan makes results and temporaries in memory of earlier executions: not on
/// hosts where the environment has STRATA_REUSE=off, to see what it saves. Devices wait for
/// memory that is let go of.
inline bool reuses_memory(const SpaceOperations& space) {
  const char* const value = std::getenv("STRATA_REUSE");
  return space.device != nullptr || value == nullptr || std::string_view(value) != "off";
}

}  // namespace Strata::Impl

#endif
