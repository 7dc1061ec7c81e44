// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_LIBRARYOPS_H
#define STRATA_LIB_CONVERSION_LINALGTOITERATIONGRAPH_LIBRARYOPS_H

#include "mlir/IR/Operation.h"

namespace strata {

/// \throws Refusal for an op whose work a function of the library does, around
/// the kernel: it names the function. Returns for other ops.
void refuseLibraryOp(mlir::Operation *op);

} // namespace strata

#endif
