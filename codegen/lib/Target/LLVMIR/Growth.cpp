// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Growth.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace strata {

namespace {

using Growth = std::optional<int64_t>;

std::optional<int64_t> constantOf(Value value) {
  APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)))
    return std::nullopt;
  return number.getSExtValue();
}

Growth ofProduct(Value x, Growth dx, Value y, Growth dy) {
  if (dx == 0 && dy == 0)
    return 0;
  if (auto c = constantOf(x); c && dy)
    return *c * *dy;
  if (auto c = constantOf(y); c && dx)
    return *c * *dx;
  return std::nullopt;
}

/// Of a value of one operation: nothing depends on the variable but what it reads.
Growth ofIndependent(Operation *op, Value variable, int64_t group) {
  const auto isConstant = [&](Value operand) {
    return growthOf(operand, variable, group) == 0;
  };
  const bool plain = op->getNumRegions() == 0 &&
                     (isPure(op) || isa<memref::LoadOp>(op));
  if (plain && llvm::all_of(op->getOperands(), isConstant))
    return 0;
  return std::nullopt;
}

/// A group does not reach from one multiple of the divisor beyond the next.
bool keepsGroups(Value divisor, int64_t group) {
  const auto c = constantOf(divisor);
  return c && *c > 0 && *c % group == 0;
}

} // namespace

std::optional<int64_t> growthOf(Value value, Value variable, int64_t group) {
  if (value == variable)
    return 1;
  if (!variable.getParentRegion()->isAncestor(value.getParentRegion()))
    return 0; // defined outside
  Operation *const op = value.getDefiningOp();
  if (!op) // another variable, or what is carried around a loop
    return scf::getForInductionVarOwner(value) ? Growth(0) : std::nullopt;
  const auto of = [&](unsigned n) {
    return growthOf(op->getOperand(n), variable, group);
  };
  if (isa<arith::AddIOp, arith::SubIOp>(op)) {
    const Growth x = of(0), y = of(1);
    if (!x || !y)
      return std::nullopt;
    return isa<arith::AddIOp>(op) ? *x + *y : *x - *y;
  }
  if (isa<arith::MulIOp>(op))
    return ofProduct(op->getOperand(0), of(0), op->getOperand(1), of(1));
  const bool isQuotient = isa<arith::DivUIOp>(op);
  if ((isQuotient || isa<arith::RemUIOp>(op)) && op->getOperand(0) == variable &&
      keepsGroups(op->getOperand(1), group))
    return isQuotient ? 0 : 1;
  return ofIndependent(op, variable, group);
}

} // namespace strata
