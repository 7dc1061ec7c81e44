// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-expand-half: see HostPasses.td. Every line has its like in
// Strata_Half.hpp, which says why.
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "strata/HostPasses.h"

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_EXPANDHALF
#include "strata/HostPasses.h.inc"

namespace {

/// Emits arithmetic on i32 and the bits of floats.
struct BitBuilder {
  OpBuilder b;
  Location loc;

  explicit BitBuilder(Operation *op) : b(op), loc(op->getLoc()) {}

  Value bits(uint32_t n) {
    return arith::ConstantOp::create(
        b, loc, b.getI32IntegerAttr(static_cast<int32_t>(n)));
  }
  Value number(float x) {
    return arith::ConstantOp::create(b, loc, b.getF32FloatAttr(x));
  }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, loc, x, y); }
  Value sub(Value x, Value y) { return arith::SubIOp::create(b, loc, x, y); }
  Value both(Value x, Value y) { return arith::AndIOp::create(b, loc, x, y); }
  Value any(Value x, Value y) { return arith::OrIOp::create(b, loc, x, y); }
  Value left(Value x, unsigned n) {
    return arith::ShLIOp::create(b, loc, x, bits(n));
  }
  Value right(Value x, unsigned n) {
    return arith::ShRUIOp::create(b, loc, x, bits(n));
  }
  Value less(Value x, Value y) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, x, y);
  }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(b, loc, condition, yes, no);
  }
  Value asBits(Value x) {
    return arith::BitcastOp::create(b, loc, b.getI32Type(), x);
  }
  Value asFloat(Value x) {
    return arith::BitcastOp::create(b, loc, b.getF32Type(), x);
  }
  Value compare(arith::CmpFPredicate p, Value x, Value y) {
    return arith::CmpFOp::create(b, loc, p, x, y);
  }
};

/// Number of bits of a mantissa; the exponent has the other ones below the sign.
unsigned mantissaOf(Type half) { return half.isF16() ? 10 : 7; }
uint32_t rebiasOf(Type half) { return half.isF16() ? 112u << 23 : 0; }

/// As Strata::Impl::widen_two_bytes.
Value widen(BitBuilder &e, Value half) {
  const Type type = half.getType();
  Value raw = arith::BitcastOp::create(e.b, e.loc, e.b.getI16Type(), half);
  Value bits = arith::ExtUIOp::create(e.b, e.loc, e.b.getI32Type(), raw);
  if (type.isBF16())
    return e.asFloat(e.left(bits, 16));
  const uint32_t rebias = rebiasOf(type), top = 31u << 23, one = 1u << 23;
  Value sign = e.left(e.both(bits, e.bits(0x8000)), 16);
  Value magnitude = e.left(e.both(bits, e.bits(0x7fff)), 23 - mantissaOf(type));
  Value normal = e.add(magnitude, e.bits(rebias));
  Value quiet = e.select(e.less(e.bits(top), magnitude), e.bits(1u << 22),
                         e.bits(0));
  Value special = e.any(e.add(normal, e.bits(rebias)), quiet);
  Value leading = e.asFloat(e.add(normal, e.bits(one)));
  Value removed = e.asFloat(e.bits(rebias + one));
  Value small = e.asBits(arith::SubFOp::create(e.b, e.loc, leading, removed));
  Value result =
      e.select(e.less(magnitude, e.bits(one)), small,
               e.select(e.less(magnitude, e.bits(top)), normal, special));
  return e.asFloat(e.any(sign, result));
}

/// As Strata::Impl::to_odd_float.
Value toOddFloat(BitBuilder &e, Value x) {
  Value nearest = arith::TruncFOp::create(e.b, e.loc, e.b.getF32Type(), x);
  Value back = arith::ExtFOp::create(e.b, e.loc, x.getType(), nearest);
  Value bits = e.asBits(nearest);
  Value zero = arith::ConstantOp::create(e.b, e.loc, e.b.getF64FloatAttr(0));
  Value above = e.compare(arith::CmpFPredicate::OGT, back, x);
  Value below = e.compare(arith::CmpFPredicate::OLT, back, x);
  Value negative = e.compare(arith::CmpFPredicate::OLT, x, zero);
  Value inexact = arith::OrIOp::create(e.b, e.loc, above, below);
  Value away = e.select(negative, below, above);
  Value toward = e.select(away, e.sub(bits, e.bits(1)), bits);
  return e.asFloat(e.select(inexact, e.any(toward, e.bits(1)), bits));
}

