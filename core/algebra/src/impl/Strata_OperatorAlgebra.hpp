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

/// Neutral element of a reduction: what nothing at all reduces to.
Number identity(Operator op, ScalarType type);

/// The same number; NaN equals NaN. \pre of one type.
bool equals(const Number& a, const Number& b);

/// A reduction of absent terms of which each is `term`; empty: it depends on their
/// number. Without any term it is absent all the same.
std::optional<Number> reduce_absent(Operator op, const Number& term);

/// A literal with the value of `n`.
IndexExprPtr literal_of(const Number& n, SourceRange where = {});

}  // namespace Strata::Impl

#endif
