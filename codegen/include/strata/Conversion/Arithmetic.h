// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CONVERSION_ARITHMETIC_H
#define STRATA_CONVERSION_ARITHMETIC_H

#include "mlir/IR/Builders.h"

#include <Strata_IndexNotation.hpp>

namespace strata {

/// Emits arithmetic of index notation on values in registers (valueType). Those of
/// f16 and bf16 are f32 that a narrower number holds.
class Arithmetic {
public:
  /// `reassociate`: floating-point sums may be regrouped and contracted.
  Arithmetic(mlir::OpBuilder &builder, mlir::Location loc, bool reassociate)
      : b(builder), loc(loc), reassociate(reassociate) {}

  mlir::Value literal(const Strata::IndexExpr &literal);
  mlir::Value zero(Strata::ScalarType type);
  mlir::Value cast(mlir::Value value, Strata::ScalarType from,
                   Strata::ScalarType to);
  mlir::Value add(mlir::Value x, mlir::Value y, Strata::ScalarType type) {
    return apply(Strata::Operator::add, {x, y}, type);
  }
  /// A checked application to values of its arguments.
  mlir::Value apply(const Strata::IndexExpr &application,
                    llvm::ArrayRef<mlir::Value> args);
  mlir::Value equal(mlir::Value x, mlir::Value y, Strata::ScalarType type) {
    return compare(Strata::Operator::eq, x, y, type);
  }
  /// A checked reduction with one more term.
  mlir::Value combine(const Strata::IndexExpr &reduction, mlir::Value total,
                      mlir::Value term);
  /// An operator on arguments of its own type.
  /// \throws Strata::UnsupportedExpression for an operator without lowering.
  mlir::Value apply(Strata::Operator op, llvm::ArrayRef<mlir::Value> args,
                    Strata::ScalarType type);

private:
  mlir::Value evaluate(const Strata::IndexExpr &expr,
                       const Strata::Combiner &combiner, mlir::Value total,
                       mlir::Value term);
  mlir::Value applyFloat(Strata::Operator op, llvm::ArrayRef<mlir::Value> args);
  mlir::Value applyComplex(Strata::Operator op,
                           llvm::ArrayRef<mlir::Value> args);
  mlir::Value applyInteger(Strata::Operator op,
                           llvm::ArrayRef<mlir::Value> args, bool isSigned);
  mlir::Value applyBool(Strata::Operator op, llvm::ArrayRef<mlir::Value> args);
  mlir::Value divide(mlir::Value x, mlir::Value y, bool isSigned,
                     bool remainder);
  // Functions (ArithmeticFunctions.cpp); null: it is none
  mlir::Value applyFunction(Strata::Operator op,
                            llvm::ArrayRef<mlir::Value> args);
  mlir::Value applyComplexFunction(Strata::Operator op,
                                   llvm::ArrayRef<mlir::Value> args);
  mlir::Value heaviside(mlir::Value x, mlir::Value atZero);
  mlir::Value compare(Strata::Operator op, mlir::Value x, mlir::Value y,
                      Strata::ScalarType type);
  mlir::Value call(const std::string &library,
                   llvm::ArrayRef<mlir::Value> args, mlir::Type type);
  mlir::Value integer(mlir::Type type, int64_t value);
  mlir::Value constant(mlir::Type type, double real, double imaginary = 0);
  mlir::Value castReal(mlir::Value value, Strata::ScalarType from,
                       Strata::ScalarType to);
  mlir::Value roundToHalf(mlir::Value value, Strata::ScalarType from,
                          Strata::ScalarType to);

  mlir::OpBuilder &b;
  mlir::Location loc;
  bool reassociate;
};

} // namespace strata

#endif
