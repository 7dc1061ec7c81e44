// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-jam-rows: see Passes.td.
#include "Growth.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "strata/Conversion/FlatNames.h"
#include "strata/Passes.h"

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_JAMROWS
#include "strata/Passes.h.inc"

namespace {

/// Operations that a group repeats for each row, at most.
constexpr unsigned maxSize = 60;

bool reads(Operation *op) {
  const auto effects = getEffectsRecursively(op);
  return effects && llvm::all_of(*effects, [](const auto &effect) {
    return isa<MemoryEffects::Read>(effect.getEffect());
  });
}

bool hasLoop(Operation &op) {
  return op.walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

unsigned sizeOf(Operation &op) {
  unsigned size = 0;
  op.walk([&](Operation *) { ++size; });
  return size;
}

/// A loop over rows, and the one inside of it that adds up a row.
struct Rows {
  scf::ForOp outer, inner;
  /// Where all rows of a group end as they do when none is shorter, and what says so of
  /// one row: the condition of \p search, which finds the end of a shorter one. Null:
  /// there are no shorter ones.
  Value end;
  scf::IfOp search;

  auto before() {
    return llvm::make_range(outer.getBody()->begin(), inner->getIterator());
  }
  auto behind() {
    return llvm::make_range(std::next(inner->getIterator()),
                            outer.getBody()->getTerminator()->getIterator());
  }
};

bool hasUnitStep(scf::ForOp loop) {
  return matchPattern(loop.getStep(), m_One());
}

/// What stands before the sum reads, what stands behind it has no loop.
bool isSimple(Rows rows) {
  unsigned size = 0;
  for (Operation &op : rows.before()) {
    if (!reads(&op))
      return false;
    if (&op != rows.search)
      size += sizeOf(op);
  }
  for (Operation &op : rows.behind()) {
    if (hasLoop(op))
      return false;
    size += sizeOf(op);
  }
  for (Operation &op : *rows.inner.getBody()) {
    if (hasLoop(op) || !reads(&op))
      return false;
    size += sizeOf(op);
  }
  return size <= maxSize;
}

/// Finds where the rows of a group end.
bool findEnd(Rows &rows, int64_t lanes) {
  const auto isShared = [&](Value value) {
    return growthOf(value, rows.outer.getInductionVar(), lanes) == 0;
  };
  if (!isShared(rows.inner.getLowerBound()))
    return false;
  rows.end = rows.inner.getUpperBound();
  if (isShared(rows.end))
    return true;
  rows.search = rows.end.getDefiningOp<scf::IfOp>();
  if (!rows.search || rows.search->getParentOp() != rows.outer)
    return false;
  rows.end = rows.search.thenYield().getOperand(
      cast<OpResult>(rows.end).getResultNumber());
  return !rows.search->isAncestor(rows.end.getParentBlock()->getParentOp()) &&
         isShared(rows.end);
}

/// By how much the last index of \p load, which counts neighbours in memory, grows with
/// \p variable where no other one does.
std::optional<int64_t> placeGrowthOf(memref::LoadOp load, Value variable, int64_t group) {
  const auto [strides, offset] = load.getMemRefType().getStridesAndOffset();
  if (strides.empty() || strides.back() != 1)
    return std::nullopt;
  for (Value at : load.getIndices().drop_back())
    if (growthOf(at, variable, group) != 0)
      return std::nullopt;
  return growthOf(load.getIndices().back(), variable, group);
}

/// True where the rows of a group are stored side by side, and the entries of one are
/// not.
bool lieSideBySide(Rows rows, int64_t lanes) {
  bool across = false, along = false;
  for (auto load : rows.inner.getBody()->getOps<memref::LoadOp>()) {
    across |= placeGrowthOf(load, rows.outer.getInductionVar(), lanes) == 1;
    along |= placeGrowthOf(load, rows.inner.getInductionVar(), 1) == 1;
  }
  return across && !along;
}

std::optional<Rows> rowsOf(scf::ForOp outer, int64_t lanes) {
  if (!outer->hasAttr(independentAttr) || !hasUnitStep(outer) ||
      outer->hasAttr(mappingAttr))
    return std::nullopt;
  auto inner = llvm::to_vector(outer.getBody()->getOps<scf::ForOp>());
  if (inner.size() != 1 || !hasUnitStep(inner[0]) ||
      inner[0].getNumResults() == 0 || inner[0]->hasAttr(mappingAttr))
    return std::nullopt;
  Rows rows{outer, inner[0], {}, {}};
  if (!findEnd(rows, lanes) || !isSimple(rows) || !lieSideBySide(rows, lanes))
    return std::nullopt;
  return rows;
}

class Jam {
public:
  Jam(Rows jammed, int64_t size)
      : rows(jammed), b(rows.outer), loc(rows.outer.getLoc()), lanes(size),
        maps(static_cast<size_t>(size)) {}

  /// Groups begin with a multiple of their size. The rows of one that is not whole, or
  /// of which one is shorter, go one by one.
  void run() {
    Value begin = rows.outer.getLowerBound(), end = rows.outer.getUpperBound();
    auto groups =
        scf::ForOp::create(b, loc, roundedDown(begin), end, index(lanes));
    b.setInsertionPointToStart(groups.getBody());
    Value group = groups.getInductionVar();
    Value from = arith::MaxSIOp::create(b, loc, group, begin);
    Value to = arith::MinSIOp::create(b, loc, add(group, index(lanes)), end);
    Value whole = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        arith::SubIOp::create(b, loc, to, from),
                                        index(lanes));
    auto choice = scf::IfOp::create(b, loc, haveAllEntries(whole, group), true);
    b.setInsertionPointToStart(choice.thenBlock());
    addUp(group);
    rows.outer->moveBefore(choice.elseBlock()->getTerminator());
    rows.outer.getLowerBoundMutable().assign(from);
    rows.outer.getUpperBoundMutable().assign(to);
  }

private:
  Value index(int64_t n) { return arith::ConstantIndexOp::create(b, loc, n); }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, loc, x, y); }
  Value roundedDown(Value x) {
    Value count = arith::DivUIOp::create(b, loc, x, index(lanes));
    return arith::MulIOp::create(b, loc, count, index(lanes));
  }

  /// Whether the group is \p whole and none of its rows is shorter.
  Value haveAllEntries(Value whole, Value group) {
    if (!rows.search)
      return whole;
    auto test = scf::IfOp::create(b, loc, TypeRange{b.getI1Type()}, whole, true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(test.thenBlock());
    placeLanes(group);
    Value all;
    for (IRMapping &map : maps) {
      cloneBefore(map);
      Value has = map.lookupOrDefault(rows.search.getCondition());
      all = all ? arith::AndIOp::create(b, loc, all, has).getResult() : has;
    }
    scf::YieldOp::create(b, loc, all);
    b.setInsertionPointToStart(test.elseBlock());
    Value none = arith::ConstantOp::create(b, loc, b.getBoolAttr(false));
    scf::YieldOp::create(b, loc, none);
    return test.getResult(0);
  }

  void placeLanes(Value group) {
    for (auto [lane, map] : llvm::enumerate(maps)) {
      map = IRMapping();
      map.map(rows.outer.getInductionVar(),
              add(group, index(static_cast<int64_t>(lane))));
    }
  }

  /// All but the search.
  void cloneBefore(IRMapping &map) {
    for (Operation &op : rows.before())
      if (&op != rows.search)
        b.clone(op, map);
  }

  void addUp(Value group) {
    placeLanes(group);
    SmallVector<Value> inits;
    for (IRMapping &map : maps) {
      cloneBefore(map);
      if (rows.search)
        map.map(rows.inner.getUpperBound(), map.lookupOrDefault(rows.end));
      for (Value init : rows.inner.getInits())
        inits.push_back(map.lookupOrDefault(init));
    }
    auto sums = scf::ForOp::create(
        b, loc, maps[0].lookupOrDefault(rows.inner.getLowerBound()),
        maps[0].lookupOrDefault(rows.end), index(1), inits);
    keepScalar(sums);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(sums.getBody());
      addEntries(sums);
    }
    const unsigned carried = rows.inner.getNumResults();
    for (auto [lane, map] : llvm::enumerate(maps)) {
      map.map(rows.inner.getResults(),
              sums.getResults().slice(lane * carried, carried));
      for (Operation &op : rows.behind())
        b.clone(op, map);
    }
  }

  /// The entry of each row that stands at the position of the loop.
  void addEntries(scf::ForOp sums) {
    const unsigned carried = rows.inner.getNumResults();
    SmallVector<Value> next;
    for (auto [lane, map] : llvm::enumerate(maps)) {
      map.map(rows.inner.getInductionVar(), sums.getInductionVar());
      map.map(rows.inner.getRegionIterArgs(),
              sums.getRegionIterArgs().slice(lane * carried, carried));
      for (Operation &op : rows.inner.getBody()->without_terminator())
        b.clone(op, map);
      for (Value value : rows.inner.getYieldedValues())
        next.push_back(map.lookupOrDefault(value));
      if (lane > 0)
        readBeside(map, static_cast<int64_t>(lane));
    }
    scf::YieldOp::create(b, loc, next);
  }

  /// A lane reads at a constant distance from the first one, which is part of the
  /// instruction.
  void readBeside(IRMapping &map, int64_t lane) {
    for (auto load : rows.inner.getBody()->getOps<memref::LoadOp>()) {
      const auto growth = placeGrowthOf(load, rows.outer.getInductionVar(), lanes);
      if (!growth || *growth == 0)
        continue;
      Value at = load.getIndices().back();
      auto own = map.lookup(load.getResult()).getDefiningOp<memref::LoadOp>();
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPoint(own);
      own.getIndicesMutable()[own.getIndices().size() - 1].assign(
          add(maps[0].lookupOrDefault(at), index(*growth * lane)));
    }
  }

  void keepScalar(scf::ForOp loop) {
    auto no = LLVM::LoopVectorizeAttr::get(b.getContext(), b.getBoolAttr(true), {},
                                           {}, {}, {}, {}, {});
    loop->setAttr("loop_annotation",
                  LLVM::LoopAnnotationAttr::get(b.getContext(), {}, no, {}, {}, {},
                                                {}, {}, {}, {}, {}, {}, {}, {}, {},
                                                {}));
  }

  Rows rows;
  OpBuilder b;
  Location loc;
  int64_t lanes;
  SmallVector<IRMapping> maps; ///< of each row of a group
};

struct JamPass : impl::JamRowsBase<JamPass> {
  using JamRowsBase::JamRowsBase;

  void runOnOperation() override {
    SmallVector<Rows> found;
    getOperation().walk([&](scf::ForOp loop) {
      if (auto rows = rowsOf(loop, lanes))
        found.push_back(*rows);
    });
    for (Rows rows : found)
      Jam(rows, lanes).run();
  }
};

} // namespace
} // namespace strata
