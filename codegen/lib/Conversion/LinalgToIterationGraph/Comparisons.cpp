// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons of arith -> index notation.
#include "Comparisons.h"

#include "Casts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <limits>
#include <optional>

using namespace mlir;
using Strata::IndexExpr;
using Strata::IndexExprPtr;
using Strata::Operator;
using Strata::ScalarType;

namespace strata {

using P = arith::CmpFPredicate;
using I = arith::CmpIPredicate;

static IndexExprPtr truth(Operator op, std::vector<IndexExprPtr> args) {
  return Strata::make_apply(op, std::move(args), ScalarType::boolean);
}

static IndexExprPtr isNot(const IndexExprPtr &e) {
  return truth(Operator::logical_not, {e});
}

/// Comparisons of index notation are false where one number is NaN, but for
/// neq.
static std::optional<Operator> floatOperator(P predicate) {
  switch (predicate) {
  case P::OEQ:
    return Operator::eq;
  case P::OGT:
    return Operator::gt;
  case P::OGE:
    return Operator::gte;
  case P::OLT:
    return Operator::lt;
  case P::OLE:
    return Operator::lte;
  case P::UNE:
    return Operator::neq;
  default:
    return std::nullopt;
  }
}

/// The predicate that holds where \p predicate does not.
static P opposite(P predicate) {
  switch (predicate) {
  case P::UGT:
    return P::OLE;
  case P::UGE:
    return P::OLT;
  case P::ULT:
    return P::OGE;
  case P::ULE:
    return P::OGT;
  case P::UEQ:
    return P::ONE;
  case P::ORD:
    return P::UNO;
  default:
    return predicate;
  }
}

static IndexExprPtr compareFloats(P predicate, const IndexExprPtr &x,
                                  const IndexExprPtr &y) {
  if (const P other = opposite(predicate); other != predicate)
    return isNot(compareFloats(other, x, y));
  if (const auto op = floatOperator(predicate))
    return truth(*op, {x, y});
  if (predicate == P::ONE)
    return truth(Operator::logical_or,
                 {truth(Operator::lt, {x, y}), truth(Operator::gt, {x, y})});
  if (predicate == P::UNO)
    return truth(Operator::logical_or,
                 {truth(Operator::neq, {x, x}), truth(Operator::neq, {y, y})});
  return Strata::make_literal(predicate == P::AlwaysTrue, ScalarType::boolean);
}

static I toSigned(I predicate) {
  switch (predicate) {
  case I::ult:
    return I::slt;
  case I::ule:
    return I::sle;
  case I::ugt:
    return I::sgt;
  case I::uge:
    return I::sge;
  default:
    return predicate;
  }
}

static Operator integerOperator(I predicate) {
  switch (toSigned(predicate)) {
  case I::ne:
    return Operator::neq;
  case I::slt:
    return Operator::lt;
  case I::sle:
    return Operator::lte;
  case I::sgt:
    return Operator::gt;
  case I::sge:
    return Operator::gte;
  default:
    return Operator::eq;
  }
}

/// An index as it is in index notation, of i32 and not negative; null: another
/// value.
static IndexExprPtr asIndex(const IndexExprPtr &e) {
  if (isWidenedIndex(e))
    return e->args[0];
  const auto *number = std::get_if<std::int64_t>(&e->literal);
  const bool isIndex = e->kind == IndexExpr::Kind::literal && number &&
                       *number >= 0 &&
                       *number <= std::numeric_limits<std::int32_t>::max();
  return isIndex ? Strata::make_literal(*number, ScalarType::i32) : nullptr;
}

static IndexExprPtr compareIntegers(I predicate, const IndexExprPtr &x,
                                    const IndexExprPtr &y) {
  const Operator op = integerOperator(predicate);
  if (IndexExprPtr i = asIndex(x), j = asIndex(y); i && j)
    return truth(op, {i, j});
  if (toSigned(predicate) != predicate)
    return truth(op, {asUnsigned(x), asUnsigned(y)});
  const bool orders = op != Operator::eq && op != Operator::neq;
  return orders && x->type == ScalarType::boolean ? nullptr : truth(op, {x, y});
}

IndexExprPtr readComparison(Operation *op, ArrayRef<IndexExprPtr> args) {
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return compareFloats(compare.getPredicate(), args[0], args[1]);
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return compareIntegers(compare.getPredicate(), args[0], args[1]);
  return nullptr;
}

} // namespace strata
