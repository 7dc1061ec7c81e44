// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LaunchPointers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "strata/Conversion/FlatNames.h"

using namespace mlir;

namespace strata {

/// A memref over `pointer`; its descriptor folds away. Its sizes are not used.
static Value memrefFromPointer(OpBuilder &b, Location loc, Value pointer,
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

void makeInternal(func::FuncOp function) {
  function->setAttr("llvm.linkage",
                    LLVM::LinkageAttr::get(function->getContext(),
                                           LLVM::Linkage::Internal));
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

SmallVector<func::FuncOp> packLaunches(ModuleOp module) {
  SmallVector<func::FuncOp> launches;
  for (auto function :
       llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
    if (function->hasAttr("strata.label"))
      launches.push_back(function);
    else if (!function->hasAttr(libraryAttr) && !function.isPrivate())
      function.erase(); // the program: read by the runtime, not compiled
  }
  for (func::FuncOp launch : launches) {
    raiseVariables(launch);
    toPointers(launch);
  }
  return launches;
}

} // namespace strata
