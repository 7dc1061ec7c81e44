// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that are calls in C++.
#include "BodyEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "strata/Conversion/FlatNames.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace strata::cpp {

/// A function of Strata_Kernel.hpp.
Expression BodyEmitter::libraryCall(func::CallOp callOp) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      callOp, callOp.getCalleeAttr());
  auto library = callee->getAttrOfType<StringAttr>(libraryAttr);
  std::string list;
  for (Value operand : callOp.getOperands())
    list += (list.empty() ? "" : ", ") + (isa<MemRefType>(operand.getType())
                                              ? buffers[operand].view
                                              : wide(operand, conditional));
  const std::string space = library.strref().contains("::") ? "" : "Strata::";
  return {space + library.str() + "(" + list + ")"};
}

/// The greater or the smaller of two numbers; not of indices.
Expression BodyEmitter::extremum(Operation &op) {
  const bool isMax =
      isa<arith::MaxNumFOp, arith::MaxSIOp, arith::MaxUIOp>(op);
  const std::string name = isMax ? "maximum" : "minimum";
  const Type type = op.getResult(0).getType();
  if (isa<FloatType>(type))
    return {call(("Strata::" + name).c_str(), op)};
  const bool sign = isa<arith::MaxUIOp, arith::MinUIOp>(op);
  return {"Strata::" + name + "<" + typeName(type, sign) + ">(" +
          withSign(op.getOperand(0), sign, conditional) + ", " +
          withSign(op.getOperand(1), sign, conditional) + ")"};
}

/// A function of Kokkos, by the name of the operation but for a few.
Expression BodyEmitter::mathFunction(Operation &op) {
  const std::string name =
      llvm::TypeSwitch<Operation *, std::string>(&op)
          .Case<math::AbsFOp>([](Operation *) { return "fabs"; })
          .Case<math::PowFOp>([](Operation *) { return "pow"; })
          .Case<arith::RemFOp>([](Operation *) { return "fmod"; })
          .Case<complex::AbsOp>([](Operation *) { return "abs"; })
          .Default([](Operation *other) {
            return other->getName().stripDialect().str();
          });
  return {call(("Kokkos::" + name).c_str(), op)};
}

Expression BodyEmitter::part(Operation &op, const char *name) {
  return {expression(op.getOperand(0)).within(primary) + name};
}

} // namespace strata::cpp
