// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelReader.h"

#include "FormatOps.h"
#include "GenericForm.h"
#include "LibraryOps.h"
#include "Refusal.h"
#include "ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "strata/Analysis/ExprUtils.h"

using namespace mlir;
using linalg::GenericOp;
using Strata::IndexExprPtr;

namespace strata {

/// Bound for what reading a chain of ops in place may blow up to.
constexpr int maxOperations = 256;

KernelReader::KernelReader(func::FuncOp function)
    : function(function), tensors(function) {}

/// \p value before casts between static and dynamic shapes.
static Value withoutCasts(Value value) {
  while (auto cast = value.getDefiningOp<tensor::CastOp>())
    value = cast.getSource();
  return value;
}

static bool isSparseTensor(Value value) {
  return sparse_tensor::getSparseTensorEncoding(value.getType()) != nullptr;
}

/// Refuses a tensor that is not computed here.
[[noreturn]] static void refuseProducer(Operation *producer) {
  refuseLibraryOp(producer);
  refuse(producer, "result",
         "an argument of the function, the result of a linalg op, or a "
         "constant of equal numbers",
         "the result of " + producer->getName().getStringRef().str(),
         "pass the tensor as an argument");
}

Value KernelReader::returned() {
  if (!function.getBody().hasOneBlock())
    refuse(function, "", "one block", "branches",
           "write a function for each branch");
  Operation *end = function.getBody().front().getTerminator();
  if (end->getNumOperands() != 1)
    refuse(function, "", "one result", std::to_string(end->getNumOperands()),
           "write a function for each result");
  const Value result = withoutCasts(end->getOperand(0));
  Operation *producer = result.getDefiningOp();
  if (!producer)
    refuse(end, "result", "the result of a linalg op", "an argument",
           "write the computation as linalg.generic");
  if (!isa<GenericOp>(producer) && !isFormatOp(producer))
    refuseProducer(producer);
  return result;
}

KernelReader::Variables KernelReader::nameLoops(GenericOp op,
                                                const Variables &result) {
  Variables dims(op.getNumLoops());
  const AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (auto [name, position] : llvm::zip(result, positions(map)))
    dims[position] = name;
  for (std::string &dim : dims)
    if (dim.empty())
      dim = variables.create(tensors);
  return dims;
}

BodyReader KernelReader::bodyReader(const Variables &loops) {
  return BodyReader(
      [this](Operation *user, Value value) { return valueAt(user, value, {}); },
      [this](const std::string &name) { return tensors.isSparse(name); },
      loops);
}

void KernelReader::noteExtents(Operation *op, Value tensor,
                               const Variables &indices) {
  if (auto type = dyn_cast<RankedTensorType>(tensor.getType()))
    for (auto [v, extent] : llvm::zip(indices, type.getShape()))
      variables.note(op, v, ShapedType::isDynamic(extent) ? -1 : extent);
}

ReadValue KernelReader::readBody(GenericOp op, const Variables &dims,
                                 const IndexExprPtr &old, BodyReader &reader) {
  reader.bind(op.getRegionOutputArgs()[0], {old, never()});
  for (OpOperand &operand : op->getOpOperands()) {
    const Variables indices = apply(op.getMatchingIndexingMap(&operand), dims);
    noteExtents(op, operand.get(), indices);
    BlockArgument arg = op.getMatchingBlockArgument(&operand);
    if (!op.isDpsInit(&operand) && !arg.use_empty())
      reader.bind(arg, valueAt(op, operand.get(), indices));
  }
  auto yield = op.getBlock()->getTerminator();
  return reader.readValue(yield, yield->getOperand(0));
}

/// True for ops that have no value where nothing is stored.
static bool hasRegionsOfPresence(Operation *op) {
  return isa_and_nonnull<sparse_tensor::UnaryOp, sparse_tensor::BinaryOp,
                         sparse_tensor::SelectOp>(op);
}

KernelReader::Computed KernelReader::compute(GenericOp op,
                                             const Variables &dims) {
  Strata::Access access;
  access.tensor = "the old value";
  OpOperand *result = op.getDpsInitOperand(0);
  const IndexExprPtr old =
      widened(Strata::make_access(access, scalarTypeOf(op, result->get())));
  BodyReader reader = bodyReader(dims);
  const ReadValue body = readBody(op, dims, old, reader);
  const Accumulation a = splitAccumulation(op, body.expr, old);
  std::set<std::string> reduced(dims.begin(), dims.end());
  for (const std::string &v : apply(op.getMatchingIndexingMap(result), dims))
    reduced.erase(v);
  if (a.accumulates ? !a.addend : !reduced.empty())
    refuse(op, "body", "the result's old value and a value that reduces it",
           a.accumulates ? "the old value alone" : "a value alone",
           "write out + f(ins)");
  Computed c{body, a.accumulates, a.reduction, false, result->get()};
  Operation *yielded =
      op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  if (!a.accumulates) {
    c.value.there = reader.whereThere(body);
    c.keepsInit = hasRegionsOfPresence(yielded) && *c.value.there;
    return c;
  }
  for (const std::string &v : reduced)
    if (!indexes(a.addend, v))
      refuse(op, "loop '" + v + "'",
             "an index of an operand that the body uses",
             "a loop that repeats the same addend",
             "multiply by its extent instead");
  c.value = {reduceOver(a.reduction, a.addend, reduced),
             thereOver(body.there, reduced)};
  return c;
}

IndexExprPtr KernelReader::initAt(Operation *user, Value init,
                                  const Variables &indices,
                                  const Reduction &reduction) {
  init = withoutCasts(init);
  if (init.getDefiningOp<tensor::EmptyOp>())
    return nullptr;
  if (auto alloc = init.getDefiningOp<bufferization::AllocTensorOp>())
    return alloc.getCopy() ? initAt(alloc, alloc.getCopy(), indices, reduction)
                           : nullptr;
  const IndexExprPtr e = widened(valueAt(user, init, indices).expr);
  return reduction.isNeutral(e) ? nullptr : e;
}

IndexExprPtr KernelReader::withInit(const Computed &c, const IndexExprPtr &init,
                                    bool isSparse) {
  const IndexExprPtr &value = c.value.expr;
  if (!c.accumulates)
    return init ? guarded(*c.value.there, value, init) : value;
  if (init)
    return c.reduction.combined(init, value);
  if (!isSparse || c.reduction.leavesZero(value->type))
    return value;
  // What nothing reduces to is no entry.
  const ReadValue selected = onlyWhere(c.value.there.value_or(nullptr), value);
  return onlyWhere(storedOf(value), selected.expr).expr;
}

ReadValue KernelReader::inlined(GenericOp op, const Variables &indices) {
  if (++operations > maxOperations)
    refuse(op, "",
           "at most " + std::to_string(maxOperations) +
               " linalg ops that are read in place",
           "more", "split the function");
  requireForm(op);
  const Computed c = compute(op, nameLoops(op, indices));
  const bool usesInit = c.accumulates || c.keepsInit;
  const bool isSparse = isSparseTensor(op.getResult(0));
  const IndexExprPtr init =
      usesInit ? initAt(op, c.init, indices, c.reduction) : nullptr;
  const IndexExprPtr value = withInit(c, init, isSparse);
  if (!isSparse)
    return {value, IndexExprPtr()};
  if (init)
    return {value, std::nullopt};
  return {value, c.value.there};
}

ReadValue KernelReader::formatOpAt(Operation *op, const Variables &indices) {
  const Value source = op->getOperand(0);
  Variables inner = indices;
  if (auto reinterpreted = dyn_cast<sparse_tensor::ReinterpretMapOp>(op))
    inner = sourceIndices(reinterpreted, indices);
  noteExtents(op, source, inner);
  const ReadValue value = valueAt(op, source, inner);
  auto convert = dyn_cast<sparse_tensor::ConvertOp>(op);
  return convert
             ? converted(convert, value.expr, bodyReader({}).whereThere(value))
             : value;
}

/// \p splat as a literal.
static IndexExprPtr splatOf(arith::ConstantOp constant,
                            SplatElementsAttr splat) {
  const Strata::ScalarType type = scalarTypeOf(constant, constant.getResult());
  if (!Strata::is_complex(type))
    return literalFrom(constant, splat.getSplatValue<Attribute>(), type);
  const auto number = splat.getSplatValue<std::complex<APFloat>>();
  return Strata::make_literal(
      std::complex<double>(number.real().convertToDouble(),
                           number.imag().convertToDouble()),
      type);
}

ReadValue KernelReader::valueAt(Operation *user, Value value,
                                const Variables &indices) {
  value = withoutCasts(value);
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    if (arg.getOwner() == &function.getBody().front())
      return {tensors.access(user, arg, indices), std::nullopt};
    refuse(user, "operand", "arguments of its own region, or constants",
           "a value of the body around it",
           "make it an operand of the operation");
  }
  if (auto generic = value.getDefiningOp<GenericOp>())
    return inlined(generic, indices);
  if (isFormatOp(value.getDefiningOp()))
    return formatOpAt(value.getDefiningOp(), indices);
  if (!isa<ShapedType>(value.getType()))
    return bodyReader({}).readValue(user, value);
  if (auto constant = value.getDefiningOp<arith::ConstantOp>())
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
      return {splatOf(constant, splat), std::nullopt};
  refuseProducer(value.getDefiningOp());
}

