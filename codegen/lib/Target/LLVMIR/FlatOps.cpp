// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FlatOps.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace strata {

bool onlyReads(Operation *op) {
  const auto effects = getEffectsRecursively(op);
  return effects && llvm::all_of(*effects, [](const auto &effect) {
    return isa<MemoryEffects::Read>(effect.getEffect());
  });
}

bool isOutside(Value value, Operation *op) {
  return !op->isAncestor(value.getParentBlock()->getParentOp());
}

} // namespace strata
