// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_LLVMIR_LANEVALUES_H
#define STRATA_LIB_TARGET_LLVMIR_LANEVALUES_H

#include "RowGroups.h"
#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/DenseMap.h"

/// \file
/// What the values of one row are in a group of rows.
namespace strata {

/// Writes operations of a row once for all rows of a group, at the insertion point of a
/// builder. A value of the row becomes one value that the rows share, one for each row, or,
/// of floating-point numbers, a vector with one for each.
class LaneValues {
public:
  /// What becomes vectors: nothing, floating-point numbers, or whatever is read side by side
  /// and what is worked out from it.
  enum class Vectors { none, floats, reads };

  LaneValues(mlir::OpBuilder &builder, RowGroups groups, Vectors vectors)
      : b(builder), rows(groups), inVectors(vectors) {}

  /// `value` of the row is `shared` by the group.
  void share(mlir::Value value, mlir::Value shared) { known[value] = {{shared}, {}}; }
  /// `value` of the row is `first` for the first one, and grows by one from row to row.
  void count(mlir::Value value, mlir::Value first);
  /// Of `lane`; of a value that nothing is known of, itself.
  mlir::Value of(mlir::Value value, int64_t lane);
  mlir::Value vectorOf(mlir::Value value);
  /// What is handed on for a value of the type: a vector, or one value for each row.
  llvm::SmallVector<mlir::Value> carried(mlir::Value value);
  void setCarried(mlir::Value value, mlir::ValueRange carried);
  /// A condition, where all rows meet it, or any of them.
  mlir::Value inAll(mlir::Value condition) { return reduced(condition, true); }
  mlir::Value inAny(mlir::Value condition) { return reduced(condition, false); }
  int64_t carriedBy(mlir::Type type) const { return isVector(type) ? 1 : rows.lanes; }

  /// Loops of constant length are written out.
  void write(mlir::Operation &op);
  /// The operations as they are for `lane`.
  mlir::IRMapping mappingFor(mlir::Operation &op, int64_t lane);

private:
  struct Lanes {
    llvm::SmallVector<mlir::Value> each; ///< one: shared
    mlir::Value vector;
  };

  void set(mlir::Value value, llvm::ArrayRef<mlir::Value> ofLanes);
  bool isVector(mlir::Type type) const;
  bool isReadInOne(mlir::Type type) const;
  bool isCalculatedInOne(mlir::Operation &op);
  mlir::Value reduced(mlir::Value condition, bool all);
  bool isShared(mlir::Value value);
  void writeOut(mlir::scf::ForOp loop);
  void read(mlir::memref::LoadOp load);
  bool store(mlir::memref::StoreOp store);
  void calculate(mlir::Operation &op);
  void forEachLane(mlir::Operation &op);
  mlir::Value beside(mlir::Value at, int64_t distance);

  mlir::OpBuilder &b;
  RowGroups rows;
  Vectors inVectors;
  llvm::DenseMap<mlir::Value, Lanes> known;
};

} // namespace strata

#endif
