// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_VERSION_HPP
#define STRATA_TOOLS_VERSION_HPP

#include <string>

namespace Strata::Tool {

/// "0.1.0", from the build.
inline std::string version() { return STRATA_TOOL_VERSION; }

}  // namespace Strata::Tool

#endif
