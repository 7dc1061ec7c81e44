// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-pack-arguments. Input: launch functions over memrefs and indices
// (stage flat). Output: the same over noalias pointers, each with an exported
// entry that unpacks an array of words. Pointers appear from here on only.
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "HostLibrary.h"
#include "LaunchPointers.h"
#include "strata/Conversion/FlatNames.h"
#include "strata/Conversion/Notation.h"
#include "strata/HostPasses.h"
#include "strata/Passes.h"

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_PACKARGUMENTS
#include "strata/HostPasses.h.inc"

namespace {

struct PackPass : impl::PackArgumentsBase<PackPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(requireStage(module, getArgument(), "flat")))
      return signalPassFailure();
    for (func::FuncOp launch : packLaunches(module))
      addEntry(launch);
    for (auto function :
         llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (function->hasAttr(libraryAttr))
        completeLibrary(function);
    setStage(module, "llvm");
  }

  /// A library function without a body is one of the process (HostLibrary.h):
  /// gets the addresses of a row.
  static void completeLibrary(func::FuncOp function) {
    makeInternal(function);
    if (!function.isExternal())
      return;
    OpBuilder b(function.getContext());
    const Location loc = function.getLoc();
    const Type index = b.getIndexType();
    Block *body = function.addEntryBlock();
    b.setInsertionPointToStart(body);
    // Arrays of rows, then the row, then what is handed on.
    const auto firstNumber = llvm::find_if(
        body->getArguments(), [](Value v) { return v.getType().isIndex(); });
    SmallVector<Value> arguments;
    for (Value argument : body->getArguments())
      if (isa<MemRefType>(argument.getType()))
        arguments.push_back(addressOfRow(b, loc, argument, *firstNumber));
      else if (argument != *firstNumber)
        arguments.push_back(argument);
    const auto list = cast<MemRefType>(function.getArgumentTypes()[0]);
    const auto library = function->getAttrOfType<StringAttr>(libraryAttr);
    OpBuilder outside(function);
    auto process = func::FuncOp::create(
        outside, loc,
        processName(library.str(), list.getElementTypeBitWidth()),
        b.getFunctionType(SmallVector<Type>(arguments.size(), index), {}));
    process.setPrivate();
    func::CallOp::create(b, loc, process, arguments);
    func::ReturnOp::create(b, loc);
  }

  static Value addressOfRow(OpBuilder &b, Location loc, Value rows, Value row) {
    const auto type = cast<MemRefType>(rows.getType());
    auto data = memref::ExtractStridedMetadataOp::create(b, loc, rows);
    Value start = memref::ExtractAlignedPointerAsIndexOp::create(b, loc, rows);
    Value bytes = arith::ConstantIndexOp::create(
        b, loc, type.getElementTypeBitWidth() / 8);
    Value elements = arith::MulIOp::create(b, loc, row, data.getStrides()[0]);
    Value offset = arith::MulIOp::create(b, loc, elements, bytes);
    return arith::AddIOp::create(b, loc, start, offset);
  }

  static void addEntry(func::FuncOp launch) {
    OpBuilder b(launch.getContext());
    b.setInsertionPointAfter(launch);
    const Location loc = launch.getLoc();
    auto ptr = LLVM::LLVMPointerType::get(b.getContext());
    auto i64 = b.getI64Type();
    auto entry = func::FuncOp::create(
        b, loc, (launch.getName() + "_entry").str(),
        b.getFunctionType({ptr, i64, i64, i64, i64}, {}));
    Block *body = entry.addEntryBlock();
    b.setInsertionPointToStart(body);
    SmallVector<Value> args;
    auto types = launch.getFunctionType().getInputs();
    for (auto [i, type] : llvm::enumerate(types.drop_back(4))) {
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
    for (unsigned i : {1u, 2u, 3u, 4u})
      args.push_back(arith::IndexCastOp::create(b, loc, b.getIndexType(),
                                                body->getArgument(i)));
    func::CallOp::create(b, loc, launch, args);
    func::ReturnOp::create(b, loc);
  }
};

} // namespace
} // namespace strata
