// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Factors.h"

#include "FlatOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace strata {

bool mayReassociate(arith::FastMathFlags flags) {
  return arith::bitEnumContainsAll(flags, arith::FastMathFlags::reassoc);
}

Value anyIteration(OpBuilder &b, scf::ForOp loop) {
  return arith::CmpIOp::create(b, loop.getLoc(), arith::CmpIPredicate::slt,
                               loop.getLowerBound(), loop.getUpperBound());
}

void eraseUnused(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

bool Factors::divide(Value product) {
  collect(product);
  return !differing.empty() && !common.empty();
}

void Factors::collect(Value value) {
  auto times = value.getDefiningOp<arith::MulFOp>();
  if (times && times->hasOneUse() && !isOutside(value, loop) &&
      mayReassociate(times.getFastmath())) {
    collect(times.getLhs());
    collect(times.getRhs());
  } else {
    (isKnown(value) ? common : differing).push_back(value);
  }
}

/// True where \p value can be computed outside of the loop, for each element.
bool Factors::isKnown(Value value) const {
  Operation *const op = value.getDefiningOp();
  if (isOutside(value, loop) || value == element)
    return true;
  return op && op->getNumRegions() == 0 && onlyReads(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) { return isKnown(operand); });
}

Value Factors::inner(OpBuilder &b, arith::FastMathFlags flags) const {
  Value product = differing.front();
  for (Value factor : llvm::drop_begin(differing))
    product = arith::MulFOp::create(b, product.getLoc(), product, factor, flags);
  return product;
}

Value Factors::timesOuter(OpBuilder &b, Value sum, IRMapping &map,
                          arith::FastMathFlags flags) {
  for (Value factor : common)
    sum = arith::MulFOp::create(b, sum.getLoc(), sum, copy(b, factor, map), flags);
  return sum;
}

Value Factors::copy(OpBuilder &b, Value value, IRMapping &map) {
  if (map.contains(value) || isOutside(value, loop))
    return map.lookupOrDefault(value);
  for (Value operand : value.getDefiningOp()->getOperands())
    copy(b, operand, map);
  b.clone(*value.getDefiningOp(), map);
  return map.lookup(value);
}

} // namespace strata
