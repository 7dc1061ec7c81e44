// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_ANALYSIS_CASEESTIMATE_H
#define STRATA_LIB_ANALYSIS_CASEESTIMATE_H

#include <Strata_IndexNotation.hpp>

#include <vector>

namespace strata {

/// Bodies of merged loops that one nest may hold; 5 to 50 ms to compile each.
inline constexpr double maxCases = 100;

/// About how many innermost bodies the merged loops of a nest over the sum of
/// `terms` hold. Of a union of n operands with d sparse levels each, there are
/// (d + 1)^n - d^n chains of lattice points from the outermost level to the
/// innermost. `operand`, if any, is taken as a tensor of its own with `levels` that are
/// searched.
double estimateCases(const std::vector<Strata::IndexExprPtr> &terms,
                     const Strata::TensorDeclarations &tensors,
                     const Strata::IndexExpr *operand = nullptr, size_t levels = 0);

} // namespace strata

#endif
