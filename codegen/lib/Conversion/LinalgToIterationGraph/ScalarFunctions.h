// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_SCALARFUNCTIONS_H
#define STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_SCALARFUNCTIONS_H

#include "mlir/IR/Operation.h"

#include <Strata_IndexNotation.hpp>

#include <optional>

namespace strata {

/// The function of index notation that an op of arith, math or complex is, on
/// numbers that are not bools. Signless integers are signed, no number is NaN.
std::optional<Strata::Operator> functionOf(mlir::Operation *op);

/// The same of ops that take signless integers as unsigned.
std::optional<Strata::Operator> unsignedFunctionOf(mlir::Operation *op);

} // namespace strata

#endif
