// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BodyEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "strata/Conversion/FlatNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#include <Strata_Error.hpp>

using namespace mlir;

namespace strata::cpp {

Expression BodyEmitter::expression(Value value) {
  auto name = names.find(value);
  if (name != names.end())
    return {name->second};
  Operation *op = value.getDefiningOp();
  if (!op)
    throw Strata::CodegenError("emit: a value has no name in C++");
  if (op->hasTrait<OpTrait::ConstantLike>())
    return constant(value);
  return operation(*op);
}

std::string BodyEmitter::element(Value buffer, ValueRange indices) {
  const BufferName &name = buffers[buffer];
  std::string list;
  if (name.indexOrder.empty())
    for (Value index : indices)
      list += (list.empty() ? "" : ", ") + text(index);
  for (int i : name.indexOrder)
    list += (list.empty() ? "" : ", ") + text(indices[i]);
  return list.empty() && isLocal(buffer) ? name.view
                                         : name.view + "(" + list + ")";
}

/// An element of an array of std::int64_t.
bool BodyEmitter::isSigned(Value value) {
  auto load = value.getDefiningOp<memref::LoadOp>();
  return load && buffers[load.getMemRef()].element == "std::int64_t";
}

std::string BodyEmitter::initializer(Value value) {
  auto cast = value.getDefiningOp<arith::IndexCastUIOp>();
  const bool changesSign =
      cast && !names.count(value) && cast.getIn().getType().isInteger(64) &&
      !isSigned(cast.getIn());
  return changesSign ? "std::int64_t(" + text(value) + ")" : text(value);
}

std::string BodyEmitter::wide(Value value, Precedence most) {
  Operation *op = value.getDefiningOp();
  const bool cast =
      op && !names.count(value) &&
      isa<arith::IndexCastOp, arith::IndexCastUIOp>(op);
  return cast ? "std::int64_t(" + text(value) + ")"
              : expression(value).within(most);
}

bool BodyEmitter::isUnsigned(Value value, int depth) {
  Operation *op = value.getDefiningOp();
  if (!op || depth > 8 || !isa<IntegerType>(value.getType()))
    return false;
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return buffers[load.getMemRef()].isUnsigned;
  if (isa<arith::ExtUIOp, arith::DivUIOp, arith::FPToUIOp, arith::ExtSIOp,
          arith::TruncIOp, arith::FPToSIOp, arith::DivSIOp, arith::RemUIOp,
          arith::RemSIOp, arith::MaxUIOp, arith::MinUIOp, arith::MaxSIOp,
          arith::MinSIOp>(op))
    return isa<arith::ExtUIOp, arith::DivUIOp, arith::FPToUIOp, arith::RemUIOp,
               arith::MaxUIOp, arith::MinUIOp>(op);
  if (auto callOp = dyn_cast<func::CallOp>(op))
    return callOp.getCallee().starts_with("unsigned_");
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op); loop || isa<scf::IfOp>(op))
    return false; // declared as signed
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return isUnsigned(operand, depth + 1);
  });
}

std::string BodyEmitter::withSign(Value value, bool unsignedWanted,
                                  Precedence most) {
  if (isa<IndexType>(value.getType()))
    return wide(value, most);
  Operation *op = value.getDefiningOp();
  const bool isConstant = op && op->hasTrait<OpTrait::ConstantLike>();
  if (value.getType().isInteger(1) || isConstant ||
      isUnsigned(value) == unsignedWanted)
    return expression(value).within(most);
  return "static_cast<" + typeName(value.getType(), unsignedWanted) + ">(" +
         text(value) + ")";
}

Expression BodyEmitter::binary(Operation &op, const char *symbol,
                               Precedence level, bool associative) {
  // Equal precedence on the right needs brackets: grouping is meaning.
  const auto tighter = static_cast<Precedence>(level - 1);
  const bool isUnsignedOp = isUnsigned(op.getResult(0));
  auto side = [&](unsigned i, Precedence most) {
    return isa<IntegerType>(op.getResult(0).getType())
               ? withSign(op.getOperand(i), isUnsignedOp, most)
               : wide(op.getOperand(i), most);
  };
  return {side(0, level) + " " + symbol + " " +
              side(1, associative ? level : tighter),
          level};
}

/// Integers narrower than int are computed as int: cut back to their width.
Expression BodyEmitter::arithmeticBinary(Operation &op, const char *symbol,
                                         Precedence level) {
  Expression e = binary(op, symbol, level, false);
  const Type type = op.getResult(0).getType();
  if (type.isInteger(8) || type.isInteger(16))
    return {"static_cast<" + typeName(type, isUnsigned(op.getResult(0))) +
            ">(" + e.text + ")"};
  return e;
}

