// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stage I -> index notation (plain C++), for the analyses.
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "strata/Analysis/Windows.h"
#include "strata/Conversion/Notation.h"
#include "strata/Dialect/OperatorNames.h"
#include "strata/Dialect/ScalarTypes.h"

#include <Strata_Error.hpp>
#include <impl/Strata_Definitions.hpp>

using namespace mlir;
using Strata::IndexExprPtr;

namespace strata {

NotationReader::NotationReader(Operation *op) {
  auto kernel = cast<func::FuncOp>(op);
  for (BlockArgument arg : kernel.getArguments()) {
    const unsigned i = arg.getArgNumber();
    auto name = kernel.getArgAttrOfType<StringAttr>(i, nameAttr);
    auto extents = kernel.getArgAttrOfType<DenseI64ArrayAttr>(i, extentsAttr);
    std::vector<int64_t> sizes;
    if (extents)
      sizes.assign(extents.asArrayRef().begin(), extents.asArrayRef().end());
    auto fill = kernel.getArgAttrOfType<FloatAttr>(i, fillAttr);
    declare(arg, name ? name.str() : "arg" + std::to_string(i), sizes,
            fill ? fill.getValueAsDouble() : 0);
  }
  kernel.walk([&](itg::ConvertOp c) {
    const Strata::TensorDeclaration &source =
        declarations[names.lookup(c.getSource())];
    declare(c.getTensor(), c.getLabel().str(), source.extents, source.fill);
  });
  kernel.walk([&](itg::TemporaryOp t) {
    auto fill = t->getAttrOfType<FloatAttr>(fillAttr);
    declare(t.getTensor(), t.getLabel().str(),
            std::vector<int64_t>(t.getVariables().size(), -1),
            fill ? fill.getValueAsDouble() : 0);
  });
  if (auto given = kernel->getAttrOfType<DictionaryAttr>(extentSourcesAttr))
    readSources(given);
}

void NotationReader::readSources(DictionaryAttr attr) {
  for (NamedAttribute named : attr) {
    Strata::Access &access = sources[named.getName().str()];
    for (Attribute part : cast<ArrayAttr>(named.getValue())) {
      const std::string text = cast<StringAttr>(part).str();
      if (access.tensor.empty())
        access.tensor = text;
      else
        access.indices.push_back(text.empty() ? Strata::IndexArg()
                                              : parseIndex(text));
    }
  }
}

void NotationReader::declare(Value tensor, std::string name,
                             std::vector<int64_t> extents, double fill) {
  auto type = cast<itg::TensorType>(tensor.getType());
  Strata::TensorDeclaration d;
  d.format = formatOf(type);
  d.scalar = *scalarType(type.getElementType());
  d.fill = fill;
  d.extents = std::move(extents);
  d.extents.resize(d.format.dim_rank(), -1);
  names[tensor] = name;
  byName[name] = tensor;
  declarations[name] = std::move(d);
}

Strata::Access NotationReader::access(Value tensor, ArrayAttr indices) const {
  Strata::Access access;
  access.tensor = names.lookup(tensor);
  for (Attribute index : indices)
    access.indices.push_back(parseIndex(cast<StringAttr>(index).str()));
  return access;
}

static IndexExprPtr readLiteral(itg::LiteralOp op, Strata::ScalarType type) {
  if (auto i = dyn_cast<IntegerAttr>(op.getValue()))
    return Strata::make_literal(i.getInt(), type);
  if (auto f = dyn_cast<FloatAttr>(op.getValue()))
    return Strata::make_literal(f.getValueAsDouble(), type);
  auto pair = cast<ArrayAttr>(op.getValue());
  return Strata::make_literal(
      std::complex<double>(cast<FloatAttr>(pair[0]).getValueAsDouble(),
                           cast<FloatAttr>(pair[1]).getValueAsDouble()),
      type);
}

IndexExprPtr NotationReader::expr(Value value) const {
  Operation *op = value.getDefiningOp();
  if (!op || !isa<itg::AccessOp, itg::LiteralOp, itg::CastOp, itg::ReduceOp,
                  itg::ApplyOp, itg::IndexOp>(op))
    throw Strata::CodegenError(
        "stage I: expected a value of index notation (access, literal, cast, "
        "reduce, apply, index)");
  const Strata::ScalarType type = *scalarType(value.getType());
  if (auto a = dyn_cast<itg::AccessOp>(op))
    return Strata::make_access(access(a.getTensor(), a.getIndices()), type);
  if (auto l = dyn_cast<itg::LiteralOp>(op))
    return readLiteral(l, type);
  if (auto i = dyn_cast<itg::IndexOp>(op))
    return Strata::make_index_value(i.getVariable().str());
  if (auto c = dyn_cast<itg::CastOp>(op))
    return Strata::make_cast(type, expr(c.getValue()));
  if (auto r = dyn_cast<itg::ReduceOp>(op)) {
    const std::string variable = r.getVariable().str();
    if (const auto named = operatorFromMnemonic(r.getFunction()))
      return Strata::make_reduce(*named, variable, expr(r.getValue()), type);
    return Strata::make_reduce(
        Strata::Impl::parse_combiner(r.getFunction().str(), type), variable,
        expr(r.getValue()), type);
  }
  auto apply = cast<itg::ApplyOp>(op);
  std::vector<IndexExprPtr> args;
  for (Value arg : apply.getArgs())
    args.push_back(expr(arg));
  return Strata::make_apply(*operatorFromMnemonic(apply.getFunction()), std::move(args),
                            type);
}

} // namespace strata
