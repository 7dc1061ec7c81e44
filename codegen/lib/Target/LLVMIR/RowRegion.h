// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a row of numbers that a thread keeps is filled, added to and read.
#ifndef STRATA_TARGET_LLVMIR_ROWREGION_H
#define STRATA_TARGET_LLVMIR_ROWREGION_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"

#include <optional>

namespace strata {

/// Elements of local memory that is one row; 0: it is not.
int64_t rowLength(mlir::memref::AllocaOp row);

/// The operations of a block from the loop that fills a row to the last one that uses it.
class RowRegion {
public:
  /// None where elements of the row are not computed each by itself, in loops over all of
  /// it, or where more than memory is handed on.
  static std::optional<RowRegion> find(mlir::memref::AllocaOp row);

  /// The operations run for \p size elements, then for the next ones.
  /// \pre a divisor of the row's length
  void block(int64_t size);

private:
  explicit RowRegion(mlir::memref::AllocaOp row)
      : row(row.getResult()), length(rowLength(row)) {}

  bool findEnds();
  bool findLoops();
  bool isFilledFirst() const;
  bool isSeparate() const;
  bool isOverRow(mlir::scf::ForOp loop) const;
  bool isInside(mlir::Operation *op) const;
  mlir::scf::ForOp loopOf(mlir::Operation *op) const;
  bool all(llvm::function_ref<bool(mlir::Operation *)> f) const;
  llvm::SetVector<mlir::Value> rowsInside() const;

  mlir::Value row;
  int64_t length;
  mlir::Operation *first = nullptr, *last = nullptr;
  llvm::SetVector<mlir::Operation *> loops; ///< over rows
};

} // namespace strata

#endif
