// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ANALYSIS_EXPRUTILS_H
#define STRATA_ANALYSIS_EXPRUTILS_H

#include <Strata_IndexNotation.hpp>

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace strata {

using Strata::Access;
using Strata::IndexExpr;
using Strata::IndexExprPtr;

/// "B(i,k)", "B(i(2,8),k)": identifies an access; equal accesses share their
/// iterators.
std::string accessKey(const Access &access);

/// True when `access` has `variable` among its indices.
bool usesVariable(const Access &access, const std::string &variable);

/// \p expr with what is computed from literals alone as one literal: it is absent beside
/// something absent, as a number that is written out.
IndexExprPtr withFoldedLiterals(const IndexExprPtr &expr);

/// Calls `f` on every node, parents first.
void walk(const IndexExprPtr &expr,
          const std::function<void(const IndexExprPtr &)> &f);

/// Variables of `expr` that no reduction inside it binds, in order of
/// appearance; those that pinned ones follow, too.
std::vector<std::string> freeVariables(const IndexExprPtr &expr);

/// True when `expr` holds a reduction.
bool containsReduction(const IndexExprPtr &expr);

/// Rebuilds `expr` bottom-up: `f` maps a node whose operands are rebuilt
/// already to its replacement.
IndexExprPtr rewrite(const IndexExprPtr &expr,
                     const std::function<IndexExprPtr(IndexExprPtr)> &f);

/// `expr` with other operands.
IndexExprPtr withArgs(const IndexExpr &expr, std::vector<IndexExprPtr> args);

} // namespace strata

#endif
