// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions and comparisons of index notation.
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "strata/Conversion/Arithmetic.h"
#include "strata/Conversion/FlatNames.h"

using namespace mlir;
using Strata::Operator;
using Strata::ScalarType;

namespace strata {

/// A function of one argument that is an operation of the math dialect.
static Value mathFunction(OpBuilder &b, Location loc, Operator op, Value x) {
  switch (op) {
  case Operator::sqrt:
    return math::SqrtOp::create(b, loc, x);
  case Operator::abs:
    return math::AbsFOp::create(b, loc, x);
  case Operator::exp:
    return math::ExpOp::create(b, loc, x);
  case Operator::log:
    return math::LogOp::create(b, loc, x);
  case Operator::log10:
    return math::Log10Op::create(b, loc, x);
  case Operator::sin:
    return math::SinOp::create(b, loc, x);
  case Operator::cos:
    return math::CosOp::create(b, loc, x);
  case Operator::tan:
    return math::TanOp::create(b, loc, x);
  case Operator::asin:
    return math::AsinOp::create(b, loc, x);
  case Operator::acos:
    return math::AcosOp::create(b, loc, x);
  case Operator::atan:
    return math::AtanOp::create(b, loc, x);
  case Operator::sinh:
    return math::SinhOp::create(b, loc, x);
  case Operator::cosh:
    return math::CoshOp::create(b, loc, x);
  case Operator::tanh:
    return math::TanhOp::create(b, loc, x);
  case Operator::asinh:
    return math::AsinhOp::create(b, loc, x);
  case Operator::acosh:
    return math::AcoshOp::create(b, loc, x);
  case Operator::atanh:
    return math::AtanhOp::create(b, loc, x);
  case Operator::cbrt:
    return math::CbrtOp::create(b, loc, x);
  default:
    return nullptr;
  }
}

Value Arithmetic::applyFunction(Operator op, ArrayRef<Value> args) {
  Value x = args[0], y = args.back();
  switch (op) {
  case Operator::square:
    return arith::MulFOp::create(b, loc, x, x);
  case Operator::cube: {
    Value square = arith::MulFOp::create(b, loc, x, x);
    return arith::MulFOp::create(b, loc, square, x);
  }
  case Operator::pow:
    return math::PowFOp::create(b, loc, x, y);
  case Operator::atan2:
    return math::Atan2Op::create(b, loc, x, y);
  case Operator::mod:
    return arith::RemFOp::create(b, loc, x, y);
  case Operator::max:
    return arith::MaxNumFOp::create(b, loc, x, y);
  case Operator::min:
    return arith::MinNumFOp::create(b, loc, x, y);
  case Operator::heaviside:
    return heaviside(x, args.size() > 1 ? y : constant(x.getType(), 0));
  default:
    return mathFunction(b, loc, op, x);
  }
}

Value Arithmetic::heaviside(Value x, Value atZero) {
  Value zero = constant(x.getType(), 0), one = constant(x.getType(), 1);
  Value isZero =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, x, zero);
  Value negative =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLT, x, zero);
  Value other = arith::SelectOp::create(b, loc, negative, zero, one);
  return arith::SelectOp::create(b, loc, isZero, atZero, other);
}

Value Arithmetic::applyComplexFunction(Operator op, ArrayRef<Value> args) {
  const bool known =
      op == Operator::pow ||
      (op >= Operator::sqrt && op <= Operator::atanh && op != Operator::abs);
  if (!known)
    return nullptr;
  const std::string name =
      std::string("Kokkos::") + Strata::operator_info(op).name;
  return call(name, args, args[0].getType());
}

static arith::CmpFPredicate floatPredicate(Operator op) {
  switch (op) {
  case Operator::gt:
    return arith::CmpFPredicate::OGT;
  case Operator::lt:
    return arith::CmpFPredicate::OLT;
  case Operator::gte:
    return arith::CmpFPredicate::OGE;
  case Operator::lte:
    return arith::CmpFPredicate::OLE;
  case Operator::eq:
    return arith::CmpFPredicate::OEQ;
  default:
    return arith::CmpFPredicate::UNE;
  }
}

static arith::CmpIPredicate integerPredicate(Operator op, bool isSigned) {
  switch (op) {
  case Operator::gt:
    return isSigned ? arith::CmpIPredicate::sgt : arith::CmpIPredicate::ugt;
  case Operator::lt:
    return isSigned ? arith::CmpIPredicate::slt : arith::CmpIPredicate::ult;
  case Operator::gte:
    return isSigned ? arith::CmpIPredicate::sge : arith::CmpIPredicate::uge;
  case Operator::lte:
    return isSigned ? arith::CmpIPredicate::sle : arith::CmpIPredicate::ule;
  case Operator::eq:
    return arith::CmpIPredicate::eq;
  default:
    return arith::CmpIPredicate::ne;
  }
}

Value Arithmetic::compare(Operator op, Value x, Value y, ScalarType type) {
  if (Strata::is_complex(type))
    return op == Operator::eq
               ? complex::EqualOp::create(b, loc, x, y).getResult()
               : complex::NotEqualOp::create(b, loc, x, y).getResult();
  if (Strata::is_float(type))
    return arith::CmpFOp::create(b, loc, floatPredicate(op), x, y);
  return arith::CmpIOp::create(
      b, loc, integerPredicate(op, Strata::is_signed_integer(type)), x, y);
}

/// A call of a function that Strata_KernelMath.hpp, or Kokkos, has in C++.
Value Arithmetic::call(const std::string &library, ArrayRef<Value> args,
                       Type type) {
  auto module = b.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
  std::string name;
  llvm::raw_string_ostream(name) << library << "." << type;
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(module.getBody());
    function = func::FuncOp::create(
        b, loc, name, b.getFunctionType(ValueRange(args).getTypes(), {type}));
    function.setPrivate();
    function->setAttr(libraryAttr, b.getStringAttr(library));
  }
  return func::CallOp::create(b, loc, function, args).getResult(0);
}

} // namespace strata
