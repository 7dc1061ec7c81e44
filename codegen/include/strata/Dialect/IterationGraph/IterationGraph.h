// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DIALECT_ITERATIONGRAPH_H
#define STRATA_DIALECT_ITERATIONGRAPH_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"


#include "strata/Dialect/IterationGraph/IterationGraphDialect.h.inc"
#define GET_TYPEDEF_CLASSES
#include "strata/Dialect/IterationGraph/IterationGraphTypes.h.inc"
#define GET_OP_CLASSES
#include "strata/Dialect/IterationGraph/IterationGraphOps.h.inc"

#endif