/// \p e as a tensor of \p type takes it, where it is f32 that is to be
/// narrowed.
static IndexExprPtr narrowed(const IndexExprPtr &e, Strata::ScalarType type) {
  if (!Strata::is_half(type) || e->type == type)
    return e;
  const bool widened =
      e->kind == Strata::IndexExpr::Kind::cast && e->args[0]->type == type;
  return widened ? e->args[0] : Strata::make_cast(type, e);
}

ReadKernel KernelReader::assign(Operation *root, BlockArgument target,
                                const Variables &indices,
                                const IndexExprPtr &rhs) {
  ReadKernel kernel;
  Strata::Assignment &a = kernel.stmt.assignment;
  a.lhs.tensor = tensors.declareResult(root, target, root->getResultTypes()[0]);
  for (const std::string &v : indices) {
    a.lhs.indices.emplace_back();
    a.lhs.indices.back().variable = v;
  }
  a.rhs = narrowed(rhs, tensors.all().at(a.lhs.tensor).scalar);
  requireSize(root, a.rhs);
  std::set<std::string> bound(indices.begin(), indices.end());
  a.rhs = renameApart(a.rhs, bound, [&](const std::string &old) {
    const std::string name = variables.create(tensors);
    variables.note(root, name, variables.extent(old));
    return name;
  });
  kernel.names = {a.lhs.tensor};
  for (BlockArgument arg : function.getArguments())
    if (tensors.isRead(arg))
      kernel.names.push_back(tensors.nameOf(arg));
    else if (arg != target && isa<RankedTensorType>(arg.getType()))
      kernel.leftOut.push_back(arg.getArgNumber());
  return kernel;
}

