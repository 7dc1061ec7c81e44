// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DIALECT_SCALARTYPES_H
#define STRATA_DIALECT_SCALARTYPES_H

#include "mlir/IR/BuiltinTypes.h"

#include <Strata_ScalarType.hpp>

namespace strata {

/// Element type in stage I and in tensor types: signedness kept (`ui8`).
mlir::Type elementType(mlir::MLIRContext *context, Strata::ScalarType scalar);

/// Inverse of elementType; empty for a type that is none of ours.
std::optional<Strata::ScalarType> scalarType(mlir::Type element);

/// Type of a value in registers from stage II on: signless, bool is `i1`, f16
/// and bf16 are `f32`.
mlir::Type valueType(mlir::MLIRContext *context, Strata::ScalarType scalar);

/// Type of an element in memory from stage III on: as valueType, but bool is
/// `i8`, f16 and bf16 are what they are.
mlir::Type memoryType(mlir::MLIRContext *context, Strata::ScalarType scalar);

} // namespace strata

#endif
