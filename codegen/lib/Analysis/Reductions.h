// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_ANALYSIS_REDUCTIONS_H
#define STRATA_LIB_ANALYSIS_REDUCTIONS_H

#include "strata/Analysis/ExprUtils.h"

namespace strata {

/// A term as a chain of reductions with one operator, mostly summations, around a
/// body that is none.
struct SumChain {
  std::vector<std::string> variables;
  IndexExprPtr body;
};

/// The reductions with \p op at the root of `term`.
SumChain rootChain(const IndexExprPtr &term,
                   Strata::Operator op = Strata::Operator::add);

/// True when terms may be reduced in any order and in parts, also where nothing is
/// known about numbers but their type.
bool reducesInParts(Strata::Operator op);

/// The same, with summations pulled out of products, negations and numerators of
/// fractions that are not of integers (distributivity) where only one factor holds summations.
SumChain pulledChain(const IndexExprPtr &term);

/// sum(v0, sum(v1, … body)), or reductions with another operator.
IndexExprPtr wrapSums(const std::vector<std::string> &variables,
                      IndexExprPtr body,
                      Strata::Operator op = Strata::Operator::add);

/// Sorts the variables of every chain of reductions with one operator inside `expr`
/// as they stand in `order`.
IndexExprPtr sortSums(const IndexExprPtr &expr,
                      const std::vector<std::string> &order);

/// Top-level terms of a sum, with their signs applied.
std::vector<IndexExprPtr> additiveTerms(const IndexExprPtr &expr);

/// True when what is computed from parts of each operand adds up to what is computed
/// from the whole: sums, products, negations, and conversions to wider numbers.
bool isAddedUp(const IndexExprPtr &expr);

/// Outermost reductions of `expr` (not `expr` itself, nor its root chain).
std::vector<IndexExprPtr> nestedReductions(const IndexExprPtr &expr);

} // namespace strata

#endif
