// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-pack-arguments. Input: launch functions over memrefs and indices
// (stage flat). Output: the same over noalias pointers, each with an exported
// entry that unpacks an array of words. Pointers appear from here on only.
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "strata/Conversion/Notation.h"
#include "strata/Passes.h"

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_PACKARGUMENTS
#include "strata/Passes.h.inc"

namespace {

/// A rank-1 memref over `pointer`; its descriptor folds away.
Value memrefFromPointer(OpBuilder &b, Location loc, Value pointer,
                        MemRefType type) {
  MLIRContext *context = b.getContext();
  auto i64 = b.getI64Type();
  auto ptr = LLVM::LLVMPointerType::get(context);
  auto array = LLVM::LLVMArrayType::get(i64, 1);
  auto descriptor = LLVM::LLVMStructType::getLiteral(
      context, {ptr, ptr, i64, array, array});
  Value zero = LLVM::ConstantOp::create(b, loc, i64, 0);
  Value one = LLVM::ConstantOp::create(b, loc, i64, 1);
  Value value = LLVM::PoisonOp::create(b, loc, descriptor);
  auto insert = [&](Value element, ArrayRef<int64_t> position) {
    value = LLVM::InsertValueOp::create(b, loc, value, element, position);
  };
  insert(pointer, {0});
  insert(pointer, {1});
  insert(zero, {2});
  insert(zero, {3, 0});
  insert(one, {4, 0});
  return UnrealizedConversionCastOp::create(b, loc, type, value).getResult(0);
}

struct PackPass : impl::PackArgumentsBase<PackPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(requireStage(module, getArgument(), "flat")))
      return signalPassFailure();
    SmallVector<func::FuncOp> launches;
    for (auto function :
         llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
      if (function->hasAttr("strata.label"))
        launches.push_back(function);
      else
        function.erase(); // the program: read by the runtime, not compiled
    }
    for (func::FuncOp launch : launches) {
      toPointers(launch);
      addEntry(launch);
    }
    setStage(module, "llvm");
  }

  static void toPointers(func::FuncOp launch) {
    OpBuilder b(launch.getContext());
    Block &body = launch.getBody().front();
    b.setInsertionPointToStart(&body);
    auto ptr = LLVM::LLVMPointerType::get(b.getContext());
    SmallVector<Type> types;
    for (BlockArgument arg : body.getArguments()) {
      if (auto type = dyn_cast<MemRefType>(arg.getType())) {
        arg.setType(ptr);
        Value memref = memrefFromPointer(b, launch.getLoc(), arg, type);
        Operation *cast = memref.getDefiningOp();
        arg.replaceUsesWithIf(memref, [&](OpOperand &use) {
          return !isa<LLVM::InsertValueOp>(use.getOwner()) &&
                 use.getOwner() != cast;
        });
        launch.setArgAttr(arg.getArgNumber(), "llvm.noalias", b.getUnitAttr());
      }
      launch.removeArgAttr(arg.getArgNumber(),
                           StringAttr::get(b.getContext(), nameAttr));
      launch.removeArgAttr(arg.getArgNumber(),
                           StringAttr::get(b.getContext(), "strata.unsigned"));
      types.push_back(arg.getType());
    }
    launch.setType(b.getFunctionType(types, {}));
    launch->setAttr("llvm.linkage",
                    LLVM::LinkageAttr::get(b.getContext(),
                                           LLVM::Linkage::Internal));
  }

  static void addEntry(func::FuncOp launch) {
    OpBuilder b(launch.getContext());
    b.setInsertionPointAfter(launch);
    const Location loc = launch.getLoc();
    auto ptr = LLVM::LLVMPointerType::get(b.getContext());
    auto i64 = b.getI64Type();
    auto entry = func::FuncOp::create(
        b, loc, (launch.getName() + "_entry").str(),
        b.getFunctionType({ptr, i64, i64}, {}));
    Block *body = entry.addEntryBlock();
    b.setInsertionPointToStart(body);
    SmallVector<Value> args;
    auto types = launch.getFunctionType().getInputs();
    for (auto [i, type] : llvm::enumerate(types.drop_back(2))) {
      const auto offset = static_cast<int32_t>(i);
      Value slot = LLVM::GEPOp::create(b, loc, ptr, i64, body->getArgument(0),
                                       ArrayRef<LLVM::GEPArg>{offset});
      const bool isPointer = isa<LLVM::LLVMPointerType>(type);
      Value word = LLVM::LoadOp::create(b, loc, isPointer ? Type(ptr) : i64,
                                        slot);
      args.push_back(isPointer ? word
                               : arith::IndexCastOp::create(
                                     b, loc, b.getIndexType(), word));
    }
    for (unsigned i : {1u, 2u})
      args.push_back(arith::IndexCastOp::create(b, loc, b.getIndexType(),
                                                body->getArgument(i)));
    func::CallOp::create(b, loc, launch, args);
    func::ReturnOp::create(b, loc);
  }
};

} // namespace
} // namespace strata
