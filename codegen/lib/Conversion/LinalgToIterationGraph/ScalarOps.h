// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_SCALAROPS_H
#define STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_SCALAROPS_H

#include "mlir/IR/Operation.h"

#include <Strata_IndexNotation.hpp>

namespace strata {

/// Scalar type of \p value, which \p op uses or defines; of an index i64.
/// \throws Refusal for a type that tensors of Strata do not have.
Strata::ScalarType scalarTypeOf(mlir::Operation *op, mlir::Value value);

/// Literal that holds the number \p attr (integer, float, array of two floats).
Strata::IndexExprPtr literalFrom(mlir::Operation *op, mlir::Attribute attr,
                                 Strata::ScalarType type);

/// \p e as arithmetic takes it: f16 and bf16 as f32.
Strata::IndexExprPtr widened(const Strata::IndexExprPtr &e);

/// Index notation of an op of arith or complex on expressions. Signless
/// integers are signed; an unsigned operation casts there and back.
/// \throws Refusal for an op that index notation does not have.
Strata::IndexExprPtr readScalarOp(mlir::Operation *op,
                                  llvm::ArrayRef<Strata::IndexExprPtr> args);

/// \throws Refusal: \p op has no counterpart in index notation.
[[noreturn]] void refuseScalarOp(mlir::Operation *op);

/// True for the literal 0 (0.0, 0 + 0i, false), not for -0.0.
bool isZero(const Strata::IndexExprPtr &e);

} // namespace strata

#endif
