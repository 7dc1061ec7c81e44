// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/SumFactors.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/FibreLengths.h"

#include <algorithm>
#include <cmath>

namespace strata {

namespace {

using Statement = Strata::CheckedAssignment;
using Lengths = std::map<std::string, double>;

/// The factors of what \p expr adds up, sums inside of it included.
void collectFactors(const IndexExprPtr &expr, std::vector<IndexExprPtr> &out) {
  const bool isSum = expr->kind == IndexExpr::Kind::reduce && expr->op == Strata::Operator::add;
  const bool isProduct =
      expr->kind == IndexExpr::Kind::apply && expr->op == Strata::Operator::mul;
  if (!isSum && !isProduct)
    return out.push_back(expr);
  for (const IndexExprPtr &arg : expr->args)
    collectFactors(arg, out);
}

/// Terms that \p access leaves of a sum over \p variable: the fibres of its last level, or
/// all of an extent; none: it stores the variable elsewhere.
std::optional<double> termsOf(const Access &access, const std::string &variable,
                              const Statement &stmt, const Lengths &fibres) {
  const Strata::TensorFormat &format = stmt.tensors.at(access.tensor).format;
  const auto extent = stmt.extents.find(variable);
  if (format.is_dense())
    return extent == stmt.extents.end() ? 0.0 : static_cast<double>(extent->second);
  const int last = format.dimension_of_level(format.lvl_rank() - 1);
  const auto length = fibres.find(access.tensor);
  if (access.indices[last].variable != variable || length == fibres.end())
    return std::nullopt;
  return length->second;
}

/// Zero: no factor is the same in all terms of \p sum, or nobody knows how many there are.
double termsOf(const IndexExprPtr &sum, const Statement &stmt, const Lengths &fibres) {
  std::vector<IndexExprPtr> factors;
  collectFactors(sum, factors);
  bool hasCommon = false, isKnown = true;
  double terms = HUGE_VAL;
  for (const IndexExprPtr &factor : factors) {
    bool differs = false;
    walk(factor, [&](const IndexExprPtr &e) {
      if (e->kind != IndexExpr::Kind::access || !usesVariable(e->access, sum->variable))
        return;
      const auto own = termsOf(e->access, sum->variable, stmt, fibres);
      differs = true;
      isKnown &= own.has_value();
      terms = std::min(terms, own.value_or(0));
    });
    hasCommon |= !differs && factor->kind != IndexExpr::Kind::literal;
  }
  return hasCommon && isKnown && terms < HUGE_VAL ? terms : 0;
}

} // namespace

std::optional<FactoredSums> factoredSums(const CompileRequest &request) {
  const bool forHost = request.chip.empty() && request.options.backend == Strata::Backend::jit;
  if (!forHost || request.options.strict || request.options.sums == Strata::Sums::plain)
    return std::nullopt;
  const Lengths fibres = averageFibreLengths(request);
  std::vector<Statement> all{request.stmt};
  all.insert(all.end(), request.followers.begin(), request.followers.end());
  FactoredSums longest;
  for (const Statement &stmt : all) {
    if (!stmt.assignment.rhs) // loops that were written by hand
      continue;
    walk(stmt.assignment.rhs, [&](const IndexExprPtr &e) {
      if (e->kind != IndexExpr::Kind::reduce || e->op != Strata::Operator::add)
        return;
      if (const double terms = termsOf(e, stmt, fibres); terms > longest.terms)
        longest = {e->variable, terms};
    });
  }
  if (longest.terms < termsForFactors)
    return std::nullopt;
  return longest;
}

/// Three of four registers: what is added needs some, too.
std::int64_t bytesOfFactoredSums(const CompileRequest &request) {
  const std::int64_t registers = request.vectorBytes == 64 ? 32 : 16;
  const std::int64_t bytes = std::max(request.vectorBytes, 8);
  return factoredSums(request) ? registers * 3 / 4 * bytes : 0;
}

} // namespace strata
