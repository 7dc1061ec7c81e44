// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Dialect/OperatorNames.h"

using Strata::Operator;

namespace strata {

llvm::StringRef mnemonicOf(Operator op) {
  switch (op) {
  case Operator::neg:
    return "neg";
  case Operator::add:
    return "add";
  case Operator::sub:
    return "sub";
  case Operator::mul:
    return "mul";
  case Operator::div:
    return "div";
  default:
    return Strata::operator_info(op).name;
  }
}

mlir::StringAttr combinerAttr(mlir::MLIRContext *context, Operator op) {
  return op == Operator::add ? mlir::StringAttr()
                             : mlir::StringAttr::get(context, mnemonicOf(op));
}

Operator combinerNamed(std::optional<llvm::StringRef> name) {
  return name ? operatorFromMnemonic(*name).value() : Operator::add;
}

std::optional<Operator> operatorFromMnemonic(llvm::StringRef name) {
  for (int f = 0; f <= static_cast<int>(Operator::any); ++f)
    if (mnemonicOf(static_cast<Operator>(f)) == name)
      return static_cast<Operator>(f);
  return std::nullopt;
}

} // namespace strata
