// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LaneExchange.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "strata/Conversion/LaneReduction.h"

using namespace mlir;

namespace strata {

static constexpr int64_t warp = 32;

static Value number(OpBuilder &b, Location loc, int64_t n) {
  return arith::ConstantOp::create(
      b, loc, b.getI32IntegerAttr(static_cast<int32_t>(n)));
}

LaneExchange::LaneExchange(OpBuilder &b, Location loc, int64_t lanes)
    : b(b), lanes(lanes) {
  if (lanes == warp) {
    members = number(b, loc, -1);
    first = number(b, loc, 0);
    return;
  }
  Value lane = NVVM::LaneIdOp::create(b, loc, b.getI32Type());
  Value begin = number(b, loc, ~(lanes - 1));
  first = arith::AndIOp::create(b, loc, lane, begin);
  Value mask = number(b, loc, (int64_t{1} << lanes) - 1);
  members = arith::ShLIOp::create(b, loc, mask, first);
}

void LaneExchange::wait(Location loc) {
  NVVM::SyncWarpOp::create(b, loc, members);
}

/// The bits of a number as words that can be shuffled.
static SmallVector<Value> toWords(OpBuilder &b, Location loc, Value value) {
  const Type type = value.getType(), word = b.getI32Type();
  if (type.isIndex())
    return toWords(b, loc,
                   arith::IndexCastOp::create(b, loc, b.getI64Type(), value));
  if (isa<ComplexType>(type)) {
    Value re = complex::ReOp::create(b, loc, value);
    SmallVector<Value> words = toWords(b, loc, re);
    Value im = complex::ImOp::create(b, loc, value);
    words.append(toWords(b, loc, im));
    return words;
  }
  const unsigned width = type.getIntOrFloatBitWidth();
  if (isa<FloatType>(type))
    value = arith::BitcastOp::create(b, loc, b.getIntegerType(width), value);
  if (width < 32)
    return {arith::ExtUIOp::create(b, loc, word, value)};
  if (width == 32)
    return {value};
  Value half = arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(32));
  Value shifted = arith::ShRUIOp::create(b, loc, value, half);
  Value low = arith::TruncIOp::create(b, loc, word, value);
  Value high = arith::TruncIOp::create(b, loc, word, shifted);
  return {low, high};
}

static Value fromWords(OpBuilder &b, Location loc, Type type,
                       ArrayRef<Value> words) {
  if (type.isIndex()) {
    Value wide = fromWords(b, loc, b.getI64Type(), words);
    return arith::IndexCastOp::create(b, loc, type, wide);
  }
  if (auto number = dyn_cast<ComplexType>(type)) {
    const size_t half = words.size() / 2;
    const Type part = number.getElementType();
    Value re = fromWords(b, loc, part, words.take_front(half));
    Value im = fromWords(b, loc, part, words.drop_front(half));
    return complex::CreateOp::create(b, loc, type, re, im);
  }
  const unsigned width = type.getIntOrFloatBitWidth();
  const Type bits = b.getIntegerType(width);
  Value value = words[0];
  if (width < 32)
    value = arith::TruncIOp::create(b, loc, bits, value);
  if (width == 64) {
    Value low = arith::ExtUIOp::create(b, loc, bits, words[0]);
    Value high = arith::ExtUIOp::create(b, loc, bits, words[1]);
    Value half = arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(32));
    Value shifted = arith::ShLIOp::create(b, loc, high, half);
    value = arith::OrIOp::create(b, loc, low, shifted);
  }
  return isa<FloatType>(type)
             ? arith::BitcastOp::create(b, loc, type, value).getResult()
             : value;
}

/// What another lane has: of the first lane, or of the one whose number differs in
/// the bits of \p operand.
Value LaneExchange::exchange(Location loc, Value value, Value operand,
                             bool fromFirst) {
  Value clamp = number(b, loc, warp - 1);
  SmallVector<Value> words;
  for (Value word : toWords(b, loc, value))
    words.push_back(NVVM::ShflOp::create(
        b, loc, b.getI32Type(), members, word, operand, clamp,
        fromFirst ? NVVM::ShflKind::idx : NVVM::ShflKind::bfly, UnitAttr()));
  return fromWords(b, loc, value.getType(), words);
}

/// x ∘ y has the bits of y ∘ x.
static bool commutesExactly(StringRef name, Type type) {
  const bool isSum = name.empty() || name == arith::AddFOp::getOperationName();
  if (isa<FloatType>(type))
    return isSum || name == arith::MulFOp::getOperationName();
  return !isa<ComplexType>(type) || isSum ||
         name == complex::AddOp::getOperationName();
}

Value LaneExchange::combine(Location loc, StringRef name, Value part) {
  for (int64_t distance = lanes / 2; distance > 0; distance /= 2) {
    Value other = exchange(loc, part, number(b, loc, distance), false);
    part = combineLanes(b, loc, name, part, other);
  }
  return commutesExactly(name, part.getType())
             ? part
             : exchange(loc, part, first, true);
}

} // namespace strata
