// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_COMPARISONS_H
#define STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_COMPARISONS_H

#include "mlir/IR/Operation.h"

#include <Strata_IndexNotation.hpp>

namespace strata {

/// A comparison; null: \p op is none, or compares bools as signed.
Strata::IndexExprPtr readComparison(mlir::Operation *op,
                                    llvm::ArrayRef<Strata::IndexExprPtr> args);

} // namespace strata

#endif
