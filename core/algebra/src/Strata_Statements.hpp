// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_STATEMENTS_HPP
#define STRATA_STATEMENTS_HPP

#include <string>
#include <string_view>
#include <vector>

#include <Strata_IndexNotation.hpp>

/// \file
/// Several statements of index notation, one after the other.
namespace Strata {

/// The texts of several statements, separated by `;` or by the ends of lines; a line
/// that ends inside parentheses or behind an operator, or that does not begin with a
/// name, goes on. Empty ones are left out. Operators that are defined and a semiring
/// hold for all statements behind them, whose texts they become part of. "t(i) = A(i,j) * x(j); y(i) = 2 * t(i)"
std::vector<std::string> split_statements(std::string_view text);

/// Parses several statements. \throws ParseError, also where there is none.
std::vector<Assignment> parse_statements(std::string_view text);

/// The type that the right-hand side computes in when nothing is said of the tensor
/// on the left, which need not be declared. \throws as check().
ScalarType inferred_type(const Assignment& a, TensorDeclarations tensors);

/// True when the statement reads the tensor, or adds to it.
bool reads(const Assignment& a, std::string_view tensor);

/// `tensors` with the extents of all results, and with the temporaries of several
/// statements: what one of them assigns with `=`, without reading it, and nobody has
/// declared. They are dense and of inferred_type(). \throws as check().
TensorDeclarations declare_statements(const std::vector<Assignment>& statements,
                                      TensorDeclarations tensors);

}  // namespace Strata

#endif
