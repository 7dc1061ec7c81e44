// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DIALECT_POSITION_H
#define STRATA_DIALECT_POSITION_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "strata/Dialect/IterationGraph/IterationGraph.h"

#include "strata/Dialect/Position/PositionDialect.h.inc"
#define GET_TYPEDEF_CLASSES
#include "strata/Dialect/Position/PositionTypes.h.inc"
#define GET_OP_CLASSES
#include "strata/Dialect/Position/PositionOps.h.inc"

namespace strata::pos {
/// True for the iterator over every coordinate, or a part of it.
bool isUniverse(mlir::Value iterator);
/// True for a part of an iterator that skips some of its positions.
bool skips(mlir::Operation *part);
/// True when whoever runs the block of an entry inserts something.
bool alwaysInserts(mlir::Block &block);
/// True when pieces may append to the result of \p launch before anybody has counted:
/// its only level with positions is the last that is appended to, in loops that have
/// a limit; and counting would take about as long.
bool mayAppendInOnePass(LaunchOp launch);
/// These loops become what they append at most: \p launch is its phase "limit" then.
void expectEntries(LaunchOp launch);
} // namespace strata::pos

#endif
