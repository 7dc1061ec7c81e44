// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AccessRecorder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "strata/AccessLog.h"
#include "strata/Conversion/FlatNames.h"
#include "strata/Conversion/Notation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace strata {

using Layout = AccessLogLayout;

namespace {

struct Access {
  Value buffer;
  ValueRange indices;
  AccessKind kind = AccessKind::read;
};

std::optional<Access> accessOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<Access>>(op)
      .Case([](memref::LoadOp load) {
        return Access{load.getMemRef(), load.getIndices(), AccessKind::read};
      })
      .Case([](memref::StoreOp store) {
        return Access{store.getMemRef(), store.getIndices(), AccessKind::write};
      })
      .Case([](memref::AtomicRMWOp add) {
        return Access{add.getMemref(), add.getIndices(), AccessKind::atomic};
      })
      .Default([](Operation *) { return std::nullopt; });
}

Value indexConstant(OpBuilder &b, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

Value addToHeader(OpBuilder &b, Location loc, Value log, int64_t word) {
  Value one = arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(1));
  Value at = indexConstant(b, loc, word);
  return memref::AtomicRMWOp::create(b, loc, arith::AtomicRMWKind::addi, one,
                                     log, at);
}

/// func @record_access(%log, words of a record): one function, so that an access
/// costs a call's code.
func::FuncOp recorderIn(ModuleOp module, Type logType) {
  constexpr const char *name = "record_access";
  if (auto found = module.lookupSymbol<func::FuncOp>(name))
    return found;
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  const Location loc = module.getLoc();
  SmallVector<Type> types{logType};
  types.append(Layout::recordWords, b.getIndexType());
  auto function = func::FuncOp::create(b, loc, name, b.getFunctionType(types, {}));
  function.setPrivate();
  function.setNoInline(true);
  Block *body = function.addEntryBlock();
  b.setInsertionPointToStart(body);
  Value log = body->getArgument(0);
  Value number = addToHeader(b, loc, log, Layout::numRecords);
  Value capacity = memref::LoadOp::create(
      b, loc, log, indexConstant(b, loc, Layout::capacity));
  Value fits = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, number,
                                     capacity);
  scf::IfOp::create(b, loc, fits, [&](OpBuilder &, Location) {
    Value record = arith::IndexCastOp::create(b, loc, b.getIndexType(), number);
    Value size = indexConstant(b, loc, Layout::recordWords);
    Value before = arith::MulIOp::create(b, loc, record, size);
    Value begin = arith::AddIOp::create(b, loc, before, size); // the header
    for (int64_t w = 0; w < Layout::recordWords; ++w) {
      Value at = arith::AddIOp::create(b, loc, begin, indexConstant(b, loc, w));
      Value word = arith::IndexCastOp::create(b, loc, b.getI64Type(),
                                              body->getArgument(1 + w));
      memref::StoreOp::create(b, loc, word, log, at);
    }
    scf::YieldOp::create(b, loc);
  });
  func::ReturnOp::create(b, loc);
  return function;
}

} // namespace

AccessRecorder::AccessRecorder(func::FuncOp function) : launch(function) {
  OpBuilder b = OpBuilder::atBlockBegin(&launch.getBody().front());
  const Location loc = launch.getLoc();
  const Type type = MemRefType::get({ShapedType::kDynamic}, b.getI64Type());
  const unsigned place = launch.getNumArguments() - 4;
  auto name = b.getDictionaryAttr(
      {b.getNamedAttr(nameAttr, b.getStringAttr("accesses"))});
  (void)launch.insertArgument(place, type, name, loc);
  log = launch.getArgument(place);
  recorder = recorderIn(launch->getParentOfType<ModuleOp>(), type);
  launch.walk([&](Operation *op) {
    auto access = accessOf(op);
    auto argument =
        access ? dyn_cast<BlockArgument>(access->buffer) : BlockArgument();
    if (!argument || access->kind == AccessKind::read)
      return;
    // Iteration counters are the unit's own.
    auto called = launch.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                      nameAttr);
    if (called && called.getValue() == "counters")
      return;
    if (!strides.try_emplace(argument).second)
      return;
    auto metadata =
        memref::ExtractStridedMetadataOp::create(b, loc, argument);
    strides[argument].assign(metadata.getStrides().begin(),
                             metadata.getStrides().end());
  });
}

Value AccessRecorder::enterRegion(OpBuilder &b, Location loc) {
  Value number = addToHeader(b, loc, log, Layout::numRegions);
  return arith::IndexCastOp::create(b, loc, b.getIndexType(), number);
}

Value AccessRecorder::elementOf(OpBuilder &b, Location loc, Value buffer,
                                ValueRange indices) {
  Value element = indexConstant(b, loc, 0);
  for (auto [index, stride] : llvm::zip(indices, strides[buffer])) {
    Value offset = arith::MulIOp::create(b, loc, index, stride);
    element = arith::AddIOp::create(b, loc, element, offset);
  }
  return element;
}

LogicalResult AccessRecorder::record(Operation *op, const WorkItem &item) {
  const auto access = accessOf(op);
  if (!access || !strides.contains(access->buffer))
    return success();
  if (!item.unit)
    return op->emitOpError("accesses a buffer that the launch writes outside "
                           "the launch's units; expected it in the loop over "
                           "the league");
  OpBuilder b(op);
  const Location loc = op->getLoc();
  const unsigned number = cast<BlockArgument>(access->buffer).getArgNumber();
  SmallVector<Value> words(1 + Layout::recordWords);
  words[0] = log;
  auto set = [&](Layout::RecordWord word, Value value) {
    words[1 + word] = value;
  };
  set(Layout::buffer, indexConstant(b, loc, number));
  set(Layout::element, elementOf(b, loc, access->buffer, access->indices));
  set(Layout::kind,
      indexConstant(b, loc, static_cast<int64_t>(access->kind)));
  set(Layout::unit, item.unit);
  set(Layout::thread, item.thread);
  set(Layout::lane, item.lane);
  set(Layout::region, item.region);
  set(Layout::phase, indexConstant(b, loc, 0)); // launches hold no barriers
  func::CallOp::create(b, loc, recorder, words);
  return success();
}

} // namespace strata
