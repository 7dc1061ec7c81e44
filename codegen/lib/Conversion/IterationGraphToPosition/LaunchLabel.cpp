// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LaunchLabel.h"

#include "strata/Analysis/ExprUtils.h"
#include "llvm/ADT/SetVector.h"

#include <Strata_FormatName.hpp>

namespace strata {

using Strata::IndexExpr;
using Strata::IndexExprPtr;
using Kind = IndexExpr::Kind;

/// Without the sums that Einstein's convention implies: those around one term.
static IndexExprPtr withoutImpliedSums(const IndexExprPtr &rhs) {
  IndexExprPtr body = rhs;
  while (body->kind == Kind::reduce && body->op == Strata::Operator::add)
    body = body->args[0];
  const bool isTerm =
      body->kind != Kind::reduce &&
      !(body->kind == Kind::apply && (body->op == Strata::Operator::add ||
                                      body->op == Strata::Operator::sub));
  return isTerm ? body : rhs;
}

/// "; A, B: CSR; C: COO(3)"
static std::string formatsText(const ConcreteStatement &statement,
                               const Strata::TensorDeclarations &tensors) {
  llvm::SetVector<llvm::StringRef> names;
  names.insert(statement.lhs.tensor);
  walk(statement.rhs, [&](const IndexExprPtr &e) {
    if (e->kind == Kind::access)
      names.insert(e->access.tensor);
  });
  std::vector<std::pair<std::string, std::string>> groups;
  for (llvm::StringRef name : names) {
    const Strata::TensorFormat &format = tensors.at(name.str()).format;
    if (format.is_dense())
      continue;
    auto same = llvm::find_if(
        groups, [&](const auto &g) { return g.first == Strata::name_of(format); });
    if (same == groups.end())
      groups.emplace_back(Strata::name_of(format), name.str());
    else
      same->second += ", " + name.str();
  }
  std::string text;
  for (const auto &[format, members] : groups)
    text += "; " + members + ": " + format;
  return text;
}

std::string LaunchLabels::next(const ConcreteStatement &statement,
                               const Strata::TensorDeclarations &tensors) {
  std::string label = "Strata::" + kernel + "[";
  label += Strata::to_string(*Strata::make_access(statement.lhs));
  label += statement.accumulate ? " += " : " = ";
  label += Strata::to_string(*withoutImpliedSums(statement.rhs));
  label += formatsText(statement, tensors) + "]";
  const int number = used[label]++;
  return number ? label + "#" + std::to_string(number) : label;
}

} // namespace strata
