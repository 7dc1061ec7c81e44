// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CONVERSION_AFFINEMAPS_H
#define STRATA_CONVERSION_AFFINEMAPS_H

#include "mlir/IR/AffineMap.h"

#include <Strata_IndexMap.hpp>

namespace strata {

/// The same function as MLIR's map. Run-time variables become symbols behind
/// the map's own. MLIR folds and orders what it builds: values stay the same,
/// trees need not. Throws UnsupportedExpression for counting ('#') and for what
/// MLIR does not call affine.
mlir::AffineMap affineMapFromIndexMap(mlir::MLIRContext *context,
                                      const Strata::IndexMap &map);

/// The same function as Strata's map, with dimensions d0…, symbols s0… and,
/// for the last `numRuntime` symbols, run-time variables rt0…. x ceildiv c
/// becomes -((-x) floordiv c). Throws UnsupportedExpression when the map has
/// fewer symbols.
Strata::IndexMap indexMapFromAffineMap(mlir::AffineMap map,
                                       unsigned numRuntime = 0);

} // namespace strata

#endif
