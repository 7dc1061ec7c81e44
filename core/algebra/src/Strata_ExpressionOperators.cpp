// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Error.hpp>
#include <Strata_TensorExpression.hpp>
#include <impl/Strata_ExpressionMerge.hpp>

namespace Strata {
namespace {

TensorExpression apply(Operator op, const TensorExpression& a) {
  return {make_apply(op, {a.node()}), a.tensors()};
}

TensorExpression apply(Operator op, const TensorExpression& a,
                       const TensorExpression& b) {
  auto tensors = a.tensors();
  Impl::merge_tensors(tensors, b.tensors());
  return {make_apply(op, {a.node(), b.node()}), std::move(tensors)};
}

TensorExpression reduce(Operator op, const IndexVar& variable,
                        const TensorExpression& e) {
  return {make_reduce(op, variable.name(), e.node()), e.tensors()};
}

}  // namespace

TensorExpression operator-(const TensorExpression& a) {
  return apply(Operator::neg, a);
}
#define STRATA_BINARY(name, op)                      \
  TensorExpression name(const TensorExpression& a,   \
                        const TensorExpression& b) { \
    return apply(Operator::op, a, b);                \
  }
#define STRATA_UNARY(name, op)                       \
  TensorExpression name(const TensorExpression& e) { \
    return apply(Operator::op, e);                   \
  }

STRATA_BINARY(operator+, add)
STRATA_BINARY(operator-, sub)
STRATA_BINARY(operator*, mul)
STRATA_BINARY(operator/, div)
STRATA_BINARY(pow, pow)
STRATA_BINARY(mod, mod)
STRATA_BINARY(atan2, atan2)
STRATA_BINARY(max, max)
STRATA_BINARY(min, min)
STRATA_BINARY(heaviside, heaviside)
STRATA_BINARY(gt, gt)
STRATA_BINARY(lt, lt)
STRATA_BINARY(gte, gte)
STRATA_BINARY(lte, lte)
STRATA_BINARY(eq, eq)
STRATA_BINARY(neq, neq)

STRATA_UNARY(sqrt, sqrt)
STRATA_UNARY(abs, abs)
STRATA_UNARY(exp, exp)
STRATA_UNARY(log, log)
STRATA_UNARY(log10, log10)
STRATA_UNARY(sin, sin)
STRATA_UNARY(cos, cos)
STRATA_UNARY(tan, tan)
STRATA_UNARY(asin, asin)
STRATA_UNARY(acos, acos)
STRATA_UNARY(atan, atan)
STRATA_UNARY(sinh, sinh)
STRATA_UNARY(cosh, cosh)
STRATA_UNARY(tanh, tanh)
STRATA_UNARY(asinh, asinh)
STRATA_UNARY(acosh, acosh)
STRATA_UNARY(atanh, atanh)
STRATA_UNARY(cbrt, cbrt)
STRATA_UNARY(square, square)
STRATA_UNARY(cube, cube)
STRATA_UNARY(heaviside, heaviside)
STRATA_UNARY(logical_not, logical_not)

#undef STRATA_BINARY
#undef STRATA_UNARY

TensorExpression sum(const IndexVar& variable, const TensorExpression& e) {
  return reduce(Operator::add, variable, e);
}
TensorExpression reduce_min(const IndexVar& variable,
                            const TensorExpression& e) {
  return reduce(Operator::min, variable, e);
}
TensorExpression reduce_max(const IndexVar& variable,
                            const TensorExpression& e) {
  return reduce(Operator::max, variable, e);
}
TensorExpression reduce_or(const IndexVar& variable,
                           const TensorExpression& e) {
  return reduce(Operator::logical_or, variable, e);
}
TensorExpression reduce_and(const IndexVar& variable,
                            const TensorExpression& e) {
  return reduce(Operator::logical_and, variable, e);
}
TensorExpression reduce_product(const IndexVar& variable,
                                const TensorExpression& e) {
  return reduce(Operator::mul, variable, e);
}

TensorExpression cast(ScalarType type, const TensorExpression& e) {
  return {make_cast(type, e.node()), e.tensors()};
}

}  // namespace Strata
