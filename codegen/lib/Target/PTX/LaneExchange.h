// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_LANEEXCHANGE_H
#define STRATA_LIB_TARGET_LANEEXCHANGE_H

#include "mlir/IR/Builders.h"

namespace strata {

/// What the lanes of a thread tell each other: 2ⁿ lanes, an aligned part of a warp.
/// Shuffles are of the width of the warp, and name the lanes that take part: those
/// of other threads may be elsewhere.
class LaneExchange {
public:
  /// Emits at the insertion point of \p b what is needed once a function.
  LaneExchange(mlir::OpBuilder &b, mlir::Location loc, int64_t lanes);

  /// What the lanes have, combined by the operation `name` (LaneReduction.h): the
  /// same bits in every lane.
  mlir::Value combine(mlir::Location loc, llvm::StringRef name,
                      mlir::Value part);
  /// Waits for the other lanes and for what they have written.
  void wait(mlir::Location loc);

private:
  mlir::Value exchange(mlir::Location loc, mlir::Value value,
                       mlir::Value operand, bool fromFirst);

  mlir::OpBuilder &b;
  int64_t lanes;
  mlir::Value members; ///< bit mask of the lanes in the warp
  mlir::Value first;   ///< number in the warp of the first of them
};

} // namespace strata

#endif
