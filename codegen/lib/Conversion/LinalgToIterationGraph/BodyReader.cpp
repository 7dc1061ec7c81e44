// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BodyReader.h"

#include "Extrema.h"
#include "Refusal.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "strata/Analysis/Absence.h"

#include <algorithm>

using namespace mlir;
using Strata::IndexExpr;
using Strata::IndexExprPtr;
using Strata::ScalarType;
using Kind = IndexExpr::Kind;

namespace strata {

constexpr size_t maxNodes = 4096;

/// Nodes of \p e as a tree, or \p limit when there are more.
static size_t treeSize(const IndexExprPtr &e, size_t limit) {
  size_t size = 1;
  for (const IndexExprPtr &arg : e->args) {
    if (size >= limit)
      return limit;
    size += treeSize(arg, limit - size);
  }
  return std::min(size, limit);
}

void requireSize(Operation *op, const IndexExprPtr &e) {
  if (treeSize(e, maxNodes) >= maxNodes)
    refuse(op, "",
           "an expression of fewer than " + std::to_string(maxNodes) +
               " operations",
           "a larger one", "split the function");
}

void BodyReader::bind(Value value, ReadValue read) {
  read.expr = widened(read.expr);
  known[value] = std::move(read);
}

ReadValue BodyReader::readValue(Operation *user, Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  ReadValue out = op && !isa<RankedTensorType>(value.getType())
                      ? readOp(op)
                      : outside(user, value);
  requireSize(user, out.expr);
  bind(value, std::move(out));
  return known[value];
}

bool BodyReader::mayBeAbsent(const IndexExprPtr &e) const {
  std::set<std::string> absent;
  walk(e, [&](const IndexExprPtr &node) {
    if (node->kind == Kind::access && isSparse(node->access.tensor))
      absent.insert(accessKey(node->access));
  });
  return !withoutAbsent(e, absent);
}

IndexExprPtr BodyReader::whereThere(const ReadValue &value) const {
  if (value.there)
    return *value.there;
  return mayBeAbsent(value.expr) ? storedOf(value.expr) : nullptr;
}

ReadValue BodyReader::readOp(Operation *op) {
  if (auto unary = dyn_cast<sparse_tensor::UnaryOp>(op))
    return readUnary(unary);
  if (auto binary = dyn_cast<sparse_tensor::BinaryOp>(op))
    return readBinary(binary);
  if (auto select = dyn_cast<sparse_tensor::SelectOp>(op))
    return readSelect(select);
  if (auto reduce = dyn_cast<sparse_tensor::ReduceOp>(op))
    return readReduce(reduce);
  if (auto index = dyn_cast<linalg::IndexOp>(op))
    return {Strata::make_cast(ScalarType::i64, Strata::make_index_value(
                                                   loops.at(index.getDim()))),
            std::nullopt};
  return readScalar(op);
}

/// What is multiplied is there where all factors are, other values where one of
/// their operands is.
static bool meets(Operation *op) {
  return isa<arith::MulFOp, arith::MulIOp, arith::AndIOp, complex::MulOp>(op);
}

/// An op on the value that a result held, which may be a reduction of its own.
static IndexExprPtr readReducing(Operation *op, ArrayRef<IndexExprPtr> args) {
  if (auto extremum = extremumWithNan(op))
    return reductionWithNan(*extremum, args[0]->type).applied(args[0], args[1]);
  return readScalarOp(op, args);
}

ReadValue BodyReader::readScalar(Operation *op) {
  SmallVector<ReadValue> values;
  SmallVector<IndexExprPtr> args;
  for (Value operand : op->getOperands()) {
    if (isa<ShapedType>(operand.getType()))
      refuseScalarOp(op);
    values.push_back(readValue(op, operand));
    args.push_back(values.back().expr);
  }
  const bool ofResult = llvm::any_of(values, [](const ReadValue &v) {
    return v.there && *v.there == never();
  });
  ReadValue out{ofResult ? readReducing(op, args) : readScalarOp(op, args),
                std::nullopt};
  if (llvm::none_of(values, [](const ReadValue &v) { return v.there; }))
    return out;
  IndexExprPtr there = whereThere(values.front());
  for (const ReadValue &value : llvm::drop_begin(values))
    there = meets(op) ? bothOf(there, whereThere(value))
                      : eitherOf(there, whereThere(value));
  out.there = there;
  return out;
}

} // namespace strata
