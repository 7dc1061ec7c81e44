// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOL_DENSE_FILL_HPP
#define STRATA_TOOL_DENSE_FILL_HPP

#include <Strata_CoordinateList.hpp>

namespace Strata::Tool {

/// The list with an entry of `fill` for every coordinate that it does not have: what
/// a dense tensor stores.
CoordinateList with_fill(CoordinateList list, double fill);

}  // namespace Strata::Tool

#endif
