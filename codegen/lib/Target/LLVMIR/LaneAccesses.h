// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_LLVMIR_LANEACCESSES_H
#define STRATA_LIB_TARGET_LLVMIR_LANEACCESSES_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>

namespace strata {

/// What the iterations of a loop that lanes share read and write.
class LaneAccesses {
public:
  /// None: it does more than that.
  static std::optional<LaneAccesses> of(mlir::scf::ForOp loop);

  const llvm::DenseSet<mlir::Value> &written() const { return writes; }
  /// Iterations touch what no other one writes: the last index is their number.
  bool areOfOneLane() const { return areOfOneLaneWith(*this); }
  /// Iterations of equal number touch what none of another number in either loop writes.
  bool areOfOneLaneWith(const LaneAccesses &other) const;

private:
  bool isOfOneLane(mlir::Value buffer) const {
    const auto it = ofOneLane.find(buffer);
    return it == ofOneLane.end() || it->second;
  }

  llvm::DenseMap<mlir::Value, bool> ofOneLane;
  llvm::DenseSet<mlir::Value> writes;
};

/// Whether an operation, and what it contains, computes and reads, none of `written`.
bool readsOnly(mlir::Operation &op, const llvm::DenseSet<mlir::Value> &written);

/// Makes a value that loops carry of elements of `buffer`, if every iteration of one loop
/// that lanes share stores its own element first, and nothing else touches them.
void keepInRegister(mlir::BlockArgument buffer);

} // namespace strata

#endif
