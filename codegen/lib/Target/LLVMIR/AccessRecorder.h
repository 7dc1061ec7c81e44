// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_ACCESSRECORDER_H
#define STRATA_LIB_TARGET_ACCESSRECORDER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

namespace strata {

/// Who runs an operation, as index values; none before the first unit.
struct WorkItem {
  mlir::Value unit, thread, lane, region;
};

/// Adds a log of accesses (AccessLog.h) to a launch function: an argument before
/// the last three, and a record for each access to a buffer that is written.
class AccessRecorder {
public:
  explicit AccessRecorder(mlir::func::FuncOp launch);

  /// Number of a new instance of a loop that lanes share.
  mlir::Value enterRegion(mlir::OpBuilder &b, mlir::Location loc);
  /// Records `op` if it accesses a buffer that the launch writes. Fails for an
  /// access outside the units.
  mlir::LogicalResult record(mlir::Operation *op, const WorkItem &item);

private:
  mlir::Value elementOf(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::Value buffer, mlir::ValueRange indices);

  mlir::func::FuncOp launch, recorder;
  mlir::Value log;
  /// Buffers that are written, with the strides of their dimensions.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value>> strides;
};

} // namespace strata

#endif
