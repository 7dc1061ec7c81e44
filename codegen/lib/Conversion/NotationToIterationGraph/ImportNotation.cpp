// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Index notation (plain C++) -> stage I.
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "strata/Conversion/Notation.h"
#include "strata/Dialect/OperatorNames.h"
#include "strata/Dialect/ScalarTypes.h"
#include "strata/Passes.h"

#include <Strata_Error.hpp>
#include <impl/Strata_Definitions.hpp>

using namespace mlir;
using Strata::IndexExpr;
using Strata::IndexExprPtr;
using Kind = IndexExpr::Kind;

namespace strata {

itg::TensorType tensorType(MLIRContext *context,
                           const Strata::TensorDeclaration &tensor) {
  return itg::TensorType::get(context, elementType(context, tensor.scalar),
                              tensor.format.to_string());
}

Strata::TensorFormat formatOf(itg::TensorType type) {
  return Strata::TensorFormat::parse(type.getFormat().str());
}

static ArrayAttr indexNames(OpBuilder &b, const Strata::Access &access) {
  SmallVector<Attribute> names;
  for (const auto &arg : access.indices)
    names.push_back(b.getStringAttr(Strata::to_string(arg)));
  return b.getArrayAttr(names);
}

static Attribute literalAttr(OpBuilder &b, const IndexExpr &e) {
  if (auto *v = std::get_if<bool>(&e.literal))
    return b.getI64IntegerAttr(*v);
  if (auto *v = std::get_if<int64_t>(&e.literal))
    return b.getI64IntegerAttr(*v);
  if (auto *v = std::get_if<double>(&e.literal))
    return b.getF64FloatAttr(*v);
  const auto c = std::get<std::complex<double>>(e.literal);
  return b.getF64ArrayAttr({c.real(), c.imag()});
}

Value NotationEmitter::emit(const IndexExprPtr &e) {
  const Type type = elementType(builder.getContext(), e->type);
  SmallVector<Value> args;
  for (const IndexExprPtr &arg : e->args)
    args.push_back(emit(arg));
  switch (e->kind) {
  case Kind::access:
    return itg::AccessOp::create(builder, loc, type,
                                 tensors.lookup(e->access.tensor),
                                 indexNames(builder, e->access));
  case Kind::literal:
    return itg::LiteralOp::create(builder, loc, type, literalAttr(builder, *e));
  case Kind::apply:
    return itg::ApplyOp::create(builder, loc, type,
                                mnemonicOf(e->op), args);
  case Kind::reduce:
    return itg::ReduceOp::create(
        builder, loc, type,
        e->combiner ? Strata::Impl::to_string(*e->combiner)
                    : mnemonicOf(e->op).str(),
        args[0], e->variable);
  case Kind::cast:
    return itg::CastOp::create(builder, loc, type, args[0]);
  case Kind::argument: // of combiners, which are text
  case Kind::index_value:
    break;
  }
  return itg::IndexOp::create(builder, loc, type, e->variable);
}

itg::AssignOp NotationEmitter::emitAssign(const Strata::Access &lhs,
                                          bool accumulate,
                                          const IndexExprPtr &rhs,
                                          Strata::Operator combiner) {
  Value value = emit(rhs);
  return itg::AssignOp::create(
      builder, loc, value, tensors.lookup(lhs.tensor), indexNames(builder, lhs),
      accumulate, /*keeps_rest=*/false,
      combinerAttr(builder.getContext(), combiner));
}

/// What gives the extents of reductions that nothing inside indexes.
static DictionaryAttr extentSources(OpBuilder &b, const IndexExprPtr &rhs) {
  SmallVector<NamedAttribute> sources;
  walk(rhs, [&](const IndexExprPtr &e) {
    if (e->kind != Kind::reduce || e->access.tensor.empty())
      return;
    SmallVector<Attribute> source{b.getStringAttr(e->access.tensor)};
    for (Attribute index : indexNames(b, e->access))
      source.push_back(index);
    sources.push_back(b.getNamedAttr(e->variable, b.getArrayAttr(source)));
  });
  return b.getDictionaryAttr(sources);
}

func::FuncOp emitKernel(OpBuilder &b, Location loc, StringRef function,
                        const Strata::CheckedAssignment &stmt,
                        const std::vector<std::string> &names) {
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Type> types;
  for (const std::string &name : names)
    types.push_back(tensorType(b.getContext(), stmt.tensors.at(name)));
  auto kernel =
      func::FuncOp::create(b, loc, function, b.getFunctionType(types, {}));
  kernel->setAttr("strata.notation",
                  b.getStringAttr(Strata::to_string(stmt.assignment)));
  if (DictionaryAttr sources = extentSources(b, stmt.assignment.rhs);
      !sources.empty())
    kernel->setAttr(extentSourcesAttr, sources);
  Block *body = kernel.addEntryBlock();
  llvm::StringMap<Value> tensors;
  for (auto [i, name] : llvm::enumerate(names)) {
    kernel.setArgAttr(i, nameAttr, b.getStringAttr(name));
    kernel.setArgAttr(i, extentsAttr,
                      b.getDenseI64ArrayAttr(stmt.tensors.at(name).extents));
    if (const double fill = stmt.tensors.at(name).fill; fill != 0)
      kernel.setArgAttr(i, fillAttr, b.getF64FloatAttr(fill));
    tensors[name] = body->getArgument(i);
  }
  b.setInsertionPointToStart(body);
  NotationEmitter(b, loc, tensors)
      .emitAssign(stmt.assignment.lhs, stmt.assignment.accumulate,
                  stmt.assignment.rhs)
      .setKeepsRest(stmt.assignment.keeps_rest);
  func::ReturnOp::create(b, loc);
  return kernel;
}

OwningOpRef<ModuleOp>
importNotation(MLIRContext *context,
               const std::vector<Strata::CheckedAssignment> &stmts,
               const std::vector<std::string> &names) {
  OpBuilder b(context);
  const Location loc = b.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  b.setInsertionPointToEnd(module->getBody());
  for (auto [n, stmt] : llvm::enumerate(stmts))
    emitKernel(b, loc, n == 0 ? "kernel" : "kernel_" + std::to_string(n + 1),
               stmt, names);
  setStage(*module, "notation");
  return module;
}

} // namespace strata
