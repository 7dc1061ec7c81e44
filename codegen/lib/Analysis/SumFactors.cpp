// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/SumFactors.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/FibreLengths.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace strata {

namespace {

using Statement = Strata::CheckedAssignment;
using Lengths = std::map<std::string, double>;

/// Nothing is known of loops that were written by hand.
void forEachOperand(const Statement &stmt, const std::function<void(const Access &)> &f) {
  if (!stmt.assignment.rhs)
    return;
  walk(stmt.assignment.rhs, [&](const IndexExprPtr &e) {
    if (e->kind == IndexExpr::Kind::access)
      f(e->access);
  });
}

std::set<std::string> summedVariables(const Statement &stmt) {
  std::set<std::string> out;
  forEachOperand(stmt, [&](const Access &access) {
    for (const Strata::IndexArg &index : access.indices)
      if (!usesVariable(stmt.assignment.lhs, index.variable))
        out.insert(index.variable);
  });
  return out;
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

/// Zero: not all terms have a factor in common, or nobody knows how many there are.
double termsOf(const std::string &variable, const Statement &stmt, const Lengths &fibres) {
  bool hasFactor = false, isKnown = true;
  double terms = HUGE_VAL;
  forEachOperand(stmt, [&](const Access &access) {
    if (!usesVariable(access, variable)) {
      hasFactor = true;
      return;
    }
    const auto own = termsOf(access, variable, stmt, fibres);
    isKnown &= own.has_value();
    terms = std::min(terms, own.value_or(0));
  });
  return hasFactor && isKnown ? terms : 0;
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
  for (const Statement &stmt : all)
    for (const std::string &variable : summedVariables(stmt))
      if (const double terms = termsOf(variable, stmt, fibres); terms > longest.terms)
        longest = {variable, terms};
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
