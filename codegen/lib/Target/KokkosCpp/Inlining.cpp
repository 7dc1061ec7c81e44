// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which operations are printed inside the expression that uses them.
#include "BodyEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace strata::cpp {

/// Its branches are expressions, and it has one result.
bool BodyEmitter::isChoice(scf::IfOp op) {
  if (op.getNumResults() != 1 || !op.elseBlock())
    return false;
  for (Block *block : {op.thenBlock(), op.elseBlock()})
    for (Operation &inner : block->without_terminator())
      if (!isExpression(inner) || !isInlined(inner))
        return false;
  return true;
}

bool BodyEmitter::isExpression(Operation &op) {
  return isa<memref::LoadOp, func::CallOp>(op) ||
         isa<arith::ArithDialect, complex::ComplexDialect, math::MathDialect>(
             op.getDialect());
}

bool BodyEmitter::isInlined(Operation &op) {
  auto it = inlined.find(&op);
  if (it != inlined.end())
    return it->second;
  inlined[&op] = true; // while its user is asked where it is printed
  const bool decision = decideInlined(op);
  inlined[&op] = decision;
  return decision;
}

/// x + 1, "a has an entry here && b has" and the like read better where they are
/// used, even twice.
static bool isCheap(Operation &op) {
  if (isa<arith::AndIOp>(op) && op.getResult(0).getType().isInteger(1))
    return llvm::all_of(op.getOperands(), [](Value side) {
      Operation *condition = side.getDefiningOp();
      return condition && (!nameAt(condition->getLoc()).empty() ||
                           isCheap(*condition));
    });
  if (!isa<arith::AddIOp>(op))
    return false;
  Operation *step = op.getOperand(1).getDefiningOp();
  return step && step->hasTrait<OpTrait::ConstantLike>();
}

bool BodyEmitter::decideInlined(Operation &op) {
  if (op.hasTrait<OpTrait::ConstantLike>())
    return true;
  if (op.getNumResults() != 1 || op.use_empty())
    return false;
  // A loop's condition is one expression.
  auto loop = dyn_cast<scf::WhileOp>(op.getParentOp());
  if (loop && op.getBlock() == loop.getBeforeBody() && isExpression(op))
    return true;
  auto choice = dyn_cast<scf::IfOp>(op);
  if (choice ? !isChoice(choice) : !isExpression(op))
    return false;
  if (!keepsLocals(op))
    return false;
  if (readsLocal(op))
    return true;
  // A carried variable may change before a use further down.
  if (isCheap(op) && !variables.contains(op.getOperand(0)))
    return true;
  if (!op.hasOneUse())
    return false;
  Operation *user = *op.user_begin();
  if (user->getBlock() != op.getBlock())
    return false;
  // A search has a line of its own, which may be that which gives it to a variable.
  if (isa<func::CallOp>(op) && isa<IndexType>(op.getResult(0).getType()) && !(isa<scf::YieldOp>(user) &&
                                 isa<scf::IfOp>(user->getParentOp())))
    return false;
  if (!readsWritten(op))
    return true;
  // Nothing may be stored between the load and where it is printed.
  Operation *at = printedAt(user);
  for (Operation *next = op.getNextNode(); next && next != at;
       next = next->getNextNode())
    if (next->getNumRegions() > 0 ||
        isa<memref::StoreOp, memref::AtomicRMWOp>(next) ||
        (isa<func::CallOp>(next) && next->getNumResults() == 0))
      return false;
  return true;
}

Operation *BodyEmitter::printedAt(Operation *op) {
  return isInlined(*op) && op->hasOneUse() ? printedAt(*op->user_begin()) : op;
}

/// True if the expression loads from a buffer that the launch stores to.
bool BodyEmitter::readsWritten(Operation &op) {
  if (auto load = dyn_cast<memref::LoadOp>(op);
      load && written.contains(load.getMemRef()) && !isLocal(load.getMemRef()))
    return true;
  for (Value operand : op.getOperands())
    if (Operation *defining = operand.getDefiningOp())
      if (defining->getBlock() == op.getBlock() && isInlined(*defining) &&
          readsWritten(*defining))
        return true;
  return false;
}

/// Carried variables that the expression of `value` names.
void BodyEmitter::collectVariables(Value value,
                                   llvm::SetVector<Value> &found) {
  if (variables.contains(value)) {
    found.insert(value);
    return;
  }
  Operation *op = value.getDefiningOp();
  if (!op || names.count(value) || !isInlined(*op))
    return;
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      collectVariables(operand, found);
  });
}

} // namespace strata::cpp
