// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_DEFINITIONS_HPP
#define STRATA_IMPL_DEFINITIONS_HPP

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <Strata_UserOperator.hpp>

namespace Strata::Impl {

using Definitions = std::map<std::string, OperatorDefinition, std::less<>>;
using Arguments   = std::map<std::string, IndexExprPtr>;

/// `e` with its arguments replaced.
IndexExprPtr substitute(const IndexExprPtr& e, const Arguments& arguments);
/// Nodes of an expression.
std::size_t size_of_expression(const IndexExpr& e);

/// The definition applied to arguments, its properties spelled out. \pre as many as
/// parameters.
IndexExprPtr instantiate(const OperatorDefinition& definition,
                         const std::vector<IndexExprPtr>& args);

/// "or", stored …
IndexExprPtr stored_of(IndexExprPtr e);
IndexExprPtr all_of(const std::vector<IndexExprPtr>& conditions);

/// A named region over the parameters; null: there is none of that name for so many.
IndexExprPtr named_region(std::string_view name,
                          const std::vector<std::string>& parameters);

/// How a reduction with the operator combines. \throws UnsupportedExpression unless it
/// has two parameters and an identity.
std::shared_ptr<const Combiner> combiner_of(const OperatorDefinition& definition);
/// "(x, y) = x + y from 0".
std::string to_string(const Combiner& combiner);
/// Inverse of to_string, typed for a reduction of `type`.
std::shared_ptr<const Combiner> parse_combiner(std::string_view text, ScalarType type);
/// Types a combiner for a reduction of `type`. \throws UnsupportedExpression if its
/// result does not convert to it.
std::shared_ptr<const Combiner> typed_combiner(const Combiner& combiner, ScalarType type);

/// Finds user operators by name; null: there is none.
using FindDefinition = std::function<const OperatorDefinition*(std::string_view)>;
/// The semiring of two names; `find` knows those of user operators.
Semiring semiring_of(const std::string& add, const std::string& multiply,
                     const FindDefinition& find);

/// Step of check(): the operators of a semiring for + and *. \pre sums are explicit.
void apply_semiring(Assignment& a, TensorDeclarations& tensors);

}  // namespace Strata::Impl

#endif
