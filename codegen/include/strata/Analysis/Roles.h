// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ANALYSIS_ROLES_H
#define STRATA_ANALYSIS_ROLES_H

#include "strata/Analysis/MergeLattice.h"

namespace strata {

/// Role of `access` in the loop over `variable`, from the level that stores it.
LevelRole roleOf(const Strata::Access &access, const std::string &variable,
                 const Strata::TensorDeclarations &tensors);

/// A total that no term changes any more ends the loop of the reduction.
bool endsEarly(const Strata::IndexExpr &reduction);

/// Lattice of `variable` for the declared formats and fill values; without
/// `background`, that is the 0 of the expression's type.
MergeLattice latticeOf(const Strata::IndexExprPtr &expr,
                       const std::string &variable,
                       const Strata::TensorDeclarations &tensors,
                       const std::optional<Number> &background = {});

} // namespace strata

#endif
