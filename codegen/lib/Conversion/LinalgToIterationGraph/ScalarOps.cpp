// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops of arith and complex -> index notation.
#include "ScalarOps.h"

#include "Casts.h"
#include "Comparisons.h"
#include "Extrema.h"
#include "LibraryOps.h"
#include "Refusal.h"
#include "ScalarFunctions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/TypeUtilities.h"
#include "strata/Dialect/ScalarTypes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mlir;
using Strata::IndexExpr;
using Strata::IndexExprPtr;
using Strata::Operator;
using Strata::ScalarType;
using Args = ArrayRef<IndexExprPtr>;

namespace strata {

ScalarType scalarTypeOf(Operation *op, Value value) {
  const Type type = getElementTypeOrSelf(value.getType());
  if (value.getType().isIndex())
    return ScalarType::i64;
  if (auto scalar = scalarType(type))
    return *scalar;
  std::string text;
  llvm::raw_string_ostream(text) << type;
  refuse(op, "element type",
         "i1, i8 to i64, f16, bf16, f32, f64 or complex of f32 or f64", text,
         "cast to one of them");
}

static double toDouble(Attribute attr) {
  return cast<FloatAttr>(attr).getValueAsDouble();
}

IndexExprPtr literalFrom(Operation *op, Attribute attr, ScalarType type) {
  if (auto i = dyn_cast<IntegerAttr>(attr)) {
    if (type == ScalarType::boolean)
      return Strata::make_literal(!i.getValue().isZero(), type);
    if (Strata::is_integer(type))
      return Strata::make_literal(i.getValue().getSExtValue(), type);
  }
  if (isa<FloatAttr>(attr) && Strata::is_float(type))
    return Strata::make_literal(toDouble(attr), type);
  if (auto pair = dyn_cast<ArrayAttr>(attr))
    if (pair.size() == 2 && Strata::is_complex(type))
      return Strata::make_literal(
          std::complex<double>(toDouble(pair[0]), toDouble(pair[1])), type);
  refuse(op, "value", "a number", "another attribute",
         "use arith.constant or complex.constant");
}

bool isZero(const IndexExprPtr &e) {
  if (e->kind != IndexExpr::Kind::literal)
    return false;
  auto isPlusZero = [](double v) { return v == 0 && !std::signbit(v); };
  return std::visit(
      [&](auto v) {
        if constexpr (std::is_same_v<decltype(v), std::complex<double>>)
          return isPlusZero(v.real()) && isPlusZero(v.imag());
        else
          return isPlusZero(static_cast<double>(v));
      },
      e->literal);
}

IndexExprPtr widened(const IndexExprPtr &e) {
  const ScalarType type = Strata::compute_type(e->type);
  if (type == e->type)
    return e;
  return e->kind == IndexExpr::Kind::literal
             ? Strata::make_literal(std::get<double>(e->literal), type)
             : Strata::make_cast(type, e);
}

/// The operator of index notation that means the same on \p type.
static std::optional<Operator> plainOperator(Operation *op, ScalarType type) {
  using Result = std::optional<Operator>;
  if (type == ScalarType::boolean)
    return llvm::TypeSwitch<Operation *, Result>(op)
        .Case<arith::OrIOp>([](auto) { return Operator::add; })
        .Case<arith::AndIOp, arith::MulIOp>([](auto) { return Operator::mul; })
        .Case<arith::XOrIOp, arith::AddIOp, arith::SubIOp>(
            [](auto) { return Operator::neq; })
        .Default(std::nullopt);
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<arith::AddFOp, arith::AddIOp, complex::AddOp>(
          [](auto) { return Operator::add; })
      .Case<arith::SubFOp, arith::SubIOp, complex::SubOp>(
          [](auto) { return Operator::sub; })
      .Case<arith::MulFOp, arith::MulIOp, complex::MulOp>(
          [](auto) { return Operator::mul; })
      .Case<arith::DivFOp, arith::DivSIOp, complex::DivOp>(
          [](auto) { return Operator::div; })
      .Case<arith::NegFOp, complex::NegOp>([](auto) { return Operator::neg; })
      .Default(functionOf(op));
}

/// 0 - x on integers and complex numbers is -x; on floats its zeros differ.
static bool isNegation(Operation *op, Args args) {
  return isa<arith::SubIOp, complex::SubOp>(op) && isZero(args[0]);
}

/// complex.create of two numbers, or of a real part alone.
static IndexExprPtr readCreate(Args args, ScalarType type) {
  if (args[0]->kind == IndexExpr::Kind::literal &&
      args[1]->kind == IndexExpr::Kind::literal)
    return Strata::make_literal(
        std::complex<double>(std::get<double>(args[0]->literal),
                             std::get<double>(args[1]->literal)),
        type);
  return isZero(args[1]) ? Strata::make_cast(type, args[0]) : nullptr;
}

/// Null when \p op has no counterpart.
static IndexExprPtr tryRead(Operation *op, Args args, ScalarType type) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return literalFrom(op, constant.getValue(), type);
  if (auto constant = dyn_cast<complex::ConstantOp>(op))
    return literalFrom(op, constant.getValue(), type);
  if (isa<complex::CreateOp>(op))
    return readCreate(args, type);
  if (args.size() == 1)
    if (IndexExprPtr cast = readCast(op, args, type))
      return cast;
  type = Strata::compute_type(type);
  if (type != ScalarType::boolean && isNegation(op, args))
    return Strata::make_apply(Operator::neg, {args[1]}, type);
  if (isa<arith::SelectOp>(op))
    return Strata::make_apply(Operator::select, {args.begin(), args.end()},
                              type);
  if (auto extremum = extremumWithNan(op))
    return withNan(*extremum, args[0], args[1]);
  if (auto plain = plainOperator(op, type))
    return Strata::make_apply(*plain, {args.begin(), args.end()}, type);
  if (auto function = unsignedFunctionOf(op);
      function && type != ScalarType::boolean) {
    const IndexExprPtr x = asUnsigned(args[0]), y = asUnsigned(args[1]);
    return Strata::make_cast(type,
                             Strata::make_apply(*function, {x, y}, x->type));
  }
  return readComparison(op, args);
}

void refuseScalarOp(Operation *op) {
  refuseLibraryOp(op);
  refuse(
      op, "", "an operation of arith, math or complex that index notation has",
      "another operation",
      "index notation has no kernel for it: compute it in a loop of its own");
}

IndexExprPtr readScalarOp(Operation *op, Args args) {
  if (op->getNumResults() == 1)
    if (IndexExprPtr e = tryRead(op, args, scalarTypeOf(op, op->getResult(0))))
      return e;
  refuseScalarOp(op);
}

} // namespace strata
