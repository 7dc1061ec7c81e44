// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sparse_tensor.unary, binary, select and reduce -> index notation.
#include "BodyReader.h"
#include "Refusal.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "strata/Analysis/Absence.h"

using namespace mlir;
using Strata::IndexExpr;
using Strata::IndexExprPtr;
using Strata::ScalarType;

namespace strata {

/// An access that stands for an operand until it is known.
static IndexExprPtr placeholder(const char *name, ScalarType type) {
  Strata::Access access;
  access.tensor = name;
  return Strata::make_access(std::move(access), Strata::compute_type(type));
}

static IndexExprPtr substitute(const IndexExprPtr &e, const IndexExprPtr &from,
                               const IndexExprPtr &to) {
  return e ? rewrite(e, [&](IndexExprPtr n) { return n == from ? to : n; })
           : nullptr;
}

/// True when \p region is what \p other leaves where \p missing reads an absent
/// 0.
static bool follows(const IndexExprPtr &region, const IndexExprPtr &other,
                    const IndexExprPtr &missing) {
  auto text = [](const IndexExprPtr &e) {
    return e ? Strata::to_string(*e) : std::string();
  };
  return text(region) ==
         text(withoutAbsent(other, {accessKey(missing->access)}));
}

IndexExprPtr BodyReader::readRegion(Region &region,
                                    ArrayRef<IndexExprPtr> args) const {
  if (region.empty())
    return nullptr;
  // Values of the body around it are not visible: a region that used them would
  // compute with what may not be stored.
  BodyReader inner(outside, isSparse, loops);
  for (auto [arg, e] : llvm::zip(region.getArguments(), args))
    inner.bind(arg, {e, std::nullopt});
  auto yield = cast<sparse_tensor::YieldOp>(region.front().getTerminator());
  if (!yield.hasSingleResult())
    refuse(yield, "", "one value", "none",
           "leave the region empty where nothing is computed");
  return inner.read(yield, yield.getSingleResult());
}

/// The result goes where the absence of a value is understood.
static void requireUsers(Operation *op) {
  for (Operation *user : op->getUsers())
    if (!isa<linalg::YieldOp, arith::AddFOp, arith::AddIOp, arith::OrIOp,
             complex::AddOp>(user) &&
        !isa_and_nonnull<sparse_tensor::SparseTensorDialect>(
            user->getDialect()))
      refuse(op, "result",
             "linalg.yield, an op of sparse_tensor or an addition as its user",
             user->getName().getStringRef(),
             "move the operation into the regions");
}

[[noreturn]] static void refuseNothing(Operation *op) {
  refuse(op, "regions", "a value where operands are there",
         "nothing that is computed anywhere", "remove the operation");
}

/// What a result held has every entry for regions.
ReadValue BodyReader::readOperand(Operation *op, Value value) {
  ReadValue operand = readValue(op, value);
  if (operand.there && *operand.there == never())
    operand.there.reset();
  return operand;
}

ReadValue BodyReader::readUnary(sparse_tensor::UnaryOp op) {
  requireUsers(op);
  const IndexExprPtr x = placeholder("x", scalarTypeOf(op, op.getX()));
  const ReadValue operand = readOperand(op, op.getX());
  const IndexExprPtr there = whereThere(operand);
  const IndexExprPtr present = readRegion(op.getPresentRegion(), {x});
  const IndexExprPtr absent = readRegion(op.getAbsentRegion(), {});
  const bool isPlain =
      !operand.there && present && (!there || follows(absent, present, x));
  const IndexExprPtr value = substitute(present, x, operand.expr);
  if (isPlain)
    return {value, std::nullopt};
  if (auto out = byPresence(there, nullptr, {value, nullptr, absent}))
    return *out;
  refuseNothing(op);
}

ReadValue BodyReader::readBinary(sparse_tensor::BinaryOp op) {
  requireUsers(op);
  const IndexExprPtr x = placeholder("x", scalarTypeOf(op, op.getX()));
  const IndexExprPtr y = placeholder("y", scalarTypeOf(op, op.getY()));
  const ReadValue left = readOperand(op, op.getX()),
                  right = readOperand(op, op.getY());
  const IndexExprPtr inLeft = whereThere(left), inRight = whereThere(right);
  PresenceCases cases{
      readRegion(op.getOverlapRegion(), {x, y}),
      op.getLeftIdentity() ? x : readRegion(op.getLeftRegion(), {x}),
      op.getRightIdentity() ? y : readRegion(op.getRightRegion(), {y})};
  const bool isPlain = !left.there && !right.there && cases.both &&
                       (!inRight || follows(cases.left, cases.both, y)) &&
                       (!inLeft || follows(cases.right, cases.both, x));
  for (IndexExprPtr *e : {&cases.both, &cases.left, &cases.right})
    *e = substitute(substitute(*e, x, left.expr), y, right.expr);
  if (isPlain)
    return {cases.both, std::nullopt};
  if (auto out = byPresence(inLeft, inRight, cases))
    return *out;
  refuseNothing(op);
}

ReadValue BodyReader::readSelect(sparse_tensor::SelectOp op) {
  requireUsers(op);
  const IndexExprPtr x = placeholder("x", scalarTypeOf(op, op.getX()));
  const ReadValue operand = readOperand(op, op.getX());
  const IndexExprPtr keeps =
      substitute(readRegion(op.getRegion(), {x}), x, operand.expr);
  return onlyWhere(bothOf(whereThere(operand), keeps), operand.expr);
}

IndexExprPtr BodyReader::termOf(const ReadValue &value,
                                const IndexExprPtr &identity) const {
  const IndexExprPtr there = whereThere(value);
  return !there || there == never() || isZero(identity)
             ? value.expr
             : guarded(there, value.expr, identity);
}

/// Combiners are expressions over two arguments.
static void requireScalars(Operation *op, const IndexExprPtr &region) {
  walk(region, [&](const IndexExprPtr &e) {
    if (e->kind == IndexExpr::Kind::access ||
        e->kind == IndexExpr::Kind::reduce ||
        e->kind == IndexExpr::Kind::index_value)
      refuse(op, "region", "its arguments and constants",
             "a tensor, a number from outside or an index",
             "combine it with the terms or with the initial value");
  });
}

Reduction BodyReader::readReduction(sparse_tensor::ReduceOp op,
                                    const IndexExprPtr &identity) {
  const ScalarType type =
      Strata::compute_type(scalarTypeOf(op, op.getOutput()));
  const IndexExprPtr x = placeholder("x", type), y = placeholder("y", type);
  const IndexExprPtr region = readRegion(op.getRegion(), {x, y});
  if (identity->kind != IndexExpr::Kind::literal)
    refuse(op, "identity", "a constant", "a value that is computed",
           "pass the number that the region leaves alone");
  const IndexExprPtr total = Strata::make_argument("x", type),
                     term = Strata::make_argument("y", type);
  const IndexExprPtr body = substitute(substitute(region, x, total), y, term);
  requireScalars(op, body);
  return reductionOf(op, body, identity);
}

ReadValue BodyReader::readReduce(sparse_tensor::ReduceOp op) {
  const IndexExprPtr identity = read(op, op.getIdentity());
  const Reduction reduction = readReduction(op, identity);
  const ReadValue left = readValue(op, op.getX()),
                  right = readValue(op, op.getY());
  const IndexExprPtr inLeft = whereThere(left), inRight = whereThere(right);
  const IndexExprPtr there = eitherOf(inLeft, inRight);
  const IndexExprPtr a = termOf(left, identity), b = termOf(right, identity);
  if (inLeft == never() || inRight == never())
    return {reduction.applied(a, b), there};
  const IndexExprPtr value = reduction.combined(a, b);
  return isZero(identity) ? ReadValue{value, there} : onlyWhere(there, value);
}

} // namespace strata
