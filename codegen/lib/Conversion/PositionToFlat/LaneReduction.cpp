// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Conversion/LaneReduction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "strata/Conversion/Arithmetic.h"
#include "strata/Dialect/ScalarTypes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace strata {

StringRef laneReduction(Value next, Value accumulator) {
  if (next == accumulator)
    return arith::AddIOp::getOperationName();
  Operation *last = next.getDefiningOp();
  const bool combines =
      isa_and_nonnull<arith::AddFOp, arith::AddIOp, arith::OrIOp,
                      complex::AddOp, arith::MulFOp, arith::MulIOp,
                      arith::AndIOp, complex::MulOp, arith::MaxNumFOp,
                      arith::MinNumFOp, arith::MaxSIOp, arith::MaxUIOp,
                      arith::MinSIOp, arith::MinUIOp>(last) &&
      llvm::is_contained(last->getOperands(), accumulator);
  return combines ? last->getName().getStringRef() : StringRef();
}

static Value plainNeutral(OpBuilder &b, Location loc, Type type, bool one) {
  if (type.isIndex())
    return arith::ConstantIndexOp::create(b, loc, one);
  if (isa<IntegerType>(type))
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, one));
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(b, loc, b.getFloatAttr(type, one));
  const Type part = cast<ComplexType>(type).getElementType();
  return complex::ConstantOp::create(
      b, loc, type,
      b.getArrayAttr({b.getFloatAttr(part, one), b.getFloatAttr(part, 0)}));
}

/// Operations that have another neutral element than 0 and 1.
static std::optional<arith::AtomicRMWKind> kindOf(StringRef name) {
  using Kind = arith::AtomicRMWKind;
  const std::pair<StringRef, Kind> kinds[] = {
      {arith::AndIOp::getOperationName(), Kind::andi},
      {arith::MaxNumFOp::getOperationName(), Kind::maximumf},
      {arith::MinNumFOp::getOperationName(), Kind::minimumf},
      {arith::MaxSIOp::getOperationName(), Kind::maxs},
      {arith::MaxUIOp::getOperationName(), Kind::maxu},
      {arith::MinSIOp::getOperationName(), Kind::mins},
      {arith::MinUIOp::getOperationName(), Kind::minu}};
  for (const auto &[known, kind] : kinds)
    if (known == name)
      return kind;
  return std::nullopt;
}

Value neutralValue(OpBuilder &b, Location loc, StringRef name, Type type) {
  if (const auto kind = kindOf(name))
    return arith::ConstantOp::create(
        b, loc, arith::getIdentityValueAttr(*kind, type, b, loc));
  const bool one = name == arith::MulFOp::getOperationName() ||
                   name == arith::MulIOp::getOperationName() ||
                   name == complex::MulOp::getOperationName();
  return plainNeutral(b, loc, type, one);
}

Value combineLanes(OpBuilder &b, Location loc, StringRef name, Value x,
                   Value y) {
  const Type type = x.getType();
  if (name.empty() || name == arith::AddIOp::getOperationName())
    return type.isIndex() ? arith::AddIOp::create(b, loc, x, y).getResult()
                          : Arithmetic(b, loc, false)
                                .add(x, y, *scalarType(type));
  OperationState state(loc, name, ValueRange{x, y}, type, {});
  return b.create(state)->getResult(0);
}

} // namespace strata
