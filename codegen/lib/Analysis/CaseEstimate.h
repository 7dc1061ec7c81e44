// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_ANALYSIS_CASEESTIMATE_H
#define STRATA_LIB_ANALYSIS_CASEESTIMATE_H

#include <Strata_IndexNotation.hpp>

#include <vector>

namespace strata {

/// Bodies of merged loops that one nest may hold; about 10 ms to compile each.
inline constexpr double maxCases = 100;

/// About how many innermost bodies the merged loops of a nest over the sum of
/// `terms` hold. A union of n operands has 2^n - 1 lattice points, and with d
/// sparse levels there are (d + 1)^n chains of points from the outermost level
/// to the innermost.
double estimateCases(const std::vector<Strata::IndexExprPtr> &terms,
                     const Strata::TensorDeclarations &tensors);

} // namespace strata

#endif
