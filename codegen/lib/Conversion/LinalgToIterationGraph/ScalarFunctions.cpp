// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of arith, math and complex -> index notation.
#include "ScalarFunctions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using Strata::Operator;
using Function = std::optional<Operator>;

namespace strata {

static Function arithFunction(Operation *op) {
  return TypeSwitch<Operation *, Function>(op)
      .Case<arith::RemFOp, arith::RemSIOp>([](auto) { return Operator::mod; })
      .Case<arith::MaxNumFOp, arith::MaximumFOp, arith::MaxSIOp>(
          [](auto) { return Operator::max; })
      .Case<arith::MinNumFOp, arith::MinimumFOp, arith::MinSIOp>(
          [](auto) { return Operator::min; })
      .Default(std::nullopt);
}

static Function powerFunction(Operation *op) {
  return TypeSwitch<Operation *, Function>(op)
      .Case<math::SqrtOp, complex::SqrtOp>([](auto) { return Operator::sqrt; })
      .Case<math::CbrtOp>([](auto) { return Operator::cbrt; })
      .Case<math::AbsFOp, math::AbsIOp, complex::AbsOp>(
          [](auto) { return Operator::abs; })
      .Case<math::ExpOp, complex::ExpOp>([](auto) { return Operator::exp; })
      .Case<math::LogOp, complex::LogOp>([](auto) { return Operator::log; })
      .Case<math::Log10Op>([](auto) { return Operator::log10; })
      .Case<math::PowFOp, math::IPowIOp, complex::PowOp>(
          [](auto) { return Operator::pow; })
      .Default(std::nullopt);
}

static Function circularFunction(Operation *op) {
  return TypeSwitch<Operation *, Function>(op)
      .Case<math::SinOp, complex::SinOp>([](auto) { return Operator::sin; })
      .Case<math::CosOp, complex::CosOp>([](auto) { return Operator::cos; })
      .Case<math::TanOp, complex::TanOp>([](auto) { return Operator::tan; })
      .Case<math::AsinOp>([](auto) { return Operator::asin; })
      .Case<math::AcosOp>([](auto) { return Operator::acos; })
      .Case<math::AtanOp>([](auto) { return Operator::atan; })
      .Case<math::Atan2Op>([](auto) { return Operator::atan2; })
      .Default(std::nullopt);
}

static Function hyperbolicFunction(Operation *op) {
  return TypeSwitch<Operation *, Function>(op)
      .Case<math::SinhOp>([](auto) { return Operator::sinh; })
      .Case<math::CoshOp>([](auto) { return Operator::cosh; })
      .Case<math::TanhOp, complex::TanhOp>([](auto) { return Operator::tanh; })
      .Case<math::AsinhOp>([](auto) { return Operator::asinh; })
      .Case<math::AcoshOp>([](auto) { return Operator::acosh; })
      .Case<math::AtanhOp>([](auto) { return Operator::atanh; })
      .Default(std::nullopt);
}

Function functionOf(Operation *op) {
  for (auto find :
       {arithFunction, powerFunction, circularFunction, hyperbolicFunction})
    if (Function function = find(op))
      return function;
  return std::nullopt;
}

Function unsignedFunctionOf(Operation *op) {
  return TypeSwitch<Operation *, Function>(op)
      .Case<arith::DivUIOp>([](auto) { return Operator::div; })
      .Case<arith::RemUIOp>([](auto) { return Operator::mod; })
      .Case<arith::MaxUIOp>([](auto) { return Operator::max; })
      .Case<arith::MinUIOp>([](auto) { return Operator::min; })
      .Default(std::nullopt);
}

} // namespace strata
