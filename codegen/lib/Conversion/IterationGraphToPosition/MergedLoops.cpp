// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of stage II: the merge lattice of a variable becomes one coiterate.
#include "PositionEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "strata/Analysis/Diagonals.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/Roles.h"

#include <Strata_Error.hpp>

using namespace mlir;
using Strata::IndexExprPtr;

namespace strata {

SmallVector<Value> PositionEmitter::iterators(const std::string &variable,
                                              const IndexExprPtr &expr,
                                              const MergeLattice &lattice,
                                              LoopContext &context) {
  std::map<std::string, Strata::Access> byKey;
  walk(expr, [&](const IndexExprPtr &e) {
    if (e->kind == Strata::IndexExpr::Kind::access)
      byKey.emplace(accessKey(e->access), e->access);
  });
  SmallVector<Value> out;
  for (const std::string &key : lattice.iterators) {
    AccessState &state = stateOf(byKey.at(key), context);
    if (state.next >= state.format.lvl_rank() ||
        state.indices[state.next].variable != variable ||
        Strata::level_traits(state.format.level(state.next)).locates)
      throw Strata::UnsupportedExpression(
          "compile: " + key + " uses '" + variable +
          "' at two levels of which one is sparse; this is not lowered yet");
    const Strata::LevelType level = state.format.level(state.next);
    const Strata::IndexArg &arg = state.indices[state.next];
    const Strata::DimensionSlices &slices = state.format.slices();
    const bool isSlice =
        !slices.empty() && slices[state.format.dimension_of_level(state.next)];
    if (!level.ordered &&
        (isSlice || lattice.iterators.size() > 1 || lattice.needsUniverse(0) ||
         pinnedTo(variable) || arg.is_restricted()))
      throw Strata::UnsupportedExpression(
          "compile: level " + std::to_string(state.next) + " of " + key +
          " is nonordered, but has to be merged over '" + variable +
          "'; store the tensor with ordered levels");
    Value it = pos::PositionsOp::create(
        b, loc, pos::IteratorType::get(b.getContext()), state.tensor,
        state.next, state.first, state.last);
    out.push_back(pinnedTo(variable) ? pinned(arg, it, context)
                                     : through(arg, it));
  }
  if (lattice.needsUniverse(0)) {
    const std::string &key =
        lattice.iterators.empty() ? std::string() : lattice.iterators[0];
    const auto access = byKey.find(key);
    out.push_back(universe(
        variable, access == byKey.end() ? nullptr : &stateOf(access->second, context),
        context));
  }
  return out;
}

Value PositionEmitter::emitLoop(const std::string &variable,
                                const IndexExprPtr &expr,
                                const Number &background, LoopContext &context,
                                Value init, bool independent, EmitCase body,
                                Value until) {
  const MergeLattice lattice =
      latticeOf(expr, variable, notation.tensors(), background);
  if (lattice.empty())
    return nullptr;
  SmallVector<Value> its = iterators(variable, expr, lattice, context);
  const bool isCut = isPartitioned(variable, context);
  if (isCut)
    cutLoop(its, lattice, variable, context);
  else if (std::exchange(cutNext, false))
    cutIntoPieces(its, lattice, variable, context);
  SmallVector<int64_t> masks;
  for (size_t p = 0; p < lattice.points.size(); ++p) {
    int64_t mask = 0;
    for (int i : lattice.points[p].iterators)
      mask |= int64_t{1} << i;
    if (lattice.needsUniverse(p))
      mask |= int64_t{1} << lattice.iterators.size();
    masks.push_back(mask);
  }
  const Type type = init ? init.getType() : Type();
  const ValueRange inits = init ? ValueRange(init) : ValueRange();
  auto loop = pos::CoiterateOp::create(b, loc, TypeRange(inits), variable, its, masks, inits,
                                       until, independent, StringAttr(), StringAttr(),
                                       masks.size());
  const bool everywhere =
      llvm::any_of(lattice.points, [](const LatticePoint &point) {
        return point.iterators.empty();
      }) &&
      llvm::none_of(lattice.points,
                    [](const LatticePoint &point) { return point.skips; });
  for (auto [point, region] : llvm::zip(lattice.points, loop.getCases())) {
    OpBuilder::InsertionGuard guard(b);
    visitsAll = everywhere;
    caseAbsent = point.absent;
    LoopContext inner = context;
    Block *block = emitCase(region, point, lattice, variable, inner, type);
    if (isCut)
      passCut(inner, block->getArgument(0));
    Value accumulator = init ? block->getArguments().back() : Value();
    Value next = point.skips ? accumulator
                             : emitWhereKept(variable, point.expr, inner, accumulator, body);
    pos::YieldOp::create(b, loc, next ? ValueRange(next) : ValueRange());
  }
  return loop.getTotal();
}

Block *PositionEmitter::emitCase(Region &region, const LatticePoint &point,
                                 const MergeLattice &lattice,
                                 const std::string &variable,
                                 LoopContext &context, Type accumulator) {
  Block &block = region.emplaceBlock();
  const Type index = b.getIndexType();
  context.coordinates[variable] = block.addArgument(index, loc);
  for (int i : point.iterators) {
    AccessState &state = context.accesses.at(lattice.iterators[i]);
    state.first = block.addArgument(index, loc);
    state.last = block.addArgument(index, loc);
    ++state.next;
  }
  if (accumulator)
    block.addArgument(accumulator, loc);
  b.setInsertionPointToStart(&block);
  return &block;
}

} // namespace strata
