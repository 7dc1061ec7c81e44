// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_SPY_PICTURE_HPP
#define STRATA_TOOLS_SPY_PICTURE_HPP

#include <string>

#include <Strata_CoordinateList.hpp>

namespace Strata::Tool {

/// Where the entries of a tensor are: a matrix as cells shaded by the logarithm
/// of the number of entries in them, at most 200 x 200; one square per coordinate
/// where that is enough. A vector is a strip; of a tensor of higher order the
/// projections onto each pair of dimensions are drawn. `subtitle` is written
/// below the name.
/// \throws UnsupportedExpression for order 0 and for more than 8 dimensions.
std::string draw_spy(const std::string& name, const std::string& subtitle,
                     const CoordinateList& list);

}  // namespace Strata::Tool

#endif
