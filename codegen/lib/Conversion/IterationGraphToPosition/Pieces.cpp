// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What part of its loops a piece runs: what lies between two cuts, which are
// tuples of coordinates; or a slice of the positions of one operand; or
// coordinates of a whole dimension.
#include "PositionEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "strata/Analysis/Diagonals.h"
#include "strata/Analysis/Ranges.h"

#include <Strata_Error.hpp>

using namespace mlir;

namespace strata {

/// What is created here has a name in emitted code.
Location PositionEmitter::named(const Twine &name) {
  return NameLoc::get(b.getStringAttr(name));
}

void PositionEmitter::readCuts() {
  sought.clear();
  rangeBegins.clear();
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
  beforeLoops = ends.back().getDefiningOp();
  if (statement->begins.empty())
    return;
  const auto levels =
      sampledLevels(statement->rhs, statement->partitioned[0], notation.tensors());
  for (const auto &[sampled, table] : llvm::zip_equal(levels, statement->begins))
    rangeBegins[accessKey(sampled.access)] = notation.values().lookup(table);
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

/// True when positions of the level that is next ascend with the loops around it:
/// those of a piece are one interval.
bool PositionEmitter::ascends(const AccessState &state) const {
  const std::vector<std::string> &cut = statement->partitioned;
  for (size_t l = 0; l <= static_cast<size_t>(state.next); ++l) {
    const Strata::IndexArg &index = state.indices[l];
    if (Strata::is_registered(state.format.level(l).kind))
      return false;
    if (l >= cut.size() || index.variable != cut[l] || index.is_restricted() ||
        pinnedTo(index.variable))
      return false;
  }
  return true;
}

/// Looks up, before the loops, where the piece and the next one begin in the levels
/// of an operand down to the one that is next.
const SoughtCuts &PositionEmitter::seekCuts(const std::string &key,
                                            const AccessState &state) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfter(beforeLoops);
  SmallVector<SoughtCuts> &levels = sought[key];
  while (levels.size() <= static_cast<size_t>(state.next)) {
    const size_t l = levels.size();
    auto seek = [&](Value cut, ValueRange parents) {
      auto found =
          pos::SeekOp::create(b, loc, b.getIndexType(), b.getIndexType(),
                              state.tensor, l, parents[0], parents[1], cut);
      return SmallVector<Value, 2>(found.getResults());
    };
    SoughtCuts cuts;
    SmallVector<Value, 2> root{index(0), index(1)};
    cuts.begin = seek(begins[l], l == 0 ? root : levels.back().begin);
    cuts.end = seek(ends[l], l == 0 ? root : levels.back().end);
    cuts.last = cuts.end[0];
    // The last coordinate is the piece's too where the end lies inside of it.
    if (Value inside = liesInside(ends, l + 1))
      cuts.last = arith::SelectOp::create(
          b, named("end_" + statement->partitioned[l] + "_position"), inside,
          cuts.end[1], cuts.last);
    beforeLoops = b.getInsertionPoint()->getPrevNode();
    levels.push_back(std::move(cuts));
  }
  return levels[state.next];
}

Value PositionEmitter::clipped(Value iterator, const SoughtCuts &cuts) {
  return pos::ClipOp::create(b, loc, iterator.getType(), iterator, cuts.begin[0],
                             cuts.last);
}

/// The part of the fibre that is the piece's range.
Value PositionEmitter::inRange(Value iterator, const std::string &key,
                               const AccessState &state) {
  return pos::PartOp::create(b, loc, iterator.getType(), iterator,
                             launch.getBody().getArgument(0), state.first,
                             rangeBegins.at(key));
}

void PositionEmitter::cutLoop(SmallVectorImpl<Value> &its,
                              const MergeLattice &lattice,
                              const std::string &variable,
                              const LoopContext &context) {
  SmallVector<Value *> others;
  for (auto [i, it] : llvm::enumerate(its)) {
    const AccessState *state =
        i < lattice.iterators.size()
            ? &context.accesses.at(lattice.iterators[i])
            : nullptr;
    if (state && begins.size() > 1 && ascends(*state))
      it = clipped(it, seekCuts(lattice.iterators[i], *state));
    else if (state && rangeBegins.count(lattice.iterators[i]))
      it = inRange(it, lattice.iterators[i], *state);
    else
      others.push_back(&it);
  }
  if (!others.empty())
    cutByCoordinates(others, variable, context);
}

/// The parts of iterators with coordinates of the piece.
void PositionEmitter::cutByCoordinates(ArrayRef<Value *> its,
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
  for (Value *it : its)
    *it = pos::WindowOp::create(b, loc, it->getType(), *it, begin, end,
                                condition);
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
