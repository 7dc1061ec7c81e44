// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// arith.maximumf and minimumf -> index notation.
#include "Extrema.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <impl/Strata_OperatorAlgebra.hpp>

#include <cmath>

using namespace mlir;
using Strata::IndexExpr;
using Strata::IndexExprPtr;
using Strata::Operator;
using Strata::ScalarType;

namespace strata {

std::optional<Operator> extremumWithNan(Operation *op) {
  if (!isa<arith::MaximumFOp, arith::MinimumFOp>(op))
    return std::nullopt;
  const auto flags =
      cast<arith::ArithFastMathInterface>(op).getFastMathFlagsAttr().getValue();
  if (bitEnumContainsAny(flags, arith::FastMathFlags::nnan))
    return std::nullopt;
  return isa<arith::MaximumFOp>(op) ? Operator::max : Operator::min;
}

/// \p x where it is NaN, else \p otherwise.
static IndexExprPtr ifNan(const IndexExprPtr &x,
                          const IndexExprPtr &otherwise) {
  const auto *number = std::get_if<double>(&x->literal);
  if (x->kind == IndexExpr::Kind::literal && number && !std::isnan(*number))
    return otherwise;
  const IndexExprPtr isNan =
      Strata::make_apply(Operator::neq, {x, x}, ScalarType::boolean);
  return Strata::make_apply(Operator::select, {isNan, x, otherwise}, x->type);
}

IndexExprPtr withNan(Operator extremum, const IndexExprPtr &x,
                     const IndexExprPtr &y) {
  return ifNan(x, ifNan(y, Strata::make_apply(extremum, {x, y}, x->type)));
}

Reduction reductionWithNan(Operator extremum, ScalarType type) {
  const IndexExprPtr total = Strata::make_argument("x", type),
                     term = Strata::make_argument("y", type);
  const auto identity = Strata::Impl::identity(extremum, type);
  return {Operator::combine,
          std::make_shared<const Strata::Combiner>(Strata::Combiner{
              "x", "y", withNan(extremum, total, term),
              Strata::Impl::stored_literal_of(identity), nullptr})};
}

} // namespace strata
