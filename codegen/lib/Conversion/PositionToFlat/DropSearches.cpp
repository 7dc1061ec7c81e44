// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-drop-searches. Input: functions (stage flat) that call the searches of
// Strata_Kernel.hpp. Output: the same without those whose result nobody asks for.
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "strata/Conversion/FlatNames.h"
#include "strata/Passes.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_DROPSEARCHES
#include "strata/Passes.h.inc"

namespace {

/// Searches only read.
bool isSearch(func::CallOp call) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  auto library =
      callee ? callee->getAttrOfType<StringAttr>(libraryAttr) : StringAttr();
  return library && llvm::is_contained({"lower_bound", "skip_to",
                                        "next_in_window", "next_member"},
                                       library.getValue());
}

struct DropPass : impl::DropSearchesBase<DropPass> {
  using DropSearchesBase::DropSearchesBase;

  void runOnOperation() override {
    // Users first: what a search begins with is itself searched for before.
    getOperation()->walk<WalkOrder::PostOrder, ReverseIterator>(
        [](Operation *op) {
          auto call = dyn_cast<func::CallOp>(op);
          if (isOpTriviallyDead(op) ||
              (call && call.use_empty() && isSearch(call)))
            op->erase();
        });
  }
};

} // namespace
} // namespace strata
