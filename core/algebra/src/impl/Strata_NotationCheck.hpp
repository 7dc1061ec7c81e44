// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_NOTATION_CHECK_HPP
#define STRATA_IMPL_NOTATION_CHECK_HPP

#include <cstdint>
#include <map>
#include <string>

#include <Strata_Error.hpp>
#include <Strata_IndexNotation.hpp>

/// \file
/// The steps of check(), in their order.
namespace Strata::Impl {

/// Throws E with a caret under a place of the statement's text.
template <class E>
[[noreturn]] void fail_at(const Assignment& a, const std::string& what,
                          SourceRange where) {
  if (a.text.empty()) throw E(what + "\n  " + to_string(a));
  throw E(caret_message(what, a.text, where.begin, where.end));
}

/// Step 1: every tensor is declared and has as many indices as dimensions.
void check_declarations(const Assignment& a, const TensorDeclarations& tensors);

/// A sum or another reduction stands in `e`.
bool has_reduction(const IndexExpr& e);

/// Step 2: explicit summations, reduction variables renamed apart.
struct ExplicitSums {
  IndexExprPtr rhs;
  /// A variable that renaming made → the variable of the text it must agree
  /// with in extent (summations that were implicit).
  std::map<std::string, std::string> origin;
  /// Every variable that renaming made → what it is called in the text.
  std::map<std::string, std::string> spelled;
};
ExplicitSums make_sums_explicit(const Assignment& a);

/// What gives the extent of a reduction over a variable that nothing inside of it has:
/// a tensor, of which the variable indexes one dimension; the other indices are empty.
struct ExtentSource {
  Access access;
  std::int64_t extent = 0;
};
/// By variable.
using ExtentSources = std::map<std::string, ExtentSource>;
ExtentSources find_extent_sources(const Assignment& a, const ExplicitSums& sums,
                                  const TensorDeclarations& tensors);
/// Notes them as `access` of the reductions.
IndexExprPtr with_extent_sources(const IndexExprPtr& e, const ExtentSources& sources);

/// Step 3: extents of all variables; fills in those of the result.
std::map<std::string, std::int64_t> infer_extents(
    const Assignment& a, const std::map<std::string, std::string>& origin,
    const ExtentSources& sources, TensorDeclarations& tensors);

/// Step 4: types every node, inserts casts.
IndexExprPtr type_expression(const Assignment& a,
                             const TensorDeclarations& tensors);

/// The type of the right-hand side before it is converted to the result's. A result
/// that is bool, the narrowest type, widens no sum.
ScalarType type_without_result(const Assignment& a,
                               const TensorDeclarations& tensors);

}  // namespace Strata::Impl

#endif
