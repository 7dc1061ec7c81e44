// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RowGroups.h"

#include "Growth.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace strata {

std::optional<int64_t> placeGrowthOf(memref::LoadOp load, Value variable, int64_t group) {
  const auto [strides, offset] = load.getMemRefType().getStridesAndOffset();
  if (strides.empty() || strides.back() != 1)
    return std::nullopt;
  for (Value at : load.getIndices().drop_back())
    if (growthOf(at, variable, group) != 0)
      return std::nullopt;
  return growthOf(load.getIndices().back(), variable, group);
}

std::optional<int64_t> tripsOf(scf::ForOp loop) {
  APInt low, high, step;
  if (!matchPattern(loop.getLowerBound(), m_ConstantInt(&low)) ||
      !matchPattern(loop.getUpperBound(), m_ConstantInt(&high)) ||
      !matchPattern(loop.getStep(), m_ConstantInt(&step)) || !low.isZero() || !step.isOne())
    return std::nullopt;
  return high.getSExtValue();
}

namespace {

/// Writes the same operations for one row of a group after another.
class LaneCloner {
public:
  LaneCloner(OpBuilder &builder, RowGroups groups) : b(builder), rows(groups) {}

  /// For \p lane, of which \p map says what is known. Loops of constant length are written
  /// out.
  template <typename Operations>
  void clone(Operations operations, IRMapping &map, int64_t lane) {
    nextRead = 0;
    cloneAll(operations, map, lane);
  }

private:
  template <typename Operations>
  void cloneAll(Operations operations, IRMapping &map, int64_t lane) {
    for (Operation &op : operations) {
      if (auto loop = dyn_cast<scf::ForOp>(op))
        writeOut(loop, map, lane);
      else if (auto load = dyn_cast<memref::LoadOp>(op))
        read(load, map, lane);
      else
        b.clone(op, map);
    }
  }

  void writeOut(scf::ForOp loop, IRMapping &map, int64_t lane) {
    SmallVector<Value> carried;
    for (Value init : loop.getInits())
      carried.push_back(map.lookupOrDefault(init));
    for (int64_t n = 0; n < tripsOf(loop); ++n) {
      map.map(loop.getInductionVar(),
              arith::ConstantIndexOp::create(b, loop.getLoc(), n).getResult());
      map.map(loop.getRegionIterArgs(), carried);
      cloneAll(loop.getBody()->without_terminator(), map, lane);
      for (auto [value, next] : llvm::zip(carried, loop.getYieldedValues()))
        value = map.lookupOrDefault(next);
    }
    map.map(loop.getResults(), carried);
  }

  /// A lane reads what the first one has read, or at a constant distance from it, which is
  /// part of the instruction.
  void read(memref::LoadOp load, IRMapping &map, int64_t lane) {
    const unsigned number = nextRead++;
    const auto growth = placeGrowthOf(load, rows.outer.getInductionVar(), rows.lanes);
    if (lane == 0) {
      b.clone(*load, map);
      reads.resize(number);
      reads.push_back(cast<memref::LoadOp>(map.lookup(load.getResult()).getDefiningOp()));
      return;
    }
    if (growth == 0) {
      map.map(load.getResult(), reads[number].getResult());
      return;
    }
    auto own = cast<memref::LoadOp>(b.clone(*load, map));
    if (!growth)
      return;
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(own);
    Value distance = arith::ConstantIndexOp::create(b, own.getLoc(), *growth * lane);
    Value at = arith::AddIOp::create(b, own.getLoc(), reads[number].getIndices().back(), distance);
    own.getIndicesMutable()[own.getIndices().size() - 1].assign(at);
  }

  OpBuilder &b;
  RowGroups rows;
  SmallVector<memref::LoadOp> reads; ///< of the first lane, in the order of operations
  unsigned nextRead = 0;
};

class Jam {
public:
  Jam(RowGroups jammed)
      : rows(jammed), b(rows.outer), loc(rows.outer.getLoc()),
        maps(static_cast<size_t>(rows.lanes)) {}

