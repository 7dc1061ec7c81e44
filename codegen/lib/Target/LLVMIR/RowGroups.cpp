// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RowGroups.h"

#include "LaneValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace strata {

std::optional<int64_t> tripsOf(scf::ForOp loop) {
  APInt low, high, step;
  if (!matchPattern(loop.getLowerBound(), m_ConstantInt(&low)) ||
      !matchPattern(loop.getUpperBound(), m_ConstantInt(&high)) ||
      !matchPattern(loop.getStep(), m_ConstantInt(&step)) || !low.isZero() || !step.isOne())
    return std::nullopt;
  return high.getSExtValue();
}

namespace {

class Jam {
public:
  Jam(RowGroups jammed)
      : rows(jammed), b(rows.outer), loc(rows.outer.getLoc()) {}

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
    if (!rows.begin.search && !rows.end.search)
      return whole;
    return where(whole, [&] {
      LaneValues lanes = begin(group, LaneValues::Vectors::reads);
      Value all;
      for (RowEnd end : {rows.begin, rows.end}) {
        if (!end.search)
          continue;
        Value here = haveAllAt(lanes, end);
        all = all ? arith::AndIOp::create(b, loc, all, here).getResult() : here;
      }
      return all;
    });
  }

  Value haveAllAt(LaneValues &lanes, RowEnd end) {
    const auto met = [&](Value condition) {
      return end.conditionOfOthers ? lanes.inAll(condition) : lanes.inAny(condition);
    };
    Value all = end.test ? where(lanes.of(end.test.getCondition(), 0),
                                 [&] {
                                   for (Operation &op : end.test.thenBlock()->without_terminator())
                                     lanes.write(op);
                                   return met(end.test.thenYield().getOperand(0));
                                 })
                         : met(end.search.getCondition());
    if (end.conditionOfOthers)
      return all;
    Value yes = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
    return arith::XOrIOp::create(b, loc, all, yes);
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

  /// What the rows of the group know before their sums: all but the searches and what they
  /// ask.
  LaneValues begin(Value group, LaneValues::Vectors vectors) {
    LaneValues lanes(b, rows, vectors);
    lanes.count(rows.outer.getInductionVar(), group);
    for (Operation &op : rows.before())
      if (&op != rows.begin.search && &op != rows.begin.test && &op != rows.end.search &&
          &op != rows.end.test)
        lanes.write(op);
    return lanes;
  }

  /// \p tested: an entry of a row is looked at before it is added.
  void addUp(Value group, bool tested) {
    const bool vectors = rows.sideBySide && !tested;
    LaneValues lanes =
        begin(group, vectors ? LaneValues::Vectors::floats : LaneValues::Vectors::none);
    SmallVector<Value> inits;
    for (Value init : rows.inner.getInits())
      llvm::append_range(inits, lanes.carried(init));
    auto sums = scf::ForOp::create(b, loc, lanes.of(rows.begin.shared, 0),
                                   lanes.of(rows.end.shared, 0), index(1), inits);
    keepScalar(sums);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(sums.getBody());
      hand(lanes, rows.inner.getRegionIterArgs(), sums.getRegionIterArgs());
      lanes.share(rows.inner.getInductionVar(), sums.getInductionVar());
      scf::YieldOp::create(b, loc, tested ? addTested(lanes) : addEntries(lanes));
    }
    hand(lanes, rows.inner.getResults(), sums.getResults());
    for (Operation &op : rows.behind())
      lanes.write(op);
  }

  static void hand(LaneValues &lanes, ValueRange values, ValueRange carried) {
    for (Value value : values) {
      const auto count = static_cast<size_t>(lanes.carriedBy(value.getType()));
      lanes.setCarried(value, carried.take_front(count));
      carried = carried.drop_front(count);
    }
  }

  /// The entry of each row that stands at the position of the loop.
  SmallVector<Value> addEntries(LaneValues &lanes) {
    for (Operation &op : rows.inner.getBody()->without_terminator())
      lanes.write(op);
    SmallVector<Value> next;
    for (Value value : rows.inner.getYieldedValues())
      llvm::append_range(next, lanes.carried(value));
    return next;
  }

  /// Where it has one.
  SmallVector<Value> addTested(LaneValues &lanes) {
    lanes.share(rows.last, lanes.of(rows.inner.getInductionVar(), 0));
    for (Operation &op : rows.end.test.thenBlock()->without_terminator())
      lanes.write(op);
    const unsigned carried = rows.inner.getNumResults();
    SmallVector<SmallVector<Value>> next(carried);
    for (int64_t lane = 0; lane < rows.lanes; ++lane) {
      SmallVector<Value> before;
      for (Value argument : rows.inner.getRegionIterArgs())
        before.push_back(lanes.of(argument, lane));
      Value has = lanes.of(rows.end.test.thenYield().getOperand(0), lane);
      auto branch = scf::IfOp::create(b, loc, TypeRange(ValueRange(before)), has, true);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(branch.thenBlock());
      addEntryOf(lanes, lane);
      b.setInsertionPointToStart(branch.elseBlock());
      scf::YieldOp::create(b, loc, before);
      for (auto [n, result] : llvm::enumerate(branch.getResults()))
        next[n].push_back(result);
    }
    SmallVector<Value> all;
    for (const auto &each : next)
      llvm::append_range(all, each);
    return all;
  }

  void addEntryOf(LaneValues &lanes, int64_t lane) {
    IRMapping map = lanes.mappingFor(*rows.inner, lane);
    for (Operation &op : *rows.inner.getBody())
      b.clone(op, map);
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
};

} // namespace

void jam(RowGroups rows) { Jam(rows).run(); }

} // namespace strata
