// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LaneAccesses.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace strata {

/// Neither it nor what it contains does more than what is asked of each part.
static bool isHarmless(Operation *op) {
  return isMemoryEffectFree(op) || op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
}

std::optional<LaneAccesses> LaneAccesses::of(scf::ForOp loop) {
  LaneAccesses out;
  const auto note = [&](Value buffer, ValueRange indices) {
    const bool own = !indices.empty() && indices.back() == loop.getInductionVar();
    out.ofOneLane[buffer] = out.isOfOneLane(buffer) && own;
  };
  const auto walked = loop.getBody()->walk([&](Operation *op) {
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      note(load.getMemRef(), load.getIndices());
    } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
      note(store.getMemRef(), store.getIndices());
      out.writes.insert(store.getMemRef());
    } else if (!isHarmless(op)) {
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return std::nullopt;
  return out;
}

bool LaneAccesses::areOfOneLaneWith(const LaneAccesses &other) const {
  const auto own = [&](Value buffer) {
    return isOfOneLane(buffer) && other.isOfOneLane(buffer);
  };
  return llvm::all_of(writes, own) && llvm::all_of(other.writes, own);
}

bool readsOnly(Operation &op, const llvm::DenseSet<Value> &written) {
  return !op.walk([&](Operation *inner) {
              if (auto load = dyn_cast<memref::LoadOp>(inner))
                return written.contains(load.getMemRef()) ? WalkResult::interrupt()
                                                          : WalkResult::advance();
              return isHarmless(inner) ? WalkResult::advance() : WalkResult::interrupt();
            }).wasInterrupted();
}

} // namespace strata