ReadKernel KernelReader::readGeneric(GenericOp op) {
  requireForm(op);
  const Variables dims = nameLoops(op, {});
  const Computed c = compute(op, dims);
  const Variables indices =
      apply(op.getMatchingIndexingMap(op.getDpsInitOperand(0)), dims);
  const bool usesInit = c.accumulates || c.keepsInit;
  const bool adds = c.accumulates && c.reduction.op == Strata::Operator::add;
  auto target = dyn_cast<BlockArgument>(withoutCasts(c.init));
  if (target && (tensors.isRead(target) || (usesInit && !adds)))
    target = nullptr;
  const IndexExprPtr init =
      usesInit && !target ? initAt(op, c.init, indices, c.reduction) : nullptr;
  ReadKernel kernel =
      assign(op, target, indices,
             target ? c.value.expr
                    : withInit(c, init, isSparseTensor(op.getResult(0))));
  kernel.stmt.assignment.accumulate = adds && target;
  return kernel;
}

ReadKernel KernelReader::readFormatOp(Operation *op) {
  Variables indices;
  for (int64_t d = 0;
       d < cast<RankedTensorType>(op->getResultTypes()[0]).getRank(); ++d)
    indices.push_back(variables.create(tensors));
  noteExtents(op, op->getResult(0), indices);
  return assign(op, nullptr, indices,
                valueAt(op, op->getResult(0), indices).expr);
}

/// Extents of every tensor from those of the variables that index it.
static void fillExtents(Strata::CheckedAssignment &stmt) {
  auto fill = [&](const Strata::Access &access) {
    auto &extents = stmt.tensors.at(access.tensor).extents;
    for (size_t d = 0; d < extents.size(); ++d)
      extents[d] = stmt.extents.at(access.indices[d].variable);
  };
  fill(stmt.assignment.lhs);
  walk(stmt.assignment.rhs, [&](const IndexExprPtr &e) {
    if (e->kind == Strata::IndexExpr::Kind::access)
      fill(e->access);
  });
}

ReadKernel KernelReader::read() {
  const Value result = returned();
  auto generic = result.getDefiningOp<GenericOp>();
  ReadKernel kernel =
      generic ? readGeneric(generic) : readFormatOp(result.getDefiningOp());
  kernel.stmt.tensors = tensors.all();
  kernel.stmt.extents = variables.all();
  kernel.stmt.assignment.text = Strata::to_string(kernel.stmt.assignment);
  fillExtents(kernel.stmt);
  return kernel;
}

} // namespace strata
