// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ANALYSIS_DIAGONALS_H
#define STRATA_ANALYSIS_DIAGONALS_H

#include "strata/Analysis/ExprUtils.h"

#include <map>
#include <optional>

namespace strata {

/// A variable with primes is pinned: it takes one coordinate, that of the
/// variable without them, or the member of its index set with that number.
/// Returns the variable without them.
std::optional<std::string> pinnedTo(const std::string &variable);

/// Gives every level an index variable of its own where an index repeats and
/// the later level is iterated, not located: A(i,i) becomes sum(i', A(i,i')). So
/// does A(i({5,2})), whose coordinates do not ascend: sum(i', A(i'({5,2}))).
/// Adds the extents of the new variables.
IndexExprPtr spreadDiagonals(const IndexExprPtr &expr,
                             const Strata::TensorDeclarations &tensors,
                             std::map<std::string, std::int64_t> &extents);

} // namespace strata

#endif
