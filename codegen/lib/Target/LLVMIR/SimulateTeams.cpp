// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-simulate-teams. Input: launch functions of a team geometry, with
// loops that threads and lanes share (stage flat). Output: the same as loops over
// work items, each of which takes its share of the iterations.
#include "AccessRecorder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "strata/Conversion/FlatNames.h"
#include "strata/Conversion/LaneReduction.h"
#include "strata/Dialect/ScalarTypes.h"
#include "strata/HostPasses.h"
#include "strata/Passes.h"

#include <array>

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_SIMULATETEAMS
#include "strata/HostPasses.h.inc"

namespace {

/// Another order of [0, n): x -> (x · prime + shift) mod n for a prime that does
/// not divide n, which may be at most 2^32.
class Permutation {
public:
  explicit Permutation(int seed) : seed(seed) {}
  bool isIdentity() const { return seed < 0; }

  /// `n` > 0 wherever the result is used.
  Value apply(OpBuilder &b, Location loc, Value x, Value n) const {
    constexpr std::array<int64_t, 7> primes{1000003, 1000033, 1000037, 1000039,
                                            1000081, 1000099, 1000117};
    auto constant = [&](int64_t v) -> Value {
      return arith::ConstantIndexOp::create(b, loc, v);
    };
    const size_t choice = seed % primes.size();
    // No n up to 2^32 is a multiple of two of them.
    Value prime = constant(primes[choice]);
    Value other = constant(primes[(choice + 1) % primes.size()]);
    Value rest = arith::RemUIOp::create(b, loc, n, prime);
    Value divides = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                          rest, constant(0));
    Value factor = arith::SelectOp::create(b, loc, divides, other, prime);
    Value scaled = arith::MulIOp::create(b, loc, x, factor);
    Value shifted =
        arith::AddIOp::create(b, loc, scaled, constant(int64_t{seed} + 1));
    return arith::RemUIOp::create(b, loc, shifted, n);
  }

private:
  int seed;
};

/// One launch function.
class Simulation {
public:
  Simulation(func::FuncOp launch, ArrayRef<int64_t> team, Permutation order,
             bool check)
      : launch(launch), b(launch.getContext()), team(team), order(order) {
    if (check)
      recorder.emplace(launch);
  }

  LogicalResult run() {
    Block &body = launch.getBody().front();
    b.setInsertionPointToStart(&body);
    WorkItem item;
    // Outside the loops that threads share every thread does the same.
    item.thread = constant(launch.getLoc(), team[0] == 1 ? 0 : -1);
    item.lane = item.region = constant(launch.getLoc(), -1);
    return runBlock(body, item);
  }

private:
  Value constant(Location loc, int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }

