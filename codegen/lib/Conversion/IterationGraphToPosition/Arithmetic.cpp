// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Conversion/Arithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "strata/Dialect/ScalarTypes.h"

#include <Strata_Error.hpp>

using namespace mlir;
using Strata::Operator;
using Strata::ScalarType;

namespace strata {

[[noreturn]] static void unsupported(Operator op, const char *type) {
  throw Strata::UnsupportedExpression(
      std::string("compile: operator '") + Strata::operator_info(op).name +
      "' on " + type + " is not lowered; expected + - * / or negation of "
      "numbers, + or * of bools");
}

Value Arithmetic::constant(Type type, double real, double imaginary) {
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    auto part = llvm::cast<FloatType>(complexType.getElementType());
    const Attribute parts[] = {b.getFloatAttr(part, real),
                               b.getFloatAttr(part, imaginary)};
    return complex::ConstantOp::create(b, loc, type, b.getArrayAttr(parts));
  }
  return arith::ConstantOp::create(b, loc, b.getFloatAttr(type, real));
}

Value Arithmetic::literal(const Strata::IndexExpr &e) {
  const Type type = valueType(b.getContext(), e.type);
  double real = 0, imaginary = 0;
  int64_t integer = 0;
  std::visit(
      [&](auto v) {
        if constexpr (std::is_same_v<decltype(v), std::complex<double>>) {
          real = v.real();
          imaginary = v.imag();
        } else {
          real = static_cast<double>(v);
          if constexpr (std::is_same_v<decltype(v), double>)
            integer = std::abs(v) < 9.2e18 ? static_cast<int64_t>(v) : 0;
          else
            integer = static_cast<int64_t>(v);
        }
      },
      e.literal);
  if (auto i = dyn_cast<IntegerType>(type)) {
    if (i.getWidth() == 1)
      integer = integer != 0;
    return arith::ConstantOp::create(
        b, loc,
        b.getIntegerAttr(type, APInt(i.getWidth(), integer, false, true)));
  }
  if (Strata::is_half(e.type))
    Strata::visit_scalar_type(e.type, [&](auto zero) {
      if constexpr (Strata::is_two_byte_float_v<decltype(zero)>)
        real = decltype(zero)(real);
    });
  return constant(type, real, imaginary);
}

Value Arithmetic::zero(ScalarType scalar) {
  const Type type = valueType(b.getContext(), scalar);
  if (isa<IntegerType>(type))
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, 0));
  return constant(type, 0);
}

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
  if (!Strata::is_complex(to))
    unsupported(Operator::add, "a complex number as a real one");
  const ScalarType fromPart =
      from == ScalarType::c64 ? ScalarType::f32 : ScalarType::f64;
  Value real = complex::ReOp::create(b, loc, value);
  Value imaginary = complex::ImOp::create(b, loc, value);
  real = castReal(real, fromPart, part);
  imaginary = castReal(imaginary, fromPart, part);
  return complex::CreateOp::create(b, loc, type, real, imaginary);
}

Value Arithmetic::add(Value x, Value y, ScalarType type) {
  return apply(Operator::add, {x, y}, type);
}

Value Arithmetic::apply(Operator op, ArrayRef<Value> args, ScalarType type) {
  if (type == ScalarType::boolean)
    return applyBool(op, args);
  if (Strata::is_complex(type))
    return applyComplex(op, args);
  if (Strata::is_float(type))
    return applyFloat(op, args);
  return applyInteger(op, args, Strata::is_signed_integer(type));
}

Value Arithmetic::applyFloat(Operator op, ArrayRef<Value> args) {
  const auto fast = reassociate ? arith::FastMathFlags::reassoc |
                                      arith::FastMathFlags::contract
                                : arith::FastMathFlags::none;
  switch (op) {
  case Operator::neg:
    return arith::NegFOp::create(b, loc, args[0], fast);
  case Operator::add:
    return arith::AddFOp::create(b, loc, args[0], args[1], fast);
  case Operator::sub:
    return arith::SubFOp::create(b, loc, args[0], args[1], fast);
  case Operator::mul:
    return arith::MulFOp::create(b, loc, args[0], args[1], fast);
  case Operator::div:
    return arith::DivFOp::create(b, loc, args[0], args[1]);
  default:
    unsupported(op, "floating-point numbers");
  }
}

Value Arithmetic::applyComplex(Operator op, ArrayRef<Value> args) {
  switch (op) {
  case Operator::neg:
    return complex::SubOp::create(b, loc, constant(args[0].getType(), 0),
                                  args[0]);
  case Operator::add:
    return complex::AddOp::create(b, loc, args[0], args[1]);
  case Operator::sub:
    return complex::SubOp::create(b, loc, args[0], args[1]);
  case Operator::mul:
    return complex::MulOp::create(b, loc, args[0], args[1]);
  case Operator::div:
    return complex::DivOp::create(b, loc, args[0], args[1]);
  default:
    unsupported(op, "complex numbers");
  }
}

/// Integer division; x / 0 is 0 and the smallest number by −1 wraps, where the
/// processor would trap.
Value Arithmetic::divide(Value x, Value y, bool isSigned) {
  const Type type = x.getType();
  auto number = [&](int64_t n) -> Value {
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, n));
  };
  Value zero = number(0), one = number(1);
  auto eq = arith::CmpIPredicate::eq;
  Value byZero = arith::CmpIOp::create(b, loc, eq, y, zero);
  Value divisor = arith::SelectOp::create(b, loc, byZero, one, y);
  if (!isSigned) {
    Value q = arith::DivUIOp::create(b, loc, x, divisor);
    return arith::SelectOp::create(b, loc, byZero, zero, q);
  }
  Value minusOne = number(-1);
  Value negates = arith::CmpIOp::create(b, loc, eq, y, minusOne);
  divisor = arith::SelectOp::create(b, loc, negates, one, divisor);
  Value q = arith::DivSIOp::create(b, loc, x, divisor);
  Value minus = arith::SubIOp::create(b, loc, zero, x);
  q = arith::SelectOp::create(b, loc, negates, minus, q);
  return arith::SelectOp::create(b, loc, byZero, zero, q);
}

Value Arithmetic::applyInteger(Operator op, ArrayRef<Value> args,
                               bool isSigned) {
  switch (op) {
  case Operator::neg: {
    Value none = arith::ConstantOp::create(
        b, loc, b.getIntegerAttr(args[0].getType(), 0));
    return arith::SubIOp::create(b, loc, none, args[0]);
  }
  case Operator::add:
    return arith::AddIOp::create(b, loc, args[0], args[1]);
  case Operator::sub:
    return arith::SubIOp::create(b, loc, args[0], args[1]);
  case Operator::mul:
    return arith::MulIOp::create(b, loc, args[0], args[1]);
  case Operator::div:
    return divide(args[0], args[1], isSigned);
  default:
    unsupported(op, "integers");
  }
}

Value Arithmetic::applyBool(Operator op, ArrayRef<Value> args) {
  switch (op) {
  case Operator::add:
    return arith::OrIOp::create(b, loc, args[0], args[1]);
  case Operator::mul:
    return arith::AndIOp::create(b, loc, args[0], args[1]);
  default:
    unsupported(op, "bools");
  }
}

} // namespace strata
