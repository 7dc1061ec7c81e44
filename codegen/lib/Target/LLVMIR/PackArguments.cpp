// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-pack-arguments. Input: launch functions over memrefs and indices
// (stage flat). Output: the same over noalias pointers, each with an exported
// entry that unpacks an array of words. Pointers appear from here on only.
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "HostLibrary.h"
#include "strata/Conversion/FlatNames.h"
#include "strata/Conversion/Notation.h"
#include "strata/Passes.h"

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_PACKARGUMENTS
#include "strata/Passes.h.inc"

namespace {

/// A memref over `pointer`; its descriptor folds away. Its sizes are not used.
Value memrefFromPointer(OpBuilder &b, Location loc, Value pointer,
                        ValueRange strides, MemRefType type) {
  MLIRContext *context = b.getContext();
  auto i64 = b.getI64Type();
  auto ptr = LLVM::LLVMPointerType::get(context);
  auto array = LLVM::LLVMArrayType::get(i64, type.getRank());
  SmallVector<Type> fields{ptr, ptr, i64};
  if (type.getRank() > 0)
    fields.append(2, array);
  auto descriptor = LLVM::LLVMStructType::getLiteral(context, fields);
  Value zero = LLVM::ConstantOp::create(b, loc, i64, 0);
  Value one = LLVM::ConstantOp::create(b, loc, i64, 1);
  Value value = LLVM::PoisonOp::create(b, loc, descriptor);
  auto insert = [&](Value element, ArrayRef<int64_t> position) {
    value = LLVM::InsertValueOp::create(b, loc, value, element, position);
  };
  insert(pointer, {0});
  insert(pointer, {1});
  insert(zero, {2});
  for (int64_t d = 0; d < type.getRank(); ++d) {
    Value stride = one;
    if (!strides.empty())
      stride = arith::IndexCastOp::create(b, loc, i64, strides[d]);
    insert(zero, {3, d});
    insert(stride, {4, d});
  }
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
      else if (function->hasAttr(libraryAttr))
        completeLibrary(function);
      else if (!function.isPrivate())
        function.erase(); // the program: read by the runtime, not compiled
    }
    for (func::FuncOp launch : launches) {
      raiseVariables(launch);
      toPointers(launch);
      addEntry(launch);
    }
    setStage(module, "llvm");
  }

  /// LLVM keeps variables in registers when they are made at the entry.
  static void raiseVariables(func::FuncOp launch) {
    Block &entry = launch.getBody().front();
    SmallVector<memref::AllocaOp> variables;
    launch.walk([&](memref::AllocaOp op) {
      if (op.getType().hasStaticShape() && op->getBlock() != &entry)
        variables.push_back(op);
    });
    for (memref::AllocaOp op : variables)
      op->moveBefore(&entry, entry.begin());
  }

  static void toPointers(func::FuncOp launch) {
    OpBuilder b(launch.getContext());
    Block &body = launch.getBody().front();
    b.setInsertionPointToStart(&body);
    auto ptr = LLVM::LLVMPointerType::get(b.getContext());
    SmallVector<Type> types;
    SmallVector<DictionaryAttr> attributes;
    auto plain = b.getDictionaryAttr({});
    auto noalias = b.getDictionaryAttr(
        {b.getNamedAttr("llvm.noalias", b.getUnitAttr())});
    // Strided memrefs are followed by their strides, as in kernelArguments().
    for (unsigned i = 0; i < body.getNumArguments(); ++i) {
      BlockArgument arg = body.getArgument(i);
      auto type = dyn_cast<MemRefType>(arg.getType());
      attributes.push_back(type ? noalias : plain);
      types.push_back(type ? Type(ptr) : arg.getType());
      if (!type)
        continue;
      SmallVector<Value> strides;
      if (isa<StridedLayoutAttr>(type.getLayout()))
        for (int64_t d = 0; d < type.getRank(); ++d) {
          strides.push_back(body.insertArgument(i + 1 + d, b.getIndexType(),
                                                launch.getLoc()));
          types.push_back(b.getIndexType());
          attributes.push_back(plain);
        }
      arg = body.getArgument(i);
      arg.setType(ptr);
      Value memref =
          memrefFromPointer(b, launch.getLoc(), arg, strides, type);
      Operation *cast = memref.getDefiningOp();
      arg.replaceUsesWithIf(memref, [&](OpOperand &use) {
        return !isa<LLVM::InsertValueOp>(use.getOwner()) &&
               use.getOwner() != cast;
      });
      i += strides.size();
    }
    launch.setType(b.getFunctionType(types, {}));
    launch.setAllArgAttrs(attributes);
    makeInternal(launch);
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

  static void makeInternal(func::FuncOp function) {
    function->setAttr("llvm.linkage",
                      LLVM::LinkageAttr::get(function->getContext(),
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
