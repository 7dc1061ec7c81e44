// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_CASTS_H
#define STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_CASTS_H

#include "mlir/IR/Operation.h"

#include <Strata_IndexNotation.hpp>

namespace strata {

/// A cast to \p to; null: \p op is none, or has no counterpart.
Strata::IndexExprPtr readCast(mlir::Operation *op,
                              llvm::ArrayRef<Strata::IndexExprPtr> args,
                              Strata::ScalarType to);

/// True for the value of an index variable as values of type `index` are read:
/// i64.
bool isWidenedIndex(const Strata::IndexExprPtr &e);

/// \p e as an unsigned integer of its width; others as they are.
Strata::IndexExprPtr asUnsigned(const Strata::IndexExprPtr &e);

} // namespace strata

#endif
