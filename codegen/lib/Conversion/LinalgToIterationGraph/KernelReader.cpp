// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelReader.h"

#include "Refusal.h"
#include "ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "strata/Analysis/ExprUtils.h"
#include "llvm/Support/raw_ostream.h"

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

/// Refuses a tensor that is not computed here.
[[noreturn]] static void refuseProducer(Operation *producer) {
  refuse(producer, "result",
         "an argument of the function, the result of a linalg op, or a "
         "constant of equal numbers",
         "the result of " + producer->getName().getStringRef().str(),
         "pass the tensor as an argument");
}

GenericOp KernelReader::rootOp() {
  if (!function.getBody().hasOneBlock())
    refuse(function, "", "one block", "branches",
           "write a function for each branch");
  Operation *end = function.getBody().front().getTerminator();
  if (end->getNumOperands() != 1)
    refuse(function, "", "one result", std::to_string(end->getNumOperands()),
           "write a function for each result");
  const Value result = withoutCasts(end->getOperand(0));
  if (auto root = result.getDefiningOp<GenericOp>())
    return root;
  if (Operation *producer = result.getDefiningOp())
    refuseProducer(producer);
  refuse(end, "result", "the result of a linalg op", "an argument",
         "write the computation as linalg.generic");
}

static void requireMap(GenericOp op, OpOperand &operand) {
  const AffineMap map = op.getMatchingIndexingMap(&operand);
  std::set<unsigned> used;
  for (AffineExpr e : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(e);
    std::string text;
    llvm::raw_string_ostream(text) << map;
    const std::string argument =
        "operand " + std::to_string(operand.getOperandNumber());
    if (!dim)
      refuse(op, argument, "one loop index for each dimension",
             "the indexing map " + text,
             "shifted, blocked and constant indices are not lowered yet: pass "
             "a tensor that holds what is indexed");
    if (!used.insert(dim.getPosition()).second && op.isDpsInit(&operand))
      refuse(op, argument, "different loops for the dimensions of the result",
             "the indexing map " + text, "write the diagonal to a vector");
  }
}

static std::vector<unsigned> positions(AffineMap map) {
  std::vector<unsigned> out;
  for (AffineExpr e : map.getResults())
    out.push_back(cast<AffineDimExpr>(e).getPosition());
  return out;
}

static std::vector<std::string> apply(AffineMap map,
                                      const std::vector<std::string> &dims) {
  std::vector<std::string> out;
  for (unsigned p : positions(map))
    out.push_back(dims[p]);
  return out;
}

