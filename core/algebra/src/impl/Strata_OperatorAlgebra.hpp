// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_OPERATOR_ALGEBRA_HPP
#define STRATA_IMPL_OPERATOR_ALGEBRA_HPP

#include <impl/Strata_Number.hpp>

namespace Strata::Impl {

/// What an operator makes of absent arguments, by the operator table alone.
struct Absence {
  enum class Decides {
    nothing,      ///< compute with the values of the absent arguments
    value,        ///< one annihilates: the result is absent, with `value`
    first,        ///< the result is the first argument
    second,       ///< the result is the second argument
    minus_second  ///< the result is the second argument, negated
  };
  Decides decides = Decides::nothing;
  Number value;
};

/// Of an operator on two arguments. Null: the argument is not absent. Infinity and NaN in the other one change
/// nothing: absent * inf is absent.
Absence what_absence_decides(Operator op, const Number* first,
                             const Number* second);

/// Neutral element of an operator: what nothing at all reduces to.
Number identity(Operator op, ScalarType type);
/// What an operator on such a number gives whatever the other one is, in numbers of
/// which there are such: true or false, 0 in a product of integers.
std::optional<Number> annihilator(Operator op, ScalarType type);

// The same of a reduction, with an operator or a combiner.
Number identity(const IndexExpr& reduction);
std::optional<Number> annihilator(const IndexExpr& reduction);
/// The reduction with one more term.
Number combine(const IndexExpr& reduction, const Number& total, const Number& term);
/// A checked expression without accesses; absent. 
Number constant_of(const IndexExpr& e, ScalarType type);

/// The same number; NaN equals NaN. \pre of one type.
bool equals(const Number& a, const Number& b);

/// A reduction of absent terms of which each is `term`; empty: it depends on their
/// number. Without any term it is absent all the same.
std::optional<Number> reduce_absent(const IndexExpr& reduction, const Number& term);

/// A literal with the value of `n`, absent where that is.
IndexExprPtr literal_of(const Number& n, SourceRange where = {});
/// A literal with the value of `n` that is there, as what is written to memory is.
IndexExprPtr stored_literal_of(const Number& n, SourceRange where = {});

}  // namespace Strata::Impl

#endif
