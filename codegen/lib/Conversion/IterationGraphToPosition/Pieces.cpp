// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What part of its loops a piece runs: what lies between two cuts, which are
// tuples of coordinates; or a slice of the positions of one operand; or
// coordinates of a whole dimension.
#include "PositionEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/Roles.h"
#include "strata/Analysis/Windows.h"

#include <Strata_Error.hpp>

#include <set>

using namespace mlir;
using Strata::IndexExprPtr;

namespace strata {

/// Levels that store coordinates of the variables, in their order, all of them or
/// those of windows.
static int64_t depthOf(ArrayRef<Strata::IndexArg> indices,
                       const std::vector<std::string> &variables) {
  size_t depth = 0;
  while (depth < indices.size() && depth < variables.size() &&
         indices[depth].variable == variables[depth] &&
         !indices[depth].has_index_set)
    ++depth;
  return static_cast<int64_t>(depth);
}

/// Where windows begin and their strides, as pairs; empty: there are none.
static SmallVector<int64_t> windowsOf(ArrayRef<Strata::IndexArg> levels) {
  SmallVector<int64_t> out;
  bool any = false;
  for (const Strata::IndexArg &arg : levels) {
    any |= arg.window.has_value();
    out.push_back(arg.window ? arg.window->lo : 0);
    out.push_back(arg.window ? arg.window->stride : 1);
  }
  return any ? out : SmallVector<int64_t>();
}

/// The lattice of the loop over \p variable: around what is reduced over it, or
/// around all.
MergeLattice PositionEmitter::latticeOfLoop(const std::string &variable) const {
  IndexExprPtr scope = statement->rhs;
  Number rest = background();
  walk(statement->rhs, [&](const IndexExprPtr &e) {
    if (e->kind != Strata::IndexExpr::Kind::reduce || e->variable != variable)
      return;
    scope = e->args[0];
    rest = Strata::Impl::identity(*e);
  });
  return latticeOf(scope, variable, notation.tensors(), rest);
}

void PositionEmitter::emitPartition() {
  const std::vector<std::string> &variables = statement->partitioned;
  SmallVector<Value> weighed, extents;
  SmallVector<int64_t> depths, dimensions, counts;
  SmallVector<bool> visitsAll;
  std::vector<Strata::IndexArg> levels; // that are weighed
  std::set<std::string> seen;
  walk(statement->rhs, [&](const IndexExprPtr &e) {
    if (e->kind != Strata::IndexExpr::Kind::access ||
        !seen.insert(accessKey(e->access)).second)
      return;
    const auto &format = notation.tensors().at(e->access.tensor).format;
    const auto indices = indicesByLevel(e->access, format);
    const int64_t depth = depthOf(indices, variables);
    if (depth == 0 || format.is_dense())
      return;
    levels.insert(levels.end(), indices.begin(), indices.begin() + depth);
    weighed.push_back(notation.values().lookup(e->access.tensor));
    depths.push_back(depth);
  });
  for (const std::string &v : variables) {
    const IndexedDimension d = dimensionOf(v);
    extents.push_back(d.tensor);
    dimensions.push_back(d.dimension);
    counts.push_back(d.count.value_or(-1));
    const MergeLattice lattice = latticeOfLoop(v);
    visitsAll.push_back(!lattice.empty() && lattice.needsUniverse(0));
  }
  const bool counted = llvm::any_of(counts, [](int64_t n) { return n >= 0; });
  const SmallVector<int64_t> windows = windowsOf(levels);
  pos::PartitionOp::create(
      b, loc, notation.values().lookup(statement->cuts), weighed, depths,
      extents, dimensions,
      counted ? b.getDenseI64ArrayAttr(counts) : DenseI64ArrayAttr(),
      windows.empty() ? DenseI64ArrayAttr() : b.getDenseI64ArrayAttr(windows),
      visitsAll, statement->race == Strata::RaceStrategy::privatize);
}

/// What is created here has a name in emitted code.
Location PositionEmitter::named(const Twine &name) {
  return NameLoc::get(b.getStringAttr(name));
}

void PositionEmitter::readCuts() {
  if (statement->partitioned.empty())
    return;
  Value cuts = notation.values().lookup(statement->cuts);
  Value piece = launch.getBody().getArgument(0);
  Value next = arith::AddIOp::create(b, loc, piece, index(1));
  for (size_t v = 0; v < statement->partitioned.size(); ++v) {
    const std::string &variable = statement->partitioned[v];
    auto cut = [&](Value at, const Twine &name) {
      return pos::CutOp::create(b, named(name), b.getIndexType(), cuts, at, v);
    };
    begins.push_back(cut(piece, "begin_" + variable));
    ends.push_back(cut(next, "end_" + variable));
  }
}

bool PositionEmitter::isPartitioned(const std::string &variable,
                                    const LoopContext &context) const {
  return context.cuts < statement->partitioned.size() &&
         statement->partitioned[context.cuts] == variable;
}

Value PositionEmitter::liesInside(ArrayRef<Value> cut, size_t variable) {
  Value inside;
  for (Value coordinate : cut.drop_front(variable)) {
    Value some = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                                       coordinate, index(0));
    inside = inside ? arith::OrIOp::create(b, loc, inside, some).getResult()
                    : some;
  }
  return inside;
}