static void requireForm(GenericOp op) {
  if (op.getNumResults() != 1 || op.getNumDpsInits() != 1)
    refuse(op, "", "one result", std::to_string(op.getNumDpsInits()),
           "write an op for each result");
  for (OpOperand &operand : op->getOpOperands())
    requireMap(op, operand);
  const std::vector<unsigned> result =
      positions(op.getMatchingIndexingMap(op.getDpsInitOperand(0)));
  for (auto [d, iterator] : llvm::enumerate(op.getIteratorTypesArray()))
    if (iterator == utils::IteratorType::parallel &&
        !llvm::is_contained(result, d))
      refuse(op, "loop " + std::to_string(d),
             "\"reduction\", as it indexes no dimension of the result",
             "\"parallel\"", "change its iterator type");
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

BodyReader KernelReader::bodyReader() {
  return BodyReader(
      [this](Operation *user, Value value) { return valueAt(user, value, {}); },
      [this](const std::string &name) { return tensors.isSparse(name); });
}

IndexExprPtr KernelReader::readBody(GenericOp op, const Variables &dims,
                                    const IndexExprPtr &old,
                                    BodyReader &reader) {
  reader.bind(op.getRegionOutputArgs()[0], old);
  for (OpOperand &operand : op->getOpOperands()) {
    const Variables indices = apply(op.getMatchingIndexingMap(&operand), dims);
    if (auto type = dyn_cast<RankedTensorType>(operand.get().getType()))
      for (auto [v, extent] : llvm::zip(indices, type.getShape()))
        variables.note(op, v, ShapedType::isDynamic(extent) ? -1 : extent);
    BlockArgument arg = op.getMatchingBlockArgument(&operand);
    if (!op.isDpsInit(&operand) && !arg.use_empty())
      reader.bind(arg, valueAt(op, operand.get(), indices));
  }
  auto yield = op.getBlock()->getTerminator();
  return reader.read(yield, yield->getOperand(0));
}

KernelReader::Computed KernelReader::compute(GenericOp op,
                                             const Variables &dims) {
  Strata::Access access;
  access.tensor = "old";
  OpOperand *result = op.getDpsInitOperand(0);
  const IndexExprPtr old =
      widened(Strata::make_access(access, scalarTypeOf(op, result->get())));
  BodyReader reader = bodyReader();
  const IndexExprPtr body = readBody(op, dims, old, reader);
  const Accumulation a = splitAccumulation(op, body, old);
  std::set<std::string> summed(dims.begin(), dims.end());
  for (const std::string &v : apply(op.getMatchingIndexingMap(result), dims))
    summed.erase(v);
  if (a.accumulates ? !a.addend : !summed.empty())
    refuse(op, "body", "the sum of the result's old value and a value",
           a.accumulates ? "the old value alone" : "a value alone",
           "write out + f(ins)");
  Computed c{a.accumulates ? a.addend : body, a.accumulates, false,
             result->get()};
  for (const std::string &v : summed)
    if (!llvm::is_contained(freeVariables(c.value), v))
      refuse(op, "loop '" + v + "'", "an index of an operand that the body uses",
             "a loop that repeats the same addend",
             "multiply by its extent instead");
  c.value = sumOver(c.value, summed);
  Operation *yielded = op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  c.partial = isa_and_nonnull<sparse_tensor::UnaryOp, sparse_tensor::BinaryOp>(
                  yielded) &&
              reader.mayBeAbsent(c.value);
  return c;
}

IndexExprPtr KernelReader::initAt(Operation *user, Value init,
                                  const Variables &indices) {
  init = withoutCasts(init);
  if (init.getDefiningOp<tensor::EmptyOp>())
    return nullptr;
  if (auto alloc = init.getDefiningOp<bufferization::AllocTensorOp>())
    return alloc.getCopy() ? initAt(alloc, alloc.getCopy(), indices) : nullptr;
  IndexExprPtr e = valueAt(user, init, indices);
  return isZero(e) ? nullptr : widened(e);
}

/// Refuses an initial value that entries without a value would keep.
static void requireWholeResult(GenericOp op, bool keepsInit) {
  if (keepsInit)
    refuse(op, "initial value",
           "tensor.empty or zero, as entries that no region computes keep it",
           "another value", "add it in an op of its own");
}

IndexExprPtr KernelReader::inlined(GenericOp op, const Variables &indices) {
  if (++operations > maxOperations)
    refuse(op, "", "at most " + std::to_string(maxOperations) +
                       " linalg ops that are read in place",
           "more", "split the function");
  requireForm(op);
  const Computed c = compute(op, nameLoops(op, indices));
  if (!c.accumulates && !c.partial)
    return c.value;
  const IndexExprPtr init = initAt(op, c.init, indices);
  requireWholeResult(op, c.partial && init);
  return init ? addTerms(init, c.value) : c.value;
}

IndexExprPtr KernelReader::valueAt(Operation *user, Value value,
                                   const Variables &indices) {
  value = withoutCasts(value);
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    if (arg.getOwner() == &function.getBody().front())
      return tensors.access(user, arg, indices);
    refuse(user, "operand", "arguments of its own region, or constants",
           "a value of the body around it",
           "make it an operand of the operation");
  }
  if (auto generic = value.getDefiningOp<GenericOp>())
    return inlined(generic, indices);
  if (!isa<ShapedType>(value.getType()))
    return bodyReader().read(user, value);
  if (auto constant = value.getDefiningOp<arith::ConstantOp>())
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue())) {
      const Strata::ScalarType type = scalarTypeOf(constant, value);
      if (!Strata::is_complex(type))
        return literalFrom(constant, splat.getSplatValue<Attribute>(), type);
      const auto number = splat.getSplatValue<std::complex<APFloat>>();
      return Strata::make_literal(
          std::complex<double>(number.real().convertToDouble(),
                               number.imag().convertToDouble()),
          type);
    }
  refuseProducer(value.getDefiningOp());
}

/// \p e as a tensor of \p type takes it, where it is f32 that is to be narrowed.
static IndexExprPtr narrowed(const IndexExprPtr &e, Strata::ScalarType type) {
  if (!Strata::is_half(type) || e->type == type)
    return e;
  const bool widened = e->kind == Strata::IndexExpr::Kind::cast &&
                       e->args[0]->type == type;
  return widened ? e->args[0] : Strata::make_cast(type, e);
}

ReadKernel KernelReader::assign(GenericOp root, const Computed &c,
                                const Variables &indices) {
  auto target = dyn_cast<BlockArgument>(withoutCasts(c.init));
  if (target && tensors.isRead(target))
    target = nullptr;
  IndexExprPtr init;
  if (!target && (c.accumulates || c.partial))
    init = initAt(root, c.init, indices);
  requireWholeResult(root, c.partial && (target || init));
  ReadKernel kernel;
  Strata::Assignment &a = kernel.stmt.assignment;
  a.lhs.tensor = tensors.declareResult(root, target, root->getResultTypes()[0]);
  for (const std::string &v : indices) {
    a.lhs.indices.emplace_back();
    a.lhs.indices.back().variable = v;
  }
  a.accumulate = c.accumulates && target;
  a.rhs = narrowed(init ? addTerms(init, c.value) : c.value,
                   tensors.all().at(a.lhs.tensor).scalar);
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
  GenericOp root = rootOp();
  requireForm(root);
  const Variables dims = nameLoops(root, {});
  const Computed c = compute(root, dims);
  const AffineMap map = root.getMatchingIndexingMap(root.getDpsInitOperand(0));
  ReadKernel kernel = assign(root, c, apply(map, dims));
  kernel.stmt.tensors = tensors.all();
  kernel.stmt.extents = variables.all();
  kernel.stmt.assignment.text = Strata::to_string(kernel.stmt.assignment);
  fillExtents(kernel.stmt);
  return kernel;
}

} // namespace strata
