// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What part of its loops a piece runs: what lies between two cuts, which are
// tuples of coordinates; or a slice of the positions of one operand; or
// coordinates of a whole dimension.
#include "PositionEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <Strata_Error.hpp>

using namespace mlir;

namespace strata {

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
