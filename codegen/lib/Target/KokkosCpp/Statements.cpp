// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BodyEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/Matchers.h"
#include "strata/Conversion/FlatNames.h"

#include <Strata_Error.hpp>

using namespace mlir;

namespace strata::cpp {

BodyEmitter::BodyEmitter(Writer &writer, Scopes &scopes, func::FuncOp launch,
                         bool teams, bool oneLane)
    : out(writer), scopes(scopes), teams(teams), oneLane(oneLane) {
  launch.walk([&](Operation *op) {
    hasLocals |= isa<memref::AllocaOp>(op);
    if (auto store = dyn_cast<memref::StoreOp>(op))
      written.insert(store.getMemRef());
    if (auto update = dyn_cast<memref::AtomicRMWOp>(op))
      written.insert(update.getMemref());
  });
}

void BodyEmitter::emitBlock(Block &block, ArrayRef<std::string> targets) {
  for (Operation &op : block.without_terminator())
    if (!isInlined(op))
      emitOp(op, targets);
  emitYield(*block.getTerminator(), targets);
}

static std::string atomicFunction(arith::AtomicRMWKind kind) {
  using Kind = arith::AtomicRMWKind;
  if (kind == Kind::maxs || kind == Kind::maxu)
    return "atomic_max";
  return kind == Kind::mins || kind == Kind::minu ? "atomic_min" : "atomic_add";
}

void BodyEmitter::emitOp(Operation &op, ArrayRef<std::string> targets) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return emitFor(loop, targets);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return emitWhile(loop, targets);
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return emitStore(store);
  if (auto update = dyn_cast<memref::AtomicRMWOp>(op))
    return emitWrite("Kokkos::" + atomicFunction(update.getKind()) + "(&" +
                     element(update.getMemref(), update.getIndices()) + ", " +
                     text(update.getValue()) + ");");
  if (auto alloca = dyn_cast<memref::AllocaOp>(op))
    return declareLocal(alloca);
  if (auto table = dyn_cast<memref::GetGlobalOp>(op))
    return declareIndexSet(table);
  if (auto same = dyn_cast<memref::CastOp>(op))
    return bind(same.getResult(), BufferName(buffers[same.getSource()]));
  if (auto call = dyn_cast<func::CallOp>(op); call && call->getNumResults() == 0)
    return emitWrite(libraryCall(call).text + ";");
  if (auto branch = dyn_cast<scf::IfOp>(op); branch && !isChoice(branch))
    return emitIf(branch, targets);
  declare(op);
}

void BodyEmitter::comment(Operation &op) {
  const std::string text = metadataAt(op.getLoc(), commentName);
  if (!text.empty())
    out.comment(text);
}

void BodyEmitter::declare(Operation &op) {
  comment(op);
  Value value = op.getResult(0);
  std::string hint = nameAt(op.getLoc());
  if (hint.empty() && readsLocal(op))
    hint = buffers[op.getOperand(0)].view + "_before";
  if (hint.empty())
    hint = isa<IndexType>(value.getType())  ? "index"
           : value.getType().isInteger(1) ? "condition"
                                          : "value";
  const std::string init = initializer(value);
  const std::string name = scopes.claim(hint);
  // A coordinate that is copied to another array keeps its type.
  auto load = dyn_cast<memref::LoadOp>(op);
  const std::string element = load ? buffers[load.getMemRef()].element : "";
  out.line("const " +
           (element.empty() ? typeName(value.getType(), isUnsigned(value))
                            : element) +
           " " + name + " = " + init + ";");
  bind(value, name);
}

std::string BodyEmitter::targetOf(Value result,
                                  ArrayRef<std::string> targets) {
  if (!result.hasOneUse())
    return "";
  OpOperand &use = *result.use_begin();
  Operation *op = result.getDefiningOp();
  if (!isa<scf::YieldOp>(use.getOwner()) ||
      use.getOwner()->getBlock() != op->getBlock() ||
      use.getOperandNumber() >= targets.size())
    return "";
  const std::string &target = targets[use.getOperandNumber()];
  auto holder = holders.find(target);
  if (holder == holders.end())
    return target;
  // The old value must not be read beside or behind `op`.
  for (Operation *user : holder->second.getUsers()) {
    Operation *here = op->getBlock()->findAncestorOpInBlock(*user);
    if (here && here != op && !isa<scf::YieldOp>(here))
      return "";
  }
  return target;
}

/// True if the block computes nothing and leaves the variables as they are.
bool BodyEmitter::isIdle(Block &block, ArrayRef<std::string> targets) {
  for (Operation &op : block.without_terminator())
    if (!isInlined(op))
      return false;
  for (auto [k, value] : llvm::enumerate(block.getTerminator()->getOperands()))
    if (names.lookup(value) != targets[k])
      return false;
  return true;
}

void BodyEmitter::emitBranch(Block &block, ArrayRef<std::string> targets) {
  scopes.open();
  emitBlock(block, targets);
  scopes.close();
}

/// The conditional that is all a block prints; or null.
scf::IfOp BodyEmitter::onlyBranch(Block &block) {
  Operation *only = nullptr;
  for (Operation &op : block.without_terminator()) {
    if (isInlined(op))
      continue;
    if (only)
      return nullptr;
    only = &op;
  }
  return dyn_cast_or_null<scf::IfOp>(only);
}

/// True when all that \p block gives are results of \p inner: nothing is left to
/// assign behind it.
static bool givesAll(scf::IfOp inner, Block &block) {
  return llvm::all_of(block.getTerminator()->getOperands(), [&](Value value) {
    return value.getDefiningOp() == inner.getOperation();
  });
}

