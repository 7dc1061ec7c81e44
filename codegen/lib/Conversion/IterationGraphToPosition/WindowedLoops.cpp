// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a variable reaches the coordinates of a dimension: all of them, or through
// a window or an index set; and how many it has.
#include "PositionEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "strata/Analysis/Diagonals.h"
#include "strata/Analysis/ExprUtils.h"

#include <Strata_Error.hpp>

using namespace mlir;
using Strata::IndexArg;

namespace strata {

IndexedDimension PositionEmitter::dimensionOf(const std::string &variable) {
  IndexedDimension found;
  auto look = [&](const Strata::Access &access) {
    const auto &tensor = notation.tensors().at(access.tensor);
    for (size_t d = 0; d < access.indices.size(); ++d) {
      const IndexArg &arg = access.indices[d];
      const bool isPinned = arg.has_index_set && pinnedTo(arg.variable) == variable;
      if ((arg.variable != variable && !isPinned) ||
          (found.tensor && (!found.count || arg.is_restricted())))
        continue;
      found = {notation.values().lookup(access.tensor), static_cast<int>(d), {}};
      if (arg.is_restricted())
        found.count = arg.length(tensor.extents[d]);
    }
  };
  if (enclosing) // the same dimension for all loops over a workspace
    look(enclosing->lhs);
  look(statement->lhs);
  walk(statement->rhs, [&](const Strata::IndexExprPtr &e) {
    if (e->kind == Strata::IndexExpr::Kind::access)
      look(e->access);
  });
  const auto source = notation.extentSources().find(variable);
  if (!found.tensor && source != notation.extentSources().end())
    look(source->second);
  if (!found.tensor)
    throw Strata::UnsupportedExpression(
        "compile: nothing gives the extent of '" + variable +
        "'; expected a tensor that it indexes");
  return found;
}

Value PositionEmitter::extentOf(const std::string &variable) {
  const IndexedDimension d = dimensionOf(variable);
  if (d.count)
    return index(*d.count);
  return pos::ExtentOp::create(b, loc, b.getIndexType(), d.tensor, d.dimension);
}

Value PositionEmitter::coordinateOf(const IndexArg &arg, Value number) {
  if (arg.has_index_set)
    return pos::MemberOp::create(b, loc, b.getIndexType(), number,
                                 arg.index_set);
  if (!arg.window)
    return number;
  Value coordinate = number;
  if (arg.window->stride != 1)
    coordinate =
        arith::MulIOp::create(b, loc, coordinate, index(arg.window->stride));
  if (arg.window->lo != 0)
    coordinate = arith::AddIOp::create(b, loc, coordinate, index(arg.window->lo));
  return coordinate;
}

Value PositionEmitter::through(const IndexArg &arg, Value iterator) {
  const Type type = iterator.getType();
  if (arg.has_index_set)
    return pos::SubsetOp::create(b, loc, type, iterator, arg.index_set);
  if (!arg.window)
    return iterator;
  const auto [lo, hi, stride] = *arg.window;
  return pos::SubrangeOp::create(b, loc, type, iterator, lo, hi, stride);
}

Value PositionEmitter::universe(const std::string &variable,
                                const AccessState *iterated,
                                const LoopContext &context) {
  const Type type = pos::IteratorType::get(b.getContext());
  const auto leader = pinnedTo(variable);
  if (!leader)
    return pos::UniverseOp::create(b, loc, type, index(0), extentOf(variable));
  Value coordinate = context.coordinates.at(*leader);
  if (iterated)
    coordinate = coordinateOf(iterated->indices[iterated->next], coordinate);
  Value next = arith::AddIOp::create(b, loc, coordinate, index(1));
  return pos::UniverseOp::create(b, loc, type, coordinate, next);
}

Value PositionEmitter::pinned(const IndexArg &arg, Value iterator,
                              const LoopContext &context) {
  Value number = context.coordinates.at(*pinnedTo(arg.variable));
  return only(iterator, coordinateOf(arg, number));
}

/// The part of an iterator at one coordinate.
Value PositionEmitter::only(Value iterator, Value coordinate) {
  Value one = index(1);
  Value next = arith::AddIOp::create(b, loc, coordinate, one);
  return pos::WindowOp::create(b, loc, pos::IteratorType::get(b.getContext()),
                               iterator, coordinate, next, Value());
}

} // namespace strata
