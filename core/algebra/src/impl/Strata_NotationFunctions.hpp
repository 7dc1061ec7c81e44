// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_NOTATION_FUNCTIONS_HPP
#define STRATA_IMPL_NOTATION_FUNCTIONS_HPP

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <Strata_IndexNotation.hpp>

namespace Strata::Impl {

/// Operator that is called by name: "sqrt" … "neq".
std::optional<Operator> find_function(std::string_view name);
/// Operator of "sum", "reduce_min" … "reduce_product".
std::optional<Operator> find_reduction(std::string_view name);
/// Spelling of a reduction. \pre find_reduction returns op for some name.
const char* reduction_name(Operator op);

/// Words that are literals: true, false, inf, nan.
bool is_literal_word(std::string_view name);
/// True for names that a call cannot mean as a tensor.
bool is_function_name(std::string_view name);

/// Adds every index variable that an expression uses (reductions' included).
void collect_variables(const IndexExpr& e, std::set<std::string>& variables);
void collect_variables(const Access& a, std::set<std::string>& variables);

/// Prints a node; names in `variables` are no order-0 tensors when bare.
std::string print_expression(const IndexExpr& e,
                             const std::set<std::string>& variables);
std::string print_access(const Access& a,
                         const std::set<std::string>& variables);

}  // namespace Strata::Impl

#endif
