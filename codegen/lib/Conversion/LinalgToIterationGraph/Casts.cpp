// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Casts of arith -> index notation; signless integers as unsigned ones,
// indices.
#include "Casts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using Strata::IndexExpr;
using Strata::IndexExprPtr;
using Strata::Operator;
using Strata::ScalarType;
using Args = ArrayRef<IndexExprPtr>;

namespace strata {

/// Of the width of a signed integer; others as they are.
static ScalarType unsignedOf(ScalarType type) {
  switch (type) {
  case ScalarType::i8:
    return ScalarType::u8;
  case ScalarType::i16:
    return ScalarType::u16;
  case ScalarType::i32:
    return ScalarType::u32;
  case ScalarType::i64:
    return ScalarType::u64;
  default:
    return type;
  }
}

bool isWidenedIndex(const IndexExprPtr &e) {
  return e->kind == IndexExpr::Kind::cast && e->type == ScalarType::i64 &&
         e->args[0]->kind == IndexExpr::Kind::index_value;
}

IndexExprPtr asUnsigned(const IndexExprPtr &e) {
  const ScalarType type = unsignedOf(e->type);
  return type == e->type ? e : Strata::make_cast(type, e);
}

/// An index fits i32: that it is i64 on the way makes no difference.
static IndexExprPtr castTo(ScalarType type, const IndexExprPtr &e) {
  const IndexExprPtr &from = isWidenedIndex(e) ? e->args[0] : e;
  return from->type == type ? from : Strata::make_cast(type, from);
}

IndexExprPtr readCast(Operation *op, Args args, ScalarType to) {
  const bool fromBool = args[0]->type == ScalarType::boolean;
  const bool rounds = isa<arith::TruncFOp>(op) && op->hasAttr("roundingmode");
  if (rounds || to == ScalarType::boolean)
    return nullptr;
  if (fromBool && // true is -1
      isa<arith::ExtSIOp, arith::SIToFPOp, arith::IndexCastOp>(op))
    return Strata::make_apply(Operator::neg, {Strata::make_cast(to, args[0])},
                              to);
  if (isa<arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp, arith::FPToSIOp,
          arith::ExtSIOp, arith::TruncIOp, arith::IndexCastOp>(op))
    return castTo(to, args[0]);
  const bool isIndex =
      args[0]->kind == IndexExpr::Kind::index_value || isWidenedIndex(args[0]);
  if (isa<arith::ExtUIOp, arith::UIToFPOp, arith::IndexCastUIOp>(op))
    return castTo(to, isIndex ? args[0] : asUnsigned(args[0]));
  if (isa<arith::FPToUIOp>(op))
    return Strata::make_cast(to, Strata::make_cast(unsignedOf(to), args[0]));
  return nullptr;
}

} // namespace strata