  /// Groups begin with a multiple of their size. Where one of its rows is shorter, a group
  /// looks at each entry; the rows of one that is not whole go one by one.
  void run() {
    Value begin = rows.outer.getLowerBound(), end = rows.outer.getUpperBound();
    auto groups =
        scf::ForOp::create(b, loc, roundedDown(begin), end, index(rows.lanes));
    b.setInsertionPointToStart(groups.getBody());
    Value group = groups.getInductionVar();
    Value from = arith::MaxSIOp::create(b, loc, group, begin);
    Value to = arith::MinSIOp::create(b, loc, add(group, index(rows.lanes)), end);
    Value whole = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        arith::SubIOp::create(b, loc, to, from),
                                        index(rows.lanes));
    Block *others = addUpWhere(haveAllEntries(whole, group), group, /*tested=*/false);
    if (rows.last) {
      b.setInsertionPointToStart(others);
      others = addUpWhere(whole, group, /*tested=*/true);
    }
    rows.outer->moveBefore(others->getTerminator());
    rows.outer.getLowerBoundMutable().assign(from);
    rows.outer.getUpperBoundMutable().assign(to);
  }

private:
  Value index(int64_t n) { return arith::ConstantIndexOp::create(b, loc, n); }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, loc, x, y); }
  Value roundedDown(Value x) {
    Value count = arith::DivUIOp::create(b, loc, x, index(rows.lanes));
    return arith::MulIOp::create(b, loc, count, index(rows.lanes));
  }

  /// The other branch.
  Block *addUpWhere(Value condition, Value group, bool tested) {
    auto choice = scf::IfOp::create(b, loc, condition, true);
    b.setInsertionPointToStart(choice.thenBlock());
    addUp(group, tested);
    return choice.elseBlock();
  }

  /// Whether the group is \p whole and none of its rows is shorter.
  Value haveAllEntries(Value whole, Value group) {
    if (!rows.search)
      return whole;
    return where(whole, [&] {
      placeLanes(group);
      for (IRMapping &map : maps)
        cloneBefore(map);
      if (!rows.test)
        return haveAll([&](IRMapping &map, int64_t) {
          return map.lookupOrDefault(rows.search.getCondition());
        });
      return where(maps[0].lookupOrDefault(rows.test.getCondition()), [&] {
        LaneCloner cloner(b, rows);
        return haveAll(
            [&](IRMapping &map, int64_t lane) { return testOf(cloner, map, lane); });
      });
    });
  }

  template <typename Has> Value haveAll(Has has) {
    Value all;
    for (auto [lane, map] : llvm::enumerate(maps)) {
      Value one = has(map, static_cast<int64_t>(lane));
      all = all ? arith::AndIOp::create(b, loc, all, one).getResult() : one;
    }
    return all;
  }

  template <typename Then> Value where(Value condition, Then then) {
    auto branch = scf::IfOp::create(b, loc, TypeRange{b.getI1Type()}, condition, true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    Value value = then();
    scf::YieldOp::create(b, loc, value);
    b.setInsertionPointToStart(branch.elseBlock());
    Value none = arith::ConstantOp::create(b, loc, b.getBoolAttr(false));
    scf::YieldOp::create(b, loc, none);
    return branch.getResult(0);
  }

  /// Whether a row has an entry at the place that \p map has for the last one.
  Value testOf(LaneCloner &cloner, IRMapping &map, int64_t lane) {
    cloner.clone(rows.test.thenBlock()->without_terminator(), map, lane);
    return map.lookupOrDefault(rows.test.thenYield().getOperand(0));
  }

  void placeLanes(Value group) {
    for (auto [lane, map] : llvm::enumerate(maps)) {
      map = IRMapping();
      map.map(rows.outer.getInductionVar(),
              add(group, index(static_cast<int64_t>(lane))));
    }
  }

  /// All but the search and what it asks.
  void cloneBefore(IRMapping &map) {
    for (Operation &op : rows.before())
      if (&op != rows.search && &op != rows.test)
        b.clone(op, map);
  }

  /// \p tested: an entry of a row is looked at before it is added.
  void addUp(Value group, bool tested) {
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
      addEntries(sums, tested);
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
  void addEntries(scf::ForOp sums, bool tested) {
    const unsigned carried = rows.inner.getNumResults();
    LaneCloner entries(b, rows), tests(b, rows);
    SmallVector<Value> next;
    for (auto [lane, map] : llvm::enumerate(maps)) {
      map.map(rows.inner.getInductionVar(), sums.getInductionVar());
      const auto before = sums.getRegionIterArgs().slice(lane * carried, carried);
      map.map(rows.inner.getRegionIterArgs(), before);
      if (!tested) {
        llvm::append_range(next, addEntry(entries, map, static_cast<int64_t>(lane)));
        continue;
      }
      map.map(rows.last, sums.getInductionVar());
      Value has = testOf(tests, map, static_cast<int64_t>(lane));
      auto branch = scf::IfOp::create(b, loc, TypeRange(ValueRange(before)), has, true);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(branch.thenBlock());
      LaneCloner own(b, rows);
      scf::YieldOp::create(b, loc, addEntry(own, map, 0));
      b.setInsertionPointToStart(branch.elseBlock());
      scf::YieldOp::create(b, loc, before);
      llvm::append_range(next, branch.getResults());
    }
    scf::YieldOp::create(b, loc, next);
  }

  SmallVector<Value> addEntry(LaneCloner &cloner, IRMapping &map, int64_t lane) {
    cloner.clone(rows.inner.getBody()->without_terminator(), map, lane);
    SmallVector<Value> sums;
    for (Value value : rows.inner.getYieldedValues())
      sums.push_back(map.lookupOrDefault(value));
    return sums;
  }

  void keepScalar(scf::ForOp loop) {
    auto no = LLVM::LoopVectorizeAttr::get(b.getContext(), b.getBoolAttr(true), {},
                                           {}, {}, {}, {}, {});
    loop->setAttr("loop_annotation",
                  LLVM::LoopAnnotationAttr::get(b.getContext(), {}, no, {}, {}, {},
                                                {}, {}, {}, {}, {}, {}, {}, {}, {},
                                                {}));
  }

  RowGroups rows;
  OpBuilder b;
  Location loc;
  SmallVector<IRMapping> maps; ///< of each row of a group
};

} // namespace

void jam(RowGroups rows) { Jam(rows).run(); }

} // namespace strata