/// What a result of a branch is called: as the operation, or as what its first
/// block gives.
static std::string hintOf(scf::IfOp op, OpResult result) {
  const std::string hint = nameAt(op.getLoc());
  if (!hint.empty())
    return hint;
  Value given = op.thenYield().getOperand(result.getResultNumber());
  Operation *source = given.getDefiningOp();
  return source ? nameAt(source->getLoc()) : "";
}

void BodyEmitter::emitIf(scf::IfOp op, ArrayRef<std::string> targets,
                         bool chained) {
  std::vector<std::string> results;
  for (OpResult result : op.getResults()) {
    std::string name = targetOf(result, targets);
    if (name.empty()) {
      const std::string hint = hintOf(op, result);
      name = scopes.claim(hint.empty() ? "value" : hint);
      out.line(typeName(result.getType()) + " " + name +
               zeroInitializer(result.getType()) + ";");
    }
    bind(result, name);
    results.push_back(name);
  }
  const std::string about = metadataAt(op.getLoc(), commentName);
  const std::string head = "if (" + text(op.getCondition()) + ") {";
  if (chained)
    --out.depth;
  out.open((chained ? "} else " : "") + head, about);
  emitBranch(*op.thenBlock(), results);
  Block *other = op.elseBlock();
  if (other && !isIdle(*other, results)) {
    if (auto inner = onlyBranch(*other);
        inner && givesAll(inner, *other) &&
        llvm::all_of(inner.getResults(), [&](Value r) {
          return !targetOf(r, results).empty();
        }))
      return emitIf(inner, results, true);
    --out.depth;
    out.open("} else {");
    emitBranch(*other, results);
  }
  out.close();
}

/// A write to memory: once a thread, unless lanes share the loop around it.
void BodyEmitter::emitWrite(const std::string &statement) {
  if (teams && lanes == 0 && !oneLane)
    out.line("Kokkos::single(Kokkos::PerThread(team), [&]() { " + statement +
             " });");
  else
    out.line(statement);
}

void BodyEmitter::emitStore(memref::StoreOp store) {
  const std::string to = element(store.getMemRef(), store.getIndices());
  Value value = store.getValue();
  if (isLocal(store.getMemRef()))
    return out.line(assignment(to, value));
  if (APInt byte; buffers[store.getMemRef()].isBoolean &&
                  matchPattern(value, m_ConstantInt(&byte)))
    return emitWrite(to + (byte.isZero() ? " = false;" : " = true;"));
  const BufferName &buffer = buffers[store.getMemRef()];
  std::string indices = buffer.element;
  if (auto cast = value.getDefiningOp<arith::IndexCastUIOp>();
      cast && indices.empty() && !names.count(value))
    indices = typeName(value.getType(), buffer.isUnsigned);
  emitWrite(assignment(to, value, indices));
}

std::string BodyEmitter::narrowed(Value value, const std::string &element) {
  auto cast = value.getDefiningOp<arith::IndexCastUIOp>();
  if (cast && !names.count(value) && isa<IndexType>(cast.getIn().getType()))
    return element == typeName(cast.getIn().getType())
               ? text(cast.getIn())
               : element + "(" + text(cast.getIn()) + ")";
  auto load = value.getDefiningOp<memref::LoadOp>();
  const bool same = load && buffers[load.getMemRef()].element == element;
  return same ? text(value) : element + "(" + text(value) + ")";
}

std::string BodyEmitter::assignment(const std::string &target, Value value,
                                    const std::string &element) {
  if (!element.empty())
    return target + " = " + narrowed(value, element) + ";";
  Operation *op = value.getDefiningOp();
  const bool here = op && !names.count(value) && isInlined(*op);
  // += of integers narrower than int would convert the sum silently.
  const bool narrow =
      value.getType().isInteger(8) || value.getType().isInteger(16);
  if (here && !narrow &&
      isa<arith::AddFOp, arith::AddIOp, complex::AddOp>(op) &&
      text(op->getOperand(0)) == target) {
    if (isa<IndexType>(value.getType()) &&
        matchPattern(op->getOperand(1), m_One()))
      return "++" + target + ";";
    return target + " += " + text(op->getOperand(1)) + ";";
  }
  if (auto select = dyn_cast_or_null<arith::SelectOp>(op);
      here && select && text(select.getFalseValue()) == target)
    return "if (" + text(select.getCondition()) + ") " +
           assignment(target, select.getTrueValue());
  return target + " = " + text(value) + ";";
}

/// Assigns the yielded values: none before all that read its old value.
void BodyEmitter::emitYield(Operation &yield, ArrayRef<std::string> targets) {
  struct Pending {
    std::string target;
    Value value;
    llvm::SetVector<Value> reads;
  };
  std::vector<Pending> pending;
  for (auto [target, value] : llvm::zip(targets, yield.getOperands())) {
    if (names.lookup(value) == target)
      continue;
    pending.push_back({target, value, {}});
    collectVariables(value, pending.back().reads);
  }
  while (!pending.empty()) {
    auto readElsewhere = [&](const Pending &p) {
      return llvm::any_of(pending, [&](const Pending &q) {
        return &q != &p && llvm::any_of(q.reads, [&](Value v) {
                 return names.lookup(v) == p.target;
               });
      });
    };
    auto next = llvm::find_if_not(pending, readElsewhere);
    if (next == pending.end()) {
      // They read each other: keep one in a constant.
      next = pending.begin();
      const std::string name = scopes.claim(next->target + "_next");
      out.line("const " + typeName(next->value.getType()) + " " + name +
               " = " + text(next->value) + ";");
      bind(next->value, name);
      next->reads.clear();
      continue;
    }
    out.line(assignment(next->target, next->value));
    pending.erase(next);
  }
}

} // namespace strata::cpp
