// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CONVERSION_LANEREDUCTION_H
#define STRATA_CONVERSION_LANEREDUCTION_H

#include "mlir/IR/Builders.h"

/// \file
/// What lanes that share a loop make of the values that it carries: each starts
/// with what is neutral, and what they come to is combined.
namespace strata {

/// The operation, by name, of a loop whose next value of `accumulator` is `next`,
/// if lanes can take terms in any order; empty: they cannot. Sums where the value
/// does not change.
llvm::StringRef laneReduction(mlir::Value next, mlir::Value accumulator);

/// What is neutral to the operation `name`; without one, to sums.
mlir::Value neutralValue(mlir::OpBuilder &b, mlir::Location loc,
                         llvm::StringRef name, mlir::Type type);

/// The operation on two values.
mlir::Value combineLanes(mlir::OpBuilder &b, mlir::Location loc,
                         llvm::StringRef name, mlir::Value x, mlir::Value y);

} // namespace strata

#endif