Expression BodyEmitter::realComparison(arith::CmpFOp op) {
  using P = arith::CmpFPredicate;
  switch (op.getPredicate()) {
  case P::OEQ:
    return binary(*op, "==", equality, false);
  case P::UNE:
    return binary(*op, "!=", equality, false);
  case P::OGT:
    return binary(*op, ">", relation, false);
  case P::OLT:
    return binary(*op, "<", relation, false);
  case P::OGE:
    return binary(*op, ">=", relation, false);
  case P::OLE:
    return binary(*op, "<=", relation, false);
  default:
    throw Strata::CodegenError("emit: a comparison has no C++ form");
  }
}

Expression BodyEmitter::comparison(Operation &op) {
  if (auto real = dyn_cast<arith::CmpFOp>(op))
    return realComparison(real);
  using P = arith::CmpIPredicate;
  auto compare = cast<arith::CmpIOp>(op);
  const P p = compare.getPredicate();
  // bool elements are kept in bytes: "b != 0" is b.
  if (auto load = compare.getLhs().getDefiningOp<memref::LoadOp>();
      load && p == P::ne && buffers[load.getMemRef()].isBoolean &&
      matchPattern(compare.getRhs(), m_Zero()))
    return expression(compare.getLhs());
  static const char *symbols[] = {"==", "!=", "<", "<=", ">", ">=",
                                  "<",  "<=", ">", ">="};
  const bool unsignedOp = p >= P::ult;
  const bool any = p == P::eq || p == P::ne;
  const bool sign = any ? isUnsigned(compare.getLhs()) : unsignedOp;
  const Precedence level = any ? equality : relation;
  const auto tighter = static_cast<Precedence>(level - 1);
  return {withSign(compare.getLhs(), sign, tighter) + " " +
              symbols[static_cast<int>(p)] + " " +
              withSign(compare.getRhs(), sign, tighter),
          level};
}

Expression BodyEmitter::conversion(Operation &op) {
  Value from = op.getOperand(0);
  const Type to = op.getResult(0).getType();
  // Positions and coordinates: their View has the right signedness.
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return expression(from);
  // A truth value that goes to a bool element.
  if (isa<arith::ExtUIOp>(op) && from.getType().isInteger(1) &&
      to.isInteger(8) && op.hasOneUse() &&
      isa<memref::StoreOp>(*op.user_begin()))
    return expression(from);
  const bool unsignedFrom = isa<arith::ExtUIOp, arith::UIToFPOp>(op);
  const bool unsignedTo = isa<arith::ExtUIOp, arith::FPToUIOp>(op);
  if (isa<arith::FPToSIOp, arith::FPToUIOp>(op))
    return {"Strata::to_integer<" + typeName(to, unsignedTo) + ">(" +
            text(from) + ")"};
  const std::string value = isa<IntegerType>(from.getType())
                                ? withSign(from, unsignedFrom, conditional)
                                : text(from);
  return {"static_cast<" + typeName(to, unsignedTo) + ">(" + value + ")"};
}

std::string BodyEmitter::call(const char *function, Operation &op) {
  std::string list;
  for (Value operand : op.getOperands())
    list += (list.empty() ? "" : ", ") + wide(operand, conditional);
  return std::string(function) + "(" + list + ")";
}

/// A number among the operands is an int by itself; extents may be numbers.
std::string BodyEmitter::indexExtremum(const std::string &function,
                                       Operation &op) {
  const bool mixed = llvm::any_of(op.getOperands(), [&](Value operand) {
    return llvm::all_of(text(operand), llvm::isDigit);
  });
  return call((mixed ? function + "<std::int64_t>" : function).c_str(), op);
}

/// A conditional whose branches are expressions.
Expression BodyEmitter::choice(scf::IfOp op) {
  Value yes = op.thenYield().getOperand(0), no = op.elseYield().getOperand(0);
  const bool otherwiseFalse =
      no == op.getCondition() || matchPattern(no, m_Zero());
  if (yes.getType().isInteger(1) && otherwiseFalse)
    return {expression(op.getCondition()).within(conjunction) + " && " +
                expression(yes).within(equality),
            conjunction};
  return {expression(op.getCondition()).within(conjunction) + " ? " +
              wide(yes, conjunction) + " : " + wide(no, conjunction),
          conditional};
}

/// && and || of truth values, & and | of integers.
Expression BodyEmitter::logic(Operation &op) {
  const bool isAnd = isa<arith::AndIOp>(op);
  if (!op.getResult(0).getType().isInteger(1))
    return isAnd ? binary(op, "&", bitAnd, true) : binary(op, "|", bitOr, true);
  if (isAnd)
    return binary(op, "&&", conjunction, true);
  // && inside || is bracketed for the reader.
  return {expression(op.getOperand(0)).within(equality) + " || " +
              expression(op.getOperand(1)).within(equality),
          conditional};
}

