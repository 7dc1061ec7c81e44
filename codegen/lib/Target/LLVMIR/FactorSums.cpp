// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-factor-sums: see HostPasses.td.
#include "Factors.h"
#include "FlatOps.h"
#include "RowGroups.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "strata/Conversion/FlatNames.h"
#include "strata/HostPasses.h"

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_FACTORSUMS
#include "strata/HostPasses.h.inc"

namespace {

/// Null: \p value is no sum, or one that stays in its order.
arith::AddFOp sumOf(Value value) {
  auto add = value.getDefiningOp<arith::AddFOp>();
  return add && add->hasOneUse() && mayReassociate(add.getFastmath()) ? add : arith::AddFOp();
}

/// A number that a loop adds products to.
class CarriedSum {
public:
  CarriedSum(scf::ForOp loop, unsigned number)
      : loop(loop), number(number), factors(loop, Value()) {}

  bool find() {
    if (loop->hasAttr(mappingAttr) || !llvm::all_of(*loop.getBody(), [](Operation &op) {
          return onlyReads(&op);
        }))
      return false;
    old = loop.getRegionIterArg(number);
    add = sumOf(loop.getYieldedValues()[number]);
    if (!add || add->getBlock() != loop.getBody() || !old.hasOneUse() ||
        (add.getLhs() != old && add.getRhs() != old))
      return false;
    return factors.divide(add.getLhs() == old ? add.getRhs() : add.getLhs());
  }

  /// What the sum begins with stays without a term.
  void factor() {
    const Location loc = loop.getLoc();
    const arith::FastMathFlags flags = add.getFastmath();
    OpBuilder b(add);
    Value next = arith::AddFOp::create(b, loc, old, factors.inner(b, flags), flags);
    (*loop.getYieldedValuesMutable())[number].set(next);
    add.erase();
    b.setInsertionPoint(loop);
    Value begin = loop.getInits()[number];
    Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(begin.getType()));
    loop.getInitsMutable()[number].set(zero);
    b.setInsertionPointAfter(loop);
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : loop.getResult(number).getUses())
      uses.push_back(&use);
    Value all = tripsOf(loop).value_or(0) > 0 ? addTo(begin, b, flags)
                                              : addWhereAny(begin, b, flags);
    for (OpOperand *use : uses)
      use->set(all);
    eraseUnused(*loop.getBody());
  }

private:
  Value addTo(Value begin, OpBuilder &b, arith::FastMathFlags flags) {
    IRMapping map;
    Value all = factors.timesOuter(b, loop.getResult(number), map, flags);
    return arith::AddFOp::create(b, loop.getLoc(), begin, all, flags);
  }

  Value addWhereAny(Value begin, OpBuilder &b, arith::FastMathFlags flags) {
    auto branch = scf::IfOp::create(b, loop.getLoc(), TypeRange{begin.getType()},
                                    anyIteration(b, loop), /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(b, loop.getLoc(), addTo(begin, b, flags));
    b.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(b, loop.getLoc(), begin);
    return branch.getResult(0);
  }

  scf::ForOp loop;
  unsigned number; ///< of what the loop carries
  Factors factors;
  Value old;
  arith::AddFOp add;
};

/// A loop over a row that adds products to it, and the loop around that.
class RowSum {
public:
  RowSum(scf::ForOp row, scf::ForOp loop)
      : row(row), loop(loop), factors(loop, row.getInductionVar()) {}

  bool find() { return findStore() && isAlone() && factors.divide(product); }

  /// Of what is to stay in registers: the new row, and that of the result where it is local.
  int64_t bytes() {
    const int64_t bits = store.getMemRefType().getElementTypeBitWidth();
    const bool isLocal = store.getMemRef().getDefiningOp<memref::AllocaOp>() != nullptr;
    return (isLocal ? 2 : 1) * *tripsOf(row) * bits / 8;
  }

  void factor() {
    const Location loc = loop.getLoc();
    Value sums = makeRow();
    OpBuilder b(loop);
    auto branch = scf::IfOp::create(b, loc, anyIteration(b, loop), /*withElseRegion=*/false);
    b.setInsertionPointToStart(branch.thenBlock());
    overRow(b, [&](Value element) {
      Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(product.getType()));
      memref::StoreOp::create(b, loc, zero, sums, element);
    });
    loop->moveBefore(branch.thenBlock()->getTerminator());
    b.setInsertionPoint(branch.thenBlock()->getTerminator());
    overRow(b, [&](Value element) { addToResult(b, sums, element); });
    addToSums(sums);
  }

