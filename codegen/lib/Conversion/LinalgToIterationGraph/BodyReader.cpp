// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BodyReader.h"

#include "Refusal.h"
#include "ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "strata/Analysis/Absence.h"

using namespace mlir;
using Strata::IndexExpr;
using Strata::IndexExprPtr;
using Strata::Operator;
using Kind = IndexExpr::Kind;

namespace strata {

IndexExprPtr BodyReader::read(Operation *user, Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  IndexExprPtr e = op && !isa<RankedTensorType>(value.getType())
                       ? readOp(op)
                       : outside(user, value);
  e = widened(e);
  requireSize(user, e);
  return known[value] = e;
}

IndexExprPtr BodyReader::readOp(Operation *op) {
  if (auto unary = dyn_cast<sparse_tensor::UnaryOp>(op))
    return readUnary(unary);
  if (auto binary = dyn_cast<sparse_tensor::BinaryOp>(op))
    return readBinary(binary);
  if (auto reduce = dyn_cast<sparse_tensor::ReduceOp>(op))
    return readReduce(reduce);
  if (isa<linalg::IndexOp>(op))
    refuse(op, "", "values of tensors", "the value of a loop index",
           "store the indices in a tensor");
  SmallVector<IndexExprPtr> args;
  for (Value operand : op->getOperands()) {
    if (isa<ShapedType>(operand.getType()))
      refuseScalarOp(op);
    args.push_back(read(op, operand));
  }
  return readScalarOp(op, args);
}

bool BodyReader::mayBeAbsent(const IndexExprPtr &e) const {
  std::set<std::string> absent;
  walk(e, [&](const IndexExprPtr &node) {
    if (node->kind == Kind::access && isSparse(node->access.tensor))
      absent.insert(accessKey(node->access));
  });
  return !withoutAbsent(e, absent);
}

/// An access that stands for an operand until it is known.
static IndexExprPtr placeholder(const char *name, Strata::ScalarType type) {
  Strata::Access access;
  access.tensor = name;
  return Strata::make_access(std::move(access), Strata::compute_type(type));
}

static IndexExprPtr substitute(const IndexExprPtr &e, const IndexExprPtr &from,
                               const IndexExprPtr &to) {
  return rewrite(e, [&](IndexExprPtr node) { return node == from ? to : node; });
}

static std::string textOf(const IndexExprPtr &e) {
  return e ? Strata::to_string(*e) : "nothing";
}

IndexExprPtr BodyReader::readRegion(Region &region,
                                    ArrayRef<IndexExprPtr> args) const {
  if (region.empty())
    return nullptr;
  // Values of the body around it are not visible: a region that used them would
  // compute with what may not be stored.
  BodyReader inner(outside, isSparse);
  for (auto [arg, e] : llvm::zip(region.getArguments(), args))
    inner.bind(arg, e);
  auto yield = cast<sparse_tensor::YieldOp>(region.front().getTerminator());
  if (!yield.hasSingleResult())
    refuse(yield, "", "one value", "none",
           "leave the region empty where nothing is computed");
  return inner.read(yield, yield.getSingleResult());
}

/// Refuses a region that computes other than index notation does there.
static void requireRegion(Operation *op, const char *name,
                          const IndexExprPtr &expected,
                          const IndexExprPtr &got) {
  if (textOf(expected) == textOf(got))
    return;
  refuse(op, std::string("region '") + name + "'",
         "'" + textOf(expected) + "', as the other region computes when what "
         "is not stored is zero",
         "'" + textOf(got) + "'",
         "operators other than + - * / with their zeros are not lowered yet: "
         "change the region, or compute on dense tensors");
}

/// The result goes where the absence of a value is understood.
static void requireAdditiveUsers(Operation *op) {
  for (Operation *user : op->getUsers())
    if (!isa<linalg::YieldOp, sparse_tensor::ReduceOp, arith::AddFOp,
             arith::AddIOp, arith::OrIOp, complex::AddOp>(user))
      refuse(op, "result",
             "linalg.yield, sparse_tensor.reduce or an addition as its user",
             user->getName().getStringRef(),
             "move the operation into the regions");
}

IndexExprPtr BodyReader::readUnary(sparse_tensor::UnaryOp op) {
  requireAdditiveUsers(op);
  const IndexExprPtr x = placeholder("x", scalarTypeOf(op, op.getX()));
  const IndexExprPtr operand = read(op, op.getX());
  const IndexExprPtr present = readRegion(op.getPresentRegion(), {x});
  if (!present)
    refuse(op, "region 'present'", "a value", "an empty region",
           "kernels over what is not stored are not lowered yet");
  if (mayBeAbsent(operand))
    requireRegion(op, "absent", withoutAbsent(present, {accessKey(x->access)}),
                  readRegion(op.getAbsentRegion(), {}));
  return substitute(present, x, operand);
}

IndexExprPtr BodyReader::readBinary(sparse_tensor::BinaryOp op) {
  requireAdditiveUsers(op);
  const IndexExprPtr x = placeholder("x", scalarTypeOf(op, op.getX()));
  const IndexExprPtr y = placeholder("y", scalarTypeOf(op, op.getY()));
  const IndexExprPtr left = read(op, op.getX()), right = read(op, op.getY());
  const IndexExprPtr both = readRegion(op.getOverlapRegion(), {x, y});
  if (!both)
    refuse(op, "region 'overlap'", "a value", "an empty region",
           "differences of sets of entries are not lowered yet");
  if (mayBeAbsent(right))
    requireRegion(op, "left", withoutAbsent(both, {accessKey(y->access)}),
                  op.getLeftIdentity() ? x
                                       : readRegion(op.getLeftRegion(), {x}));
  if (mayBeAbsent(left))
    requireRegion(op, "right", withoutAbsent(both, {accessKey(x->access)}),
                  op.getRightIdentity() ? y
                                        : readRegion(op.getRightRegion(), {y}));
  return substitute(substitute(both, x, left), y, right);
}

IndexExprPtr BodyReader::readReduce(sparse_tensor::ReduceOp op) {
  const Strata::ScalarType type =
      Strata::compute_type(scalarTypeOf(op, op.getOutput()));
  const IndexExprPtr x = placeholder("x", type), y = placeholder("y", type);
  const IndexExprPtr sum = readRegion(op.getRegion(), {x, y});
  const bool adds = sum->kind == Kind::apply && sum->op == Operator::add &&
                    ((sum->args[0] == x && sum->args[1] == y) ||
                     (sum->args[0] == y && sum->args[1] == x));
  if (!adds)
    refuse(op, "region", "the sum of its arguments", "'" + textOf(sum) + "'",
           "sums are the only reductions lowered so far");
  if (!isZero(read(op, op.getIdentity())))
    refuse(op, "identity", "0, the identity of the sum", "another value",
           "add it to the initial value of the result");
  const IndexExprPtr left = read(op, op.getX()), right = read(op, op.getY());
  return Strata::make_apply(Operator::add, {left, right}, type);
}

} // namespace strata
