// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Conversion/Arithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "strata/Dialect/ScalarTypes.h"

#include <Strata_Error.hpp>
#include <impl/Strata_Number.hpp>

using namespace mlir;
using Strata::Operator;
using Strata::ScalarType;

namespace strata {

[[noreturn]] static void unsupported(Operator op, const char *type) {
  throw Strata::UnsupportedExpression(
      std::string("compile: operator '") + Strata::operator_info(op).name +
      "' has no meaning for " + type + "; cast its arguments");
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

Value Arithmetic::apply(const Strata::IndexExpr &e, ArrayRef<Value> args) {
  const ScalarType operands = e.args[0]->type;
  if (e.op == Operator::select)
    return arith::SelectOp::create(b, loc, args[0], args[1], args[2]);
  if (Strata::Impl::is_comparison(e.op))
    return compare(e.op, args[0], args[1], operands);
  if (e.op == Operator::abs && Strata::is_complex(operands))
    return complex::AbsOp::create(b, loc, args[0]);
  return apply(e.op, args, e.type);
}

Value Arithmetic::combine(const Strata::IndexExpr &reduction, Value total,
                          Value term) {
  if (!reduction.combiner)
    return apply(reduction.op, {total, term}, reduction.type);
  const Strata::Combiner &combiner = *reduction.combiner;
  return evaluate(*combiner.body, combiner, total, term);
}

Value Arithmetic::evaluate(const Strata::IndexExpr &expr,
                           const Strata::Combiner &combiner, Value total,
                           Value term) {
  using Kind = Strata::IndexExpr::Kind;
  if (expr.kind == Kind::literal)
    return literal(expr);
  if (expr.kind == Kind::argument)
    return expr.variable == combiner.term ? term : total;
  SmallVector<Value> args;
  for (const Strata::IndexExprPtr &arg : expr.args)
    args.push_back(evaluate(*arg, combiner, total, term));
  if (expr.kind == Kind::cast)
    return cast(args[0], expr.args[0]->type, expr.type);
  return apply(expr, args);
}

Value Arithmetic::apply(Operator op, ArrayRef<Value> args, ScalarType type) {
  if (op == Operator::any)
    return args[0];
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
    break;
  }
  if (Value value = applyFunction(op, args))
    return value;
  unsupported(op, "floating-point numbers");
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
  case Operator::square:
    return complex::MulOp::create(b, loc, args[0], args[0]);
  case Operator::cube: {
    Value square = complex::MulOp::create(b, loc, args[0], args[0]);
    return complex::MulOp::create(b, loc, square, args[0]);
  }
  default:
    break;
  }
  if (Value value = applyComplexFunction(op, args))
    return value;
  unsupported(op, "complex numbers");
}

/// Integer division, or its remainder; both are 0 for y = 0, and the smallest
/// number by −1 wraps, where the processor would trap.
Value Arithmetic::divide(Value x, Value y, bool isSigned, bool remainder) {
  const Type type = x.getType();
  Value zero = integer(type, 0), one = integer(type, 1);
  auto eq = arith::CmpIPredicate::eq;
  Value byZero = arith::CmpIOp::create(b, loc, eq, y, zero);
  Value divisor = arith::SelectOp::create(b, loc, byZero, one, y);
  Value negates;
  if (isSigned) {
    negates = arith::CmpIOp::create(b, loc, eq, y, integer(type, -1));
    divisor = arith::SelectOp::create(b, loc, negates, one, divisor);
  }
  if (remainder) // by 1 it is 0
    return isSigned ? arith::RemSIOp::create(b, loc, x, divisor).getResult()
                    : arith::RemUIOp::create(b, loc, x, divisor).getResult();
  Value q = isSigned ? arith::DivSIOp::create(b, loc, x, divisor).getResult()
                     : arith::DivUIOp::create(b, loc, x, divisor).getResult();
  if (isSigned) {
    Value minus = arith::SubIOp::create(b, loc, zero, x);
    q = arith::SelectOp::create(b, loc, negates, minus, q);
  }
  return arith::SelectOp::create(b, loc, byZero, zero, q);
}

Value Arithmetic::integer(Type type, int64_t value) {
  return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
}

Value Arithmetic::applyInteger(Operator op, ArrayRef<Value> args,
                               bool isSigned) {
  Value x = args[0], y = args.back();
  switch (op) {
  case Operator::neg:
    return arith::SubIOp::create(b, loc, integer(x.getType(), 0), x);
  case Operator::add:
    return arith::AddIOp::create(b, loc, x, y);
  case Operator::sub:
    return arith::SubIOp::create(b, loc, x, y);
  case Operator::mul:
    return arith::MulIOp::create(b, loc, x, y);
  case Operator::div:
    return divide(x, y, isSigned, false);
  case Operator::mod:
    return divide(x, y, isSigned, true);
  case Operator::square:
    return arith::MulIOp::create(b, loc, x, x);
  case Operator::cube: {
    Value square = arith::MulIOp::create(b, loc, x, x);
    return arith::MulIOp::create(b, loc, square, x);
  }
  case Operator::abs: {
    if (!isSigned)
      return x;
    Value zero = integer(x.getType(), 0);
    Value negative =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, x, zero);
    Value minus = arith::SubIOp::create(b, loc, zero, x);
    return arith::SelectOp::create(b, loc, negative, minus, x);
  }
  case Operator::max:
    return isSigned ? arith::MaxSIOp::create(b, loc, x, y).getResult()
                    : arith::MaxUIOp::create(b, loc, x, y).getResult();
  case Operator::min:
    return isSigned ? arith::MinSIOp::create(b, loc, x, y).getResult()
                    : arith::MinUIOp::create(b, loc, x, y).getResult();
  case Operator::pow:
    return call(isSigned ? "power" : "unsigned_power", {x, y}, x.getType());
  default:
    unsupported(op, "integers");
  }
}

Value Arithmetic::applyBool(Operator op, ArrayRef<Value> args) {
  Value x = args[0], y = args.back();
  auto opposite = [&](Value value) -> Value {
    return arith::XOrIOp::create(b, loc, value, integer(x.getType(), 1));
  };
  switch (op) {
  case Operator::neg:
  case Operator::abs:
  case Operator::square:
  case Operator::cube:
    return x;
  case Operator::logical_not:
    return opposite(x);
  case Operator::add:
  case Operator::max:
  case Operator::logical_or:
    return arith::OrIOp::create(b, loc, x, y);
  case Operator::sub:
    return arith::XOrIOp::create(b, loc, x, y);
  case Operator::mul:
  case Operator::min:
  case Operator::div:
  case Operator::logical_and:
    return arith::AndIOp::create(b, loc, x, y);
  case Operator::pow:
    return arith::OrIOp::create(b, loc, x, opposite(y));
  case Operator::mod: // by 1, or by 0
    return integer(x.getType(), 0);
  default:
    unsupported(op, "bools");
  }
}

} // namespace strata
