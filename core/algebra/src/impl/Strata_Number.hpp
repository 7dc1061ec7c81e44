// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_NUMBER_HPP
#define STRATA_IMPL_NUMBER_HPP

#include <complex>
#include <cstdint>
#include <variant>

#include <Strata_IndexNotation.hpp>

namespace Strata::Impl {

/// A value of any scalar type, with what the dense evaluator tracks besides.
struct Number {
  ScalarType type = ScalarType::f64;
  bool absent     = false;     ///< made of what sparse operands do not store, and literals
  bool constant   = false;     ///< made of literals only
  std::int64_t i  = 0;         ///< bool, integers: sign- or zero-extended
  std::complex<double> z;      ///< the others, rounded to `type`
  double mag = 0;              ///< sum of |terms|
};

Number zero(ScalarType type, bool absent);
/// Element at `address`.
Number load(ScalarType type, const void* address);
/// Writes `n` as an element of its type.
void store(const Number& n, void* address);
Number from_integer(ScalarType type, std::int64_t value);
Number from_complex(ScalarType type, std::complex<double> value);
Number from_double(ScalarType type, double value);
Number from_literal(ScalarType type,
                    const std::variant<bool, std::int64_t, double, std::complex<double>>& v);
/// The value of a literal. \pre e.kind is literal
Number number_of(const IndexExpr& e);
/// `n` as `type`: integers wrap, floats truncate (saturating), bool is n != 0.
Number convert(const Number& n, ScalarType type);
/// The value of a bool or an integer.
double as_double(const Number& n);
/// gt … neq: arguments of one type, a bool as the result.
bool is_comparison(Operator op);
/// op(args…) computed in `type` (comparisons: in the wider type of the arguments).
/// An absent argument that annihilates the operator, or is its identity, decides
/// the result (Strata_OperatorAlgebra.hpp).
/// \throws UnsupportedExpression for an operator without a meaning here.
Number apply(Operator op, ScalarType type, const Number* args, int num_args);

}  // namespace Strata::Impl

#endif