/// As Strata::Impl::to_odd_double.
Value toOddDouble(BitBuilder &e, Value x, bool isSigned) {
  auto number = [&](int64_t n) -> Value {
    return arith::ConstantOp::create(e.b, e.loc, e.b.getI64IntegerAttr(n));
  };
  if (x.getType().isInteger(64)) {
    Value dropped = e.both(x, number(0x7ff));
    Value kept = e.sub(x, dropped);
    Value inexact = arith::CmpIOp::create(
        e.b, e.loc, arith::CmpIPredicate::ne, dropped, number(0));
    Value odd = e.select(inexact, e.any(kept, number(0x800)), kept);
    // Inside (-2^53, 2^53), or [0, 2^53), nothing is dropped.
    const int64_t exact = int64_t{1} << 53;
    Value exactly = isSigned ? e.less(e.add(x, number(exact - 1)),
                                      number(2 * exact - 1))
                             : e.less(x, number(exact));
    x = e.select(exactly, x, odd);
  }
  const Type f64 = e.b.getF64Type();
  return isSigned ? arith::SIToFPOp::create(e.b, e.loc, f64, x).getResult()
                  : arith::UIToFPOp::create(e.b, e.loc, f64, x).getResult();
}

/// As Strata::Impl::round_to_two_bytes.
Value round(BitBuilder &e, Value x, Type type) {
  const unsigned mantissa = mantissaOf(type), dropped = 23 - mantissa;
  const uint32_t rebias = rebiasOf(type);
  const uint32_t infinite = 0x7fffu >> mantissa << mantissa;
  Value bits = e.asBits(x);
  Value sign = e.both(e.right(bits, 16), e.bits(0x8000));
  Value magnitude = e.both(bits, e.bits(0x7fffffff));
  Value payload = e.both(e.right(magnitude, dropped),
                         e.bits(infinite ^ 0x7fff));
  Value nan = e.any(payload, e.bits(infinite | 1u << (mantissa - 1)));
  Value even = e.both(e.right(magnitude, dropped), e.bits(1));
  Value half = e.bits((1u << (dropped - 1)) - 1 - rebias);
  Value rounded =
      e.right(e.add(e.add(magnitude, half), even), dropped);
  rounded = e.select(e.less(e.bits(infinite), rounded), e.bits(infinite),
                     rounded);
  if (type.isF16()) {
    Value sum = arith::AddFOp::create(e.b, e.loc, e.asFloat(magnitude),
                                      e.number(0.5f));
    Value small = e.sub(e.asBits(sum), e.bits(0x3f000000));
    rounded = e.select(e.less(magnitude, e.bits(rebias + (1u << 23))), small,
                       rounded);
  }
  Value result = e.any(
      sign, e.select(e.less(e.bits(0x7f800000), magnitude), nan, rounded));
  Value raw = arith::TruncIOp::create(e.b, e.loc, e.b.getI16Type(), result);
  return arith::BitcastOp::create(e.b, e.loc, type, raw);
}

bool isHalf(Type type) { return type.isF16() || type.isBF16(); }

struct ExpandPass : impl::ExpandHalfBase<ExpandPass> {
  using ExpandHalfBase::ExpandHalfBase;

  void runOnOperation() override {
    getOperation().walk([&](Operation *op) {
      if (auto ext = dyn_cast<arith::ExtFOp>(op))
        expand(ext);
      else if (auto trunc = dyn_cast<arith::TruncFOp>(op))
        expand(trunc);
      else if (isa<arith::SIToFPOp, arith::UIToFPOp>(op))
        expandInteger(op);
    });
  }

  bool isNative(Type half, Type wide) const {
    return nativeF16 && half.isF16() && wide.isF32();
  }

  void expand(arith::ExtFOp op) {
    const Type from = op.getIn().getType(), to = op.getType();
    if (!isHalf(from) || isNative(from, to))
      return;
    BitBuilder e(op);
    Value wide = nativeF16 && from.isF16()
                     ? arith::ExtFOp::create(e.b, e.loc, e.b.getF32Type(),
                                             op.getIn())
                           .getResult()
                     : widen(e, op.getIn());
    if (!to.isF32())
      wide = arith::ExtFOp::create(e.b, e.loc, to, wide);
    replace(op, wide);
  }

  void expand(arith::TruncFOp op) {
    const Type from = op.getIn().getType(), to = op.getType();
    if (!isHalf(to) || isNative(to, from))
      return;
    BitBuilder e(op);
    replace(op, from.isF32() ? round(e, op.getIn(), to)
                             : narrow(e, op.getIn(), to));
  }

  /// From f64.
  Value narrow(BitBuilder &e, Value wide, Type to) const {
    Value single = toOddFloat(e, wide);
    return nativeF16 && to.isF16()
               ? arith::TruncFOp::create(e.b, e.loc, to, single).getResult()
               : round(e, single, to);
  }

  void expandInteger(Operation *op) {
    const Type to = op->getResult(0).getType();
    if (!isHalf(to))
      return;
    BitBuilder e(op);
    Value wide =
        toOddDouble(e, op->getOperand(0), isa<arith::SIToFPOp>(op));
    replace(op, narrow(e, wide, to));
  }

  static void replace(Operation *op, Value value) {
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
  }
};

} // namespace
} // namespace strata