  LogicalResult runBlock(Block &block, const WorkItem &item) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      auto loop = dyn_cast<scf::ForOp>(op);
      auto mapping = op.getAttrOfType<StringAttr>(mappingAttr);
      if (loop && mapping) {
        if (failed(runMapped(loop, mapping.getValue(), item)))
          return failure();
        continue;
      }
      if (recorder && failed(recorder->record(&op, item)))
        return failure();
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          if (failed(runBlock(inner, item)))
            return failure();
    }
    return success();
  }

  LogicalResult runMapped(scf::ForOp loop, StringRef mapping, WorkItem item) {
    loop->removeAttr(mappingAttr);
    if (mapping == "league") {
      item.unit = unitOf(loop);
      return runBlock(*loop.getBody(), item);
    }
    const bool threads = mapping != "vector", lanes = mapping != "team";
    if (mapping != "team" && mapping != "vector" && mapping != "team_vector")
      return loop.emitOpError("is mapped to '")
             << mapping << "', expected league, team, vector or team_vector";
    for (Value init : loop.getInitArgs())
      if (!init.getType().isIndex() && !scalarType(init.getType()))
        return loop.emitOpError("shares a carried value of type ")
               << init.getType() << ", which cannot be summed";
    const int64_t items = (threads ? team[0] : 1) * (lanes ? team[1] : 1);
    b.setInsertionPoint(loop);
    if (lanes && recorder)
      item.region = recorder->enterRegion(b, loop.getLoc());
    Value number;
    scf::ForOp share = splitLoop(loop, items, number);
    b.setInsertionPoint(share);
    if (threads && lanes) {
      Value length = constant(share.getLoc(), team[1]);
      item.thread = arith::DivUIOp::create(b, share.getLoc(), number, length);
      item.lane = arith::RemUIOp::create(b, share.getLoc(), number, length);
    } else {
      (threads ? item.thread : item.lane) = number;
    }
    return runBlock(*share.getBody(), item);
  }

  /// The unit that an iteration of the loop over the league runs.
  Value unitOf(scf::ForOp loop) {
    Value turn = loop.getInductionVar();
    if (order.isIdentity())
      return turn;
    b.setInsertionPointToStart(loop.getBody());
    Value units = launch.getArguments().back();
    Operation *before = &loop.getBody()->front();
    Value unit = order.apply(b, loop.getLoc(), turn, units);
    turn.replaceUsesWithIf(unit, [&](OpOperand &use) {
      Operation *user = use.getOwner();
      return user->getBlock() != loop.getBody() ||
             !user->isBeforeInBlock(before);
    });
    return unit;
  }

  /// The loop over `items` work items; returns the loop over the iterations of
  /// one, whose number is `number`.
  scf::ForOp splitLoop(scf::ForOp loop, int64_t items, Value &number) {
    const Location loc = loop.getLoc();
    Value zero = constant(loc, 0), one = constant(loc, 1);
    Value count = constant(loc, items);
    SmallVector<Value> parts;
    for (Value init : loop.getInitArgs())
      parts.push_back(partsFor(init.getType(), items));
    auto turns = scf::ForOp::create(b, loc, zero, count, one);
    b.setInsertionPointToStart(turns.getBody());
    number = turns.getInductionVar();
    if (!order.isIdentity())
      number = order.apply(b, loc, number, count);
    Value offset = arith::MulIOp::create(b, loc, number, loop.getStep());
    Value first = arith::AddIOp::create(b, loc, loop.getLowerBound(), offset);
    Value step = arith::MulIOp::create(b, loc, count, loop.getStep());
    const StringRef reduction = reductionOf(loop);
    SmallVector<Value> neutral;
    for (Value init : loop.getInitArgs())
      neutral.push_back(neutralValue(b, loc, reduction, init.getType()));
    auto share = scf::ForOp::create(b, loc, first, loop.getUpperBound(), step,
                                    neutral);
    share.getRegion().takeBody(loop.getRegion());
    for (auto [result, part] : llvm::zip(share.getResults(), parts))
      memref::StoreOp::create(b, loc, result, part, number);
    b.setInsertionPoint(loop);
    combineParts(loop, parts, zero, count, one);
    return share;
  }

  /// Room for a value of each work item, on the stack of the function.
  Value partsFor(Type type, int64_t items) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&launch.getBody().front());
    return memref::AllocaOp::create(b, launch.getLoc(),
                                    MemRefType::get({items}, type));
  }

  /// What carried values are combined with; empty: they are summed.
  static StringRef reductionOf(scf::ForOp loop) {
    auto name = loop->getAttrOfType<StringAttr>(reductionAttr);
    return name ? name.getValue() : StringRef();
  }

  /// Replaces `loop` by its carried values combined with `parts`, in ascending order
  /// however the work items were run.
  void combineParts(scf::ForOp loop, ArrayRef<Value> parts, Value zero, Value count,
                    Value one) {
    const Location loc = loop.getLoc();
    const StringRef reduction = reductionOf(loop);
    if (!parts.empty()) {
      auto sums = scf::ForOp::create(
          b, loc, zero, count, one, loop.getInitArgs(),
          [&](OpBuilder &, Location, Value number, ValueRange carried) {
            SmallVector<Value> next;
            for (auto [sum, part] : llvm::zip(carried, parts)) {
              Value term = memref::LoadOp::create(b, loc, part, number);
              next.push_back(combineLanes(b, loc, reduction, sum, term));
            }
            scf::YieldOp::create(b, loc, next);
          });
      loop->replaceAllUsesWith(sums.getResults());
    }
    loop.erase();
  }

  func::FuncOp launch;
  OpBuilder b;
  ArrayRef<int64_t> team;
  Permutation order;
  std::optional<AccessRecorder> recorder;
};

struct SimulatePass : impl::SimulateTeamsBase<SimulatePass> {
  using SimulateTeamsBase::SimulateTeamsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(requireStage(module, getArgument(), "flat")))
      return signalPassFailure();
    for (auto launch :
         llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
      auto team = launch->getAttrOfType<DenseI64ArrayAttr>(teamAttr);
      if (!team)
        continue;
      Simulation simulation(launch, team, Permutation(permute), check);
      if (failed(simulation.run()))
        return signalPassFailure();
    }
  }
};

} // namespace
} // namespace strata
