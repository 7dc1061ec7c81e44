// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_PIECEROWS_H
#define STRATA_LIB_CONVERSION_PIECEROWS_H

#include "Sequence.h"

#include "mlir/IR/Builders.h"
#include "strata/Dialect/Position/Position.h"

namespace strata {

/// Makes short rows that belong to the piece being run local variables, declared where
/// \p b stands.
void keepPieceRows(mlir::OpBuilder &b, pos::LaunchOp launch,
                   llvm::DenseMap<mlir::Value, TensorBuffers> &tensors);

} // namespace strata

#endif