Expression BodyEmitter::selection(arith::SelectOp select) {
  const bool sign = isUnsigned(select);
  return {expression(select.getCondition()).within(conjunction) + " ? " +
              withSign(select.getTrueValue(), sign, conjunction) + " : " +
              withSign(select.getFalseValue(), sign, conjunction),
          conditional};
}

/// Arithmetic and comparisons, which are operators of C++; or nothing.
std::optional<Expression> BodyEmitter::arithmetic(Operation &op) {
  using Result = std::optional<Expression>;
  return llvm::TypeSwitch<Operation *, Result>(&op)
      .Case<arith::AddIOp, arith::AddFOp, complex::AddOp>(
          [&](Operation *) { return arithmeticBinary(op, "+", sum); })
      .Case<arith::SubIOp, arith::SubFOp, complex::SubOp>(
          [&](Operation *) { return arithmeticBinary(op, "-", sum); })
      .Case<arith::MulIOp, arith::MulFOp, complex::MulOp>(
          [&](Operation *) { return arithmeticBinary(op, "*", product); })
      .Case<arith::DivUIOp, arith::DivSIOp, arith::DivFOp, complex::DivOp>(
          [&](Operation *) { return arithmeticBinary(op, "/", product); })
      .Case<arith::RemUIOp, arith::RemSIOp>(
          [&](Operation *) { return arithmeticBinary(op, "%", product); })
      .Case<complex::EqualOp>(
          [&](Operation *) { return binary(op, "==", equality, false); })
      .Case<complex::NotEqualOp>(
          [&](Operation *) { return binary(op, "!=", equality, false); })
      .Case<arith::AndIOp, arith::OrIOp>([&](Operation *) { return logic(op); })
      .Case<arith::XOrIOp>([&](Operation *) -> Result {
        if (!op.getResult(0).getType().isInteger(1))
          return std::nullopt;
        if (matchPattern(op.getOperand(1), m_One()))
          return Expression{"!" + expression(op.getOperand(0)).within(unary),
                            unary};
        return binary(op, "!=", equality, false);
      })
      .Case<arith::CmpIOp, arith::CmpFOp>(
          [&](Operation *) { return comparison(op); })
      .Case([&](arith::NegFOp neg) {
        return Expression{"-" + expression(neg.getOperand()).within(primary),
                          unary};
      })
      .Default([](Operation *) { return std::nullopt; });
}

Expression BodyEmitter::operation(Operation &op) {
  if (auto found = arithmetic(op))
    return *found;
  return llvm::TypeSwitch<Operation *, Expression>(&op)
      .Case([&](memref::LoadOp load) {
        return Expression{element(load.getMemRef(), load.getIndices())};
      })
      .Case<arith::MinUIOp, arith::MaxUIOp>([&](Operation *) {
        if (!isa<IndexType>(op.getResult(0).getType()))
          return extremum(op);
        return Expression{indexExtremum(
            isa<arith::MinUIOp>(op) ? "Kokkos::min" : "Kokkos::max", op)};
      })
      .Case<arith::MaxSIOp, arith::MinSIOp, arith::MaxNumFOp, arith::MinNumFOp>(
          [&](Operation *) { return extremum(op); })
      .Case<arith::RemFOp, complex::AbsOp>(
          [&](Operation *) { return mathFunction(op); })
      .Case([&](arith::SelectOp select) { return selection(select); })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtUIOp,
            arith::ExtSIOp, arith::TruncIOp, arith::ExtFOp, arith::TruncFOp,
            arith::SIToFPOp, arith::UIToFPOp, arith::FPToSIOp, arith::FPToUIOp>(
          [&](Operation *) { return conversion(op); })
      .Case([&](complex::CreateOp create) {
        return Expression{
            call(typeName(create.getType()).c_str(), *create.getOperation())};
      })
      .Case<complex::ReOp>([&](Operation *) { return part(op, ".real()"); })
      .Case<complex::ImOp>([&](Operation *) { return part(op, ".imag()"); })
      .Case([&](scf::IfOp branch) { return choice(branch); })
      .Case([&](func::CallOp callOp) { return libraryCall(callOp); })
      .Default([&](Operation *unknown) -> Expression {
        if (isa<math::MathDialect>(unknown->getDialect()))
          return mathFunction(*unknown);
        throw Strata::CodegenError("emit: '" +
                                   unknown->getName().getStringRef().str() +
                                   "' has no C++ form");
      });
}

} // namespace strata::cpp
