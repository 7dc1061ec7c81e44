// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-jam-rows: see HostPasses.td.
#include "FlatOps.h"
#include "Growth.h"
#include "RowGroups.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"
#include "strata/Conversion/FlatNames.h"
#include "strata/HostPasses.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_JAMROWS
#include "strata/HostPasses.h.inc"

namespace {

/// Operations that a group repeats for each row, at most; those on indices do not count:
/// most of them are the same for all rows, or become part of an instruction.
constexpr int64_t maxSize = 60;
/// Rows of a block of which a group is made, at most: as many as a register has lanes.
constexpr int64_t maxBlock = 8;

bool hasLoop(Operation &op) {
  return op.walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

int64_t sizeOf(Operation &op) {
  int64_t size = 0;
  op.walk([&](Operation *inside) {
    size += inside->getNumResults() != 1 || !inside->getResult(0).getType().isIndex();
  });
  return size;
}

/// Of an operation of a sum, loops of constant length being written out; more than fits
/// where that cannot be done.
int64_t writtenSizeOf(Operation &op) {
  if (!hasLoop(op))
    return sizeOf(op);
  auto loop = dyn_cast<scf::ForOp>(op);
  const auto trips = loop ? tripsOf(loop) : std::nullopt;
  if (!trips || *trips > maxBlock)
    return maxSize + 1;
  int64_t size = 0;
  for (Operation &inside : loop.getBody()->without_terminator())
    size += writtenSizeOf(inside);
  return *trips * size;
}

bool hasUnitStep(scf::ForOp loop) {
  return matchPattern(loop.getStep(), m_One());
}

/// What stands before the sum reads, what stands behind it has no loop.
bool isSimple(RowGroups rows) {
  int64_t size = 0;
  for (Operation &op : rows.before()) {
    if (!onlyReads(&op))
      return false;
    if (&op != rows.begin.search && &op != rows.end.search)
      size += sizeOf(op);
  }
  for (Operation &op : rows.behind()) {
    if (hasLoop(op))
      return false;
    size += sizeOf(op);
  }
  for (Operation &op : *rows.inner.getBody()) {
    if (!onlyReads(&op))
      return false;
    size += writtenSizeOf(op);
  }
  return size <= maxSize;
}

/// True where \p value is read from \p other, or worked out from it.
bool dependsOn(Value value, Value other) {
  Operation *const op = value.getDefiningOp();
  return value == other || (op && llvm::any_of(op->getOperands(), [&](Value operand) {
                              return dependsOn(operand, other);
                            }));
}

/// The branch that asks about an entry, as RowEnd has it.
scf::IfOp testOf(RowEnd end, RowGroups rows) {
  auto test = end.search.getCondition().getDefiningOp<scf::IfOp>();
  if (!test || test->getParentOp() != rows.outer || !test->hasOneUse() ||
      !matchPattern(test.elseYield().getOperand(0), m_Zero()) ||
      growthOf(test.getCondition(), rows.outer.getInductionVar(), rows.lanes) != 0 ||
      hasLoop(*test))
    return {};
  return test;
}

/// The place that the test of the end asks about, where nothing else that the test uses
/// depends on it.
Value lastOf(RowGroups rows) {
  for (auto last : rows.outer.getBody()->getOps<arith::SubIOp>()) {
    if (last.getLhs() != rows.end.shared || !matchPattern(last.getRhs(), m_One()))
      continue;
    bool throughOthers = false, used = false;
    for (Operation &op : *rows.end.test.thenBlock())
      for (Value operand : op.getOperands()) {
        used |= operand == last.getResult();
        throughOthers |= operand != last.getResult() &&
                         operand.getParentBlock() == rows.outer.getBody() &&
                         dependsOn(operand, last.getResult());
      }
    if (used && !throughOthers)
      return last.getResult();
  }
  return {};
}

/// What a row begins or ends with; none: not the same in all rows that lack no entry.
std::optional<RowEnd> endOf(Value value, RowGroups rows) {
  const auto isShared = [&](Value of) {
    return growthOf(of, rows.outer.getInductionVar(), rows.lanes) == 0;
  };
  if (isShared(value))
    return RowEnd{value, value, {}, true, {}};
  auto search = value.getDefiningOp<scf::IfOp>();
  if (!search || search->getParentOp() != rows.outer)
    return std::nullopt;
  const unsigned number = cast<OpResult>(value).getResultNumber();
  for (const bool where : {true, false}) {
    auto yield = where ? search.thenYield() : search.elseYield();
    Value shared = yield.getOperand(number);
    if (search->isAncestor(shared.getParentBlock()->getParentOp()) || !isShared(shared))
      continue;
    RowEnd end{value, shared, search, where, {}};
    end.test = testOf(end, rows);
    return end;
  }
  return std::nullopt;
}

/// True where only the sum, and what finds the \p other end, know what the search has found.
bool isForSum(RowEnd end, RowEnd other, scf::ForOp sum) {
  return !end.search || llvm::all_of(end.search->getUsers(), [&](Operation *user) {
           return user == sum || (other.search && other.search->isAncestor(user));
         });
}

/// Finds where the rows of a group begin and end.
bool findEnds(RowGroups &rows) {
  const auto begin = endOf(rows.inner.getLowerBound(), rows);
  const auto end = endOf(rows.inner.getUpperBound(), rows);
  if (!begin || !end || !isForSum(*begin, *end, rows.inner) ||
      !isForSum(*end, *begin, rows.inner))
    return false;
  rows.begin = *begin;
  rows.end = *end;
  if (end->test && end->conditionOfOthers && !begin->search)
    rows.last = lastOf(rows);
  return true;
}

/// True where the rows of a group are stored side by side, and the entries of one are
/// not.
bool lieSideBySide(RowGroups rows) {
  bool across = false, along = false;
  for (auto load : rows.inner.getBody()->getOps<memref::LoadOp>()) {
    const auto growth = placeGrowthOf(load, rows.outer.getInductionVar(), rows.lanes);
    across |= growth == 1;
    along |= growth != 0 && placeGrowthOf(load, rows.inner.getInductionVar(), 1) == 1;
  }
  return across && !along;
}

/// True where the rows of a group have their entries in the same columns, and each its own
/// values at the same distance from those of the one before.
bool shareColumns(RowGroups rows) {
  bool shared = false, apart = false;
  const auto walked = rows.inner.getBody()->walk([&](memref::LoadOp load) {
    const auto growth =
        placeGrowthOf(load, rows.outer.getInductionVar(), rows.lanes);
    shared |= growth == 0;
    apart |= growth && *growth > 0;
    return growth ? WalkResult::advance() : WalkResult::interrupt();
  });
  return shared && apart && !walked.wasInterrupted() &&
         !rows.begin.search && !rows.end.search;
}

/// Rows of a block: what the number of a row is divided by, to find its block and its place
/// there.
std::optional<int64_t> blockOf(scf::ForOp outer) {
  std::optional<int64_t> size;
  for (Operation *user : outer.getInductionVar().getUsers()) {
    APInt divisor;
    if (isa<arith::DivUIOp, arith::RemUIOp>(user) &&
        user->getOperand(0) == outer.getInductionVar() &&
        matchPattern(user->getOperand(1), m_ConstantInt(&divisor)) &&
        divisor.sge(2) && divisor.sle(maxBlock))
      size = divisor.getSExtValue();
  }
  return size;
}

std::optional<RowGroups> rowsOf(scf::ForOp outer, int64_t lanes) {
  if (!outer->hasAttr(independentAttr) || !hasUnitStep(outer) ||
      outer->hasAttr(mappingAttr))
    return std::nullopt;
  auto inner = llvm::to_vector(outer.getBody()->getOps<scf::ForOp>());
  if (inner.size() != 1 || !hasUnitStep(inner[0]) ||
      inner[0].getNumResults() == 0 || inner[0]->hasAttr(mappingAttr))
    return std::nullopt;
  RowGroups rows{outer, inner[0], lanes, true, {}, {}, {}};
  if (findEnds(rows) && isSimple(rows) && lieSideBySide(rows))
    return rows;
  const auto block = blockOf(outer);
  if (!block)
    return std::nullopt;
  RowGroups blocks{outer, inner[0], *block, false, {}, {}, {}};
  if (findEnds(blocks) && isSimple(blocks) && shareColumns(blocks))
    return blocks;
  return std::nullopt;
}

struct JamPass : impl::JamRowsBase<JamPass> {
  using JamRowsBase::JamRowsBase;

  void runOnOperation() override {
    SmallVector<RowGroups> found;
    getOperation().walk([&](scf::ForOp loop) {
      if (auto rows = rowsOf(loop, lanes))
        found.push_back(*rows);
    });
    llvm::SetVector<Operation *> jammed;
    for (RowGroups rows : found) {
      jammed.insert(rows.outer->getParentOfType<func::FuncOp>());
      jam(rows);
    }
    // Rows repeat what they work out from what they share.
    IRRewriter rewriter(&getContext());
    for (Operation *function : jammed) {
      DominanceInfo dominance(function);
      eliminateCommonSubExpressions(rewriter, dominance, function);
    }
  }
};

} // namespace
} // namespace strata