private:
  /// y[…, r] = y[…, r] + product, the only thing that the loop over the row writes.
  bool findStore() {
    if (!tripsOf(row) || row.getNumResults() > 0 || loop.getNumResults() > 0 ||
        row->hasAttr(mappingAttr) || loop->hasAttr(mappingAttr))
      return false;
    for (Operation &op : row.getBody()->without_terminator()) {
      if (auto found = dyn_cast<memref::StoreOp>(op); found && !store)
        store = found;
      else if (op.getNumRegions() > 0 || !onlyReads(&op))
        return false;
    }
    add = store ? sumOf(store.getValue()) : arith::AddFOp();
    return add && isOneRow() &&
           (findProduct(add.getLhs(), add.getRhs()) || findProduct(add.getRhs(), add.getLhs()));
  }

  /// The row is the same in all iterations of the loop around.
  bool isOneRow() {
    if (store.getIndices().empty() || store.getIndices().back() != row.getInductionVar())
      return false;
    return isOutside(store.getMemRef(), loop) &&
           llvm::all_of(store.getIndices().drop_back(),
                        [&](Value i) { return isOutside(i, loop); });
  }

  bool findProduct(Value old, Value added) {
    auto read = old.getDefiningOp<memref::LoadOp>();
    if (!read || !read->hasOneUse() || read.getMemRef() != store.getMemRef() ||
        read.getIndices() != store.getIndices())
      return false;
    load = read;
    product = added;
    return true;
  }

  /// Nothing else in the loop around writes, or reads the result.
  bool isAlone() {
    for (Operation &op : loop.getBody()->without_terminator())
      if (&op != row && !onlyReads(&op))
        return false;
    return llvm::all_of(store.getMemRef().getUsers(), [&](Operation *user) {
      return user == store || user == load || !loop->isAncestor(user);
    });
  }

  /// Local memory of the function.
  Value makeRow() {
    auto function = row->getParentOfType<func::FuncOp>();
    OpBuilder b = OpBuilder::atBlockBegin(&function.getBody().front());
    const auto type = MemRefType::get({*tripsOf(row)}, product.getType());
    return memref::AllocaOp::create(b, row.getLoc(), type, b.getI64IntegerAttr(64));
  }

  /// A loop over the row; \p write gets its variable.
  template <typename Write> void overRow(OpBuilder &b, Write write) {
    auto elements = scf::ForOp::create(b, row.getLoc(), row.getLowerBound(),
                                       row.getUpperBound(), row.getStep());
    elements->setDiscardableAttrs(row->getDiscardableAttrDictionary());
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(elements.getBody());
    write(elements.getInductionVar());
  }

  void addToResult(OpBuilder &b, Value sums, Value element) {
    const Location loc = row.getLoc();
    IRMapping map;
    map.map(row.getInductionVar(), element);
    Value sum = memref::LoadOp::create(b, loc, sums, element);
    Value all = factors.timesOuter(b, sum, map, add.getFastmath());
    SmallVector<Value> indices(store.getIndices().drop_back());
    indices.push_back(element);
    Value old = memref::LoadOp::create(b, loc, store.getMemRef(), indices);
    Value next = arith::AddFOp::create(b, loc, old, all, add.getFastmath());
    memref::StoreOp::create(b, loc, next, store.getMemRef(), indices);
  }

  /// The loop over the row adds to \p sums, and forgets the other factors.
  void addToSums(Value sums) {
    OpBuilder b(add);
    const Location loc = row.getLoc();
    Value term = factors.inner(b, add.getFastmath());
    Value old = memref::LoadOp::create(b, loc, sums, row.getInductionVar());
    Value next = arith::AddFOp::create(b, loc, old, term, add.getFastmath());
    memref::StoreOp::create(b, loc, next, sums, row.getInductionVar());
    store.erase();
    eraseUnused(*row.getBody());
  }

  scf::ForOp row, loop;
  Factors factors;
  memref::StoreOp store;
  memref::LoadOp load;
  arith::AddFOp add;
  Value product;
};

struct FactorSumsPass : impl::FactorSumsBase<FactorSumsPass> {
  using FactorSumsBase::FactorSumsBase;

  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      if (bytes > 0)
        factor(loop);
  }

  void factor(scf::ForOp loop) {
    for (unsigned n = 0; n < loop.getNumResults(); ++n)
      if (CarriedSum sum(loop, n); sum.find())
        sum.factor();
    auto around = dyn_cast<scf::ForOp>(loop->getParentOp());
    if (!around)
      return;
    if (RowSum sum(loop, around); sum.find() && sum.bytes() <= bytes)
      sum.factor();
  }
};

} // namespace
} // namespace strata
