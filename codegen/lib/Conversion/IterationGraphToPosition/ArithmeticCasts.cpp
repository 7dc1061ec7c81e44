// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "strata/Conversion/Arithmetic.h"
#include "strata/Dialect/ScalarTypes.h"

using namespace mlir;
using Strata::ScalarType;

namespace strata {

/// The nearest number of two bytes, in the f32 that holds it.
Value Arithmetic::roundToHalf(Value value, ScalarType from, ScalarType to) {
  const Type type = memoryType(b.getContext(), to);
  Value half =
      Strata::is_float(from)
          ? arith::TruncFOp::create(b, loc, type, value).getResult()
      : Strata::is_signed_integer(from)
          ? arith::SIToFPOp::create(b, loc, type, value).getResult()
          : arith::UIToFPOp::create(b, loc, type, value).getResult();
  return arith::ExtFOp::create(b, loc, valueType(b.getContext(), to), half);
}

Value Arithmetic::castReal(Value value, ScalarType from, ScalarType to) {
  const Type type = valueType(b.getContext(), to);
  const bool fromSigned = Strata::is_signed_integer(from);
  if (Strata::is_half(to))
    return roundToHalf(value, from, to);
  if (Strata::is_float(from)) {
    if (value.getType() == type)
      return value;
    if (Strata::is_float(to))
      return to == ScalarType::f64
                 ? arith::ExtFOp::create(b, loc, type, value).getResult()
                 : arith::TruncFOp::create(b, loc, type, value).getResult();
    if (to == ScalarType::boolean)
      return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNE, value,
                                   zero(from));
    return Strata::is_signed_integer(to)
               ? arith::FPToSIOp::create(b, loc, type, value).getResult()
               : arith::FPToUIOp::create(b, loc, type, value).getResult();
  }
  if (Strata::is_float(to))
    return fromSigned
               ? arith::SIToFPOp::create(b, loc, type, value).getResult()
               : arith::UIToFPOp::create(b, loc, type, value).getResult();
  if (to == ScalarType::boolean)
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, value,
                                 zero(from));
  const unsigned narrow = value.getType().getIntOrFloatBitWidth();
  const unsigned wide = type.getIntOrFloatBitWidth();
  if (narrow == wide)
    return value;
  if (narrow > wide)
    return arith::TruncIOp::create(b, loc, type, value);
  return fromSigned ? arith::ExtSIOp::create(b, loc, type, value).getResult()
                    : arith::ExtUIOp::create(b, loc, type, value).getResult();
}

Value Arithmetic::cast(Value value, ScalarType from, ScalarType to) {
  if (from == to)
    return value;
  const ScalarType part =
      to == ScalarType::c64 ? ScalarType::f32 : ScalarType::f64;
  if (!Strata::is_complex(from) && !Strata::is_complex(to))
    return castReal(value, from, to);
  const Type type = valueType(b.getContext(), to);
  if (!Strata::is_complex(from)) {
    Value real = from == part ? value : castReal(value, from, part);
    Value imaginary = zero(part);
    return complex::CreateOp::create(b, loc, type, real, imaginary);
  }
  const ScalarType fromPart =
      from == ScalarType::c64 ? ScalarType::f32 : ScalarType::f64;
  if (to == ScalarType::boolean) {
    Value none = zero(from);
    return complex::NotEqualOp::create(b, loc, value, none);
  }
  Value real = complex::ReOp::create(b, loc, value);
  if (!Strata::is_complex(to))
    return cast(real, fromPart, to);
  Value imaginary = complex::ImOp::create(b, loc, value);
  real = castReal(real, fromPart, part);
  imaginary = castReal(imaginary, fromPart, part);
  return complex::CreateOp::create(b, loc, type, real, imaginary);
}

} // namespace strata
