// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-map-to-device. Input: launch functions of a team geometry, with loops
// that threads and lanes share (stage flat). Output: what one lane of a CUDA block
// does.
#include "LaneExchange.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "strata/Conversion/FlatNames.h"
#include "strata/Conversion/LaneReduction.h"
#include "strata/DevicePasses.h"
#include "strata/Passes.h"

#include <Strata_Error.hpp>

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_MAPTODEVICE
#include "strata/DevicePasses.h.inc"

namespace {

constexpr int64_t warp = 32, largestBlock = 1024;

void checkGeometry(int64_t threads, int64_t lanes) {
  if (lanes > warp || (lanes & (lanes - 1)) != 0)
    throw Strata::UnsupportedExpression(Strata::error_message(
        "compile", "PlanOptions::vector_length",
        "a power of two up to 32 on a CUDA device, whose warps have 32 lanes",
        std::to_string(lanes)));
  if (threads * lanes > largestBlock)
    throw Strata::UnsupportedExpression(Strata::error_message(
        "compile", "PlanOptions::team_size",
        "at most 1024 threads · lanes in a CUDA block",
        std::to_string(threads) + " · " + std::to_string(lanes)));
}

[[noreturn]] void refuse(const std::string &what, const std::string &given) {
  throw Strata::UnsupportedExpression(
      Strata::error_message("compile", "launch for a CUDA device", what, given,
                            "compile it without teams"));
}

StringRef mappingOf(Operation *op) {
  auto mapping = op->getAttrOfType<StringAttr>(mappingAttr);
  return mapping && isa<scf::ForOp>(op) ? mapping.getValue() : StringRef();
}

bool sharesLanes(Operation *op) {
  const StringRef mapping = mappingOf(op);
  return mapping == "vector" || mapping == "team_vector";
}

bool isLocal(Value buffer) {
  return isa_and_nonnull<memref::AllocaOp>(buffer.getDefiningOp());
}

/// The buffers that an operation itself writes, not one inside of it. A library
/// function without a result writes all that it gets.
SmallVector<Value> writtenBy(Operation *op) {
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return {store.getMemRef()};
  if (auto atomic = dyn_cast<memref::AtomicRMWOp>(op))
    return {atomic.getMemref()};
  SmallVector<Value> out;
  if (auto call = dyn_cast<func::CallOp>(op); call && call.getNumResults() == 0)
    for (Value operand : call.getOperands())
      if (isa<MemRefType>(operand.getType()))
        out.push_back(operand);
  return out;
}

/// One launch function.
class DeviceMapping {
public:
  DeviceMapping(func::FuncOp launch, ArrayRef<int64_t> team)
      : launch(launch), b(launch.getContext()), threads(team[0]),
        lanes(team[1]) {}

  void run() {
    checkGeometry(threads, lanes);
    noteReads();
    Block &body = launch.getBody().front();
    b.setInsertionPointToStart(&body);
    const Location loc = launch.getLoc();
    const Type word = b.getI32Type(), index = b.getIndexType();
    Value y = NVVM::ThreadIdYOp::create(b, loc, word);
    thread = arith::IndexCastUIOp::create(b, loc, index, y);
    Value x = NVVM::ThreadIdXOp::create(b, loc, word);
    lane = arith::IndexCastUIOp::create(b, loc, index, x);
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, lane, zero);
    exchange.emplace(b, loc, lanes);
    const bool shared = launch.walk([](scf::ForOp loop) {
                                return sharesLanes(loop) ? WalkResult::interrupt()
                                                         : WalkResult::advance();
                              }).wasInterrupted();
    guards = shared && lanes > 1;
    if (!shared && lanes > 1)
      runInFirstLane(body);
    mapBlock(body, threads == 1);
  }

private:
  /// Buffers that the launch reads; what it only writes nobody waits for.
  void noteReads() {
    launch.walk([&](Operation *op) {
      if (auto load = dyn_cast<memref::LoadOp>(op))
        read.insert(load.getMemRef());
      else if (isa<func::CallOp>(op))
        for (Value operand : op->getOperands())
          read.insert(operand);
    });
  }

  /// No lane has anything to share.
  void runInFirstLane(Block &body) {
    auto guard = scf::IfOp::create(b, launch.getLoc(), isFirst);
    Block *inside = guard.thenBlock();
    inside->getOperations().splice(inside->begin(), body.getOperations(),
                                   std::next(guard->getIterator()),
                                   body.getTerminator()->getIterator());
  }