void PositionEmitter::cutLoop(SmallVectorImpl<Value> &its,
                              const std::string &variable,
                              const LoopContext &context) {
  const size_t v = context.cuts;
  // The last coordinate is the piece's too where the end lies inside of it.
  Value end = ends[v];
  if (Value inside = liesInside(ends, v + 1)) {
    Value past = arith::AddIOp::create(b, loc, end, index(1));
    end = arith::SelectOp::create(b, named(variable + "_to"), inside, past, end);
  }
  Value begin = begins[v], condition;
  if (v > 0) {
    condition =
        arith::OrIOp::create(b, loc, context.atBegin, context.atEnd);
    begin = arith::SelectOp::create(b, named(variable + "_from"),
                                    context.atBegin, begin, index(0));
    end = arith::SelectOp::create(b, named(variable + "_to"), context.atEnd,
                                  end, extentOf(variable));
  }
  for (Value &it : its)
    it = pos::WindowOp::create(b, loc, it.getType(), it, begin, end, condition);
}

void PositionEmitter::passCut(LoopContext &context, Value coordinate) {
  const size_t v = context.cuts++;
  Value begun = context.atBegin, continued = context.atEnd;
  context.atBegin = context.atEnd = nullptr;
  if (context.cuts == begins.size())
    return;
  auto isAt = [&](Value cut, Value above, StringRef name) -> Value {
    Value equal = arith::CmpIOp::create(
        b, named(name), arith::CmpIPredicate::eq, coordinate, cut);
    return v == 0 ? equal
                  : arith::AndIOp::create(b, named(name), above, equal)
                        .getResult();
  };
  context.atBegin = isAt(begins[v], begun, "at_begin");
  context.atEnd = isAt(ends[v], continued, "at_end");
  if (!statement->carry.empty() && context.cuts == rowVariables())
    context.resumes =
        arith::AndIOp::create(b, named("resumes"), context.atBegin,
                              liesInside(begins, context.cuts));
}

/// Refuses pieces that are parts of a dimension, or of positions, where only
/// pieces between cuts are right.
void PositionEmitter::checkNeedsNoCuts(const MergeLattice &lattice,
                                       const std::string &variable,
                                       const LoopContext &context) const {
  auto refuse = [&](const char *why) {
    throw Strata::CodegenError("compile: the loop over '" + variable + "' " +
                               why + ": expected a nest with 'cut'");
  };
  if (lattice.iterators.empty()) {
    if (statement->workspace || assembles() ||
        statement->race == Strata::RaceStrategy::privatize)
      refuse("has to know its piece");
    return;
  }
  if (lattice.iterators.size() > 1 || lattice.needsUniverse(0))
    refuse("merges operands");
  const AccessState &state = context.accesses.at(lattice.iterators[0]);
  const Strata::LevelType level = state.format.level(state.next);
  if (level.ordered && !level.unique)
    refuse("must not part equal coordinates");
}

void PositionEmitter::cutIntoPieces(SmallVectorImpl<Value> &its,
                                    const MergeLattice &lattice,
                                    const std::string &variable,
                                    const LoopContext &context) {
  checkNeedsNoCuts(lattice, variable, context);
  Value piece = launch.getBody().getArgument(0);
  Value pieces = launch.getBody().getArgument(1);
  const Type type = pos::IteratorType::get(b.getContext());
  if (!lattice.iterators.empty()) {
    its[0] = pos::SliceOp::create(b, loc, type, its[0], piece, pieces);
    return;
  }
  const IndexedDimension d = dimensionOf(variable);
  launch.getTensorMutable().assign(d.tensor);
  launch.setDimension(d.dimension);
  if (d.count)
    launch.setCount(*d.count);
  its[0].getDefiningOp()->erase();
  its[0] = pos::UniverseOp::create(b, loc, type, piece, pieces);
}

} // namespace strata
