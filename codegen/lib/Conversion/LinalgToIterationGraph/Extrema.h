// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_EXTREMA_H
#define STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_EXTREMA_H

#include "Reduction.h"

#include <optional>

namespace strata {

/// max or min for an op that is it and passes NaN on, which those of index
/// notation leave out.
std::optional<Strata::Operator> extremumWithNan(mlir::Operation *op);

/// What such an op computes.
Strata::IndexExprPtr withNan(Strata::Operator extremum,
                             const Strata::IndexExprPtr &x,
                             const Strata::IndexExprPtr &y);

/// The reduction by it, of numbers of \p type.
Reduction reductionWithNan(Strata::Operator extremum, Strata::ScalarType type);

} // namespace strata

#endif
