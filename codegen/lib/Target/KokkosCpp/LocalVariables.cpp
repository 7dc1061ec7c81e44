// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memrefs of rank 0 that a launch allocates: local variables.
#include "BodyEmitter.h"

using namespace mlir;

namespace strata::cpp {

/// The local variable that \p op reads or writes; null: none.
static memref::AllocaOp localOf(Value memref) {
  return memref.getDefiningOp<memref::AllocaOp>();
}

/// The store that gives \p alloca its first value, with nothing printed between.
memref::StoreOp BodyEmitter::firstStore(memref::AllocaOp alloca) {
  for (Operation *op = alloca->getNextNode(); op; op = op->getNextNode()) {
    if (auto store = dyn_cast<memref::StoreOp>(op))
      return store.getMemRef() == alloca.getResult() ? store
                                                     : memref::StoreOp();
    if (!isInlined(*op))
      break;
  }
  return {};
}

void BodyEmitter::declareLocal(memref::AllocaOp alloca) {
  const Type type = alloca.getType().getElementType();
  const std::string hint = nameAt(alloca.getLoc());
  memref::StoreOp first = firstStore(alloca);
  const std::string init =
      first ? " = " + initializer(first.getValue()) : zeroInitializer(type);
  const std::string name = scopes.claim(hint.empty() ? "local" : hint);
  if (first)
    inlined[first] = true; // in the declaration
  out.line(typeName(type) + " " + name + init + ";");
  bind(alloca.getResult(), BufferName{name, {}, "", false, false});
}

void BodyEmitter::declareIndexSet(memref::GetGlobalOp table) {
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      table, table.getNameAttr());
  const auto members = cast<DenseElementsAttr>(global.getInitialValueAttr());
  std::string list;
  for (int64_t member : members.getValues<int64_t>())
    list += (list.empty() ? "" : ", ") + std::to_string(member);
  const std::string name = scopes.claim("index_set");
  out.line("constexpr Strata::IndexSet " + name + "{" + list + "};");
  bind(table.getResult(), BufferName{name, {}, "std::int64_t", false, false});
}

/// The last operation that prints the value of \p op; null if one of them is in
/// another block.
Operation *BodyEmitter::lastPrint(Operation &op) {
  Operation *last = nullptr;
  for (Operation *user : op.getUsers()) {
    if (user->getBlock() != op.getBlock())
      return nullptr;
    Operation *at = isInlined(*user) ? lastPrint(*user) : user;
    if (!at)
      return nullptr;
    if (!last || last->isBeforeInBlock(at))
      last = at;
  }
  return last;
}

/// Local variables that the expression of \p op names.
void BodyEmitter::collectLocals(Operation &op, llvm::SetVector<Value> &found) {
  if (auto load = dyn_cast<memref::LoadOp>(op); load && localOf(load.getMemRef()))
    found.insert(load.getMemRef());
  for (Value operand : op.getOperands())
    if (Operation *defining = operand.getDefiningOp();
        defining && defining->getBlock() == op.getBlock() &&
        !names.count(operand) && isExpression(*defining) &&
        isInlined(*defining))
      collectLocals(*defining, found);
}

/// True if no local variable that \p op names changes before the last operation
/// that prints it.
bool BodyEmitter::keepsLocals(Operation &op) {
  if (!hasLocals)
    return true;
  llvm::SetVector<Value> locals;
  collectLocals(op, locals);
  if (locals.empty())
    return true;
  Operation *last = lastPrint(op);
  if (!last)
    return false;
  for (Operation *next = op.getNextNode(); next && next != last;
       next = next->getNextNode())
    if (changesLocals(*next, op))
      return false;
  return true;
}

/// True if \p changing stores to a local variable that \p op names.
bool BodyEmitter::changesLocals(Operation &changing, Operation &op) {
  llvm::SetVector<Value> locals;
  collectLocals(op, locals);
  return changing
      .walk([&](memref::StoreOp store) {
        return locals.contains(store.getMemRef()) ? WalkResult::interrupt()
                                                  : WalkResult::advance();
      })
      .wasInterrupted();
}

bool BodyEmitter::readsLocal(Operation &op) {
  auto load = dyn_cast<memref::LoadOp>(op);
  return load && localOf(load.getMemRef());
}

bool BodyEmitter::isLocal(Value memref) { return bool(localOf(memref)); }

} // namespace strata::cpp