  /// `apart`: threads do different things here.
  void mapBlock(Block &block, bool apart) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      const StringRef mapping = mappingOf(&op);
      if (sharesLanes(&op)) {
        shareLanes(cast<scf::ForOp>(op), mapping == "team_vector");
        continue;
      }
      if (mapping == "team")
        share(cast<scf::ForOp>(op), thread, threads);
      else if (!mapping.empty() && mapping != "league")
        throw std::invalid_argument(
            "'" + mapping.str() +
            "', expected league, team, vector or team_vector");
      op.removeAttr(mappingAttr);
      guardWrites(op, apart);
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          mapBlock(inner, apart || mapping == "team");
    }
  }

  /// All lanes of a thread are here: one of them writes.
  void guardWrites(Operation &op, bool apart) {
    SmallVector<Value> written = writtenBy(&op);
    llvm::erase_if(written, isLocal);
    if (written.empty())
      return;
    if (!apart)
      refuse("writes in the loops that the threads of a team share",
             "one outside of them");
    if (!guards)
      return;
    if (!op.use_empty())
      refuse("writes without a result", op.getName().getStringRef().str());
    const bool waits = isRead(written);
    const Location loc = op.getLoc();
    b.setInsertionPoint(&op);
    if (waits)
      exchange->wait(loc);
    auto guard = scf::IfOp::create(b, loc, isFirst);
    if (waits)
      exchange->wait(loc);
    op.moveBefore(guard.thenBlock()->getTerminator());
  }

  bool isRead(ArrayRef<Value> buffers) const {
    return llvm::any_of(buffers, [&](Value v) { return read.contains(v); });
  }

  void shareLanes(scf::ForOp loop, bool ofTeam) {
    SmallVector<Value> written;
    loop.walk([&](Operation *op) {
      for (Value buffer : writtenBy(op))
        if (!isLocal(buffer))
          written.push_back(buffer);
        else if (!loop->isProperAncestor(buffer.getDefiningOp()))
          refuse("variables of one lane", "one that lanes share");
    });
    const Location loc = loop.getLoc();
    const bool waits = lanes > 1 && isRead(written);
    b.setInsertionPoint(loop);
    if (waits)
      exchange->wait(loc);
    Value number = lane;
    if (ofTeam && threads > 1) {
      Value length = arith::ConstantIndexOp::create(b, loc, lanes);
      Value before = arith::MulIOp::create(b, loc, thread, length);
      number = arith::AddIOp::create(b, loc, before, lane);
    }
    share(loop, number, ofTeam ? threads * lanes : lanes);
    loop->removeAttr(mappingAttr);
    if (!waits)
      return;
    b.setInsertionPointAfter(loop);
    exchange->wait(loc);
  }

  /// Every one of `items` takes the iterations from its number on.
  void share(scf::ForOp loop, Value number, int64_t items) {
    if (items == 1)
      return;
    const Location loc = loop.getLoc();
    b.setInsertionPoint(loop);
    Value step = loop.getStep();
    Value offset = arith::MulIOp::create(b, loc, number, step);
    Value first = arith::AddIOp::create(b, loc, loop.getLowerBound(), offset);
    Value count = arith::ConstantIndexOp::create(b, loc, items);
    Value stride = b.createOrFold<arith::MulIOp>(loc, count, step);
    combineParts(loop, items);
    loop.setLowerBound(first);
    loop.setStep(stride);
  }

  void combineParts(scf::ForOp loop, int64_t items) {
    if (loop.getNumResults() == 0)
      return;
    if (items != lanes)
      refuse("sums that the lanes of a thread share",
             "one of all threads of a team");
    auto name = loop->getAttrOfType<StringAttr>(reductionAttr);
    const StringRef reduction = name ? name.getValue() : StringRef();
    loop->removeAttr(reductionAttr);
    const Location loc = loop.getLoc();
    const SmallVector<Value> inits(loop.getInitArgs());
    for (auto [i, init] : llvm::enumerate(inits)) {
      b.setInsertionPoint(loop);
      loop.getInitArgsMutable()[i].assign(
          neutralValue(b, loc, reduction, init.getType()));
      SmallVector<OpOperand *> uses;
      for (OpOperand &use : loop.getResult(i).getUses())
        uses.push_back(&use);
      b.setInsertionPointAfter(loop);
      Value all = exchange->combine(loc, reduction, loop.getResult(i));
      Value total = combineLanes(b, loc, reduction, init, all);
      for (OpOperand *use : uses)
        use->set(total);
    }
  }

  func::FuncOp launch;
  OpBuilder b;
  int64_t threads, lanes;
  Value thread, lane, isFirst;
  std::optional<LaneExchange> exchange;
  bool guards = false; ///< lanes are together outside of the loops that they share
  llvm::DenseSet<Value> read;
};

struct MapPass : impl::MapToDeviceBase<MapPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(requireStage(module, getArgument(), "flat")))
      return signalPassFailure();
    for (auto launch : module.getOps<func::FuncOp>()) {
      auto team = launch->getAttrOfType<DenseI64ArrayAttr>(teamAttr);
      const auto map = [&] {
        if (team)
          DeviceMapping(launch, team).run();
        return success();
      };
      if (failed(guardErrors(launch, map)))
        return signalPassFailure();
      // Registers of the host are not those of the device.
      launch.walk([](scf::ForOp loop) { loop->removeAttr("loop_annotation"); });
    }
  }
};

} // namespace
} // namespace strata
