// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LaneValues.h"

#include "Growth.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace strata {

/// By how much the last index of an access grows from row to row, where no other one does.
static std::optional<int64_t> placeGrowth(MemRefType type, ValueRange indices, Value variable,
                                          int64_t group) {
  const auto [strides, offset] = type.getStridesAndOffset();
  if (strides.empty() || strides.back() != 1)
    return std::nullopt;
  for (Value at : indices.drop_back())
    if (growthOf(at, variable, group) != 0)
      return std::nullopt;
  return growthOf(indices.back(), variable, group);
}

std::optional<int64_t> placeGrowthOf(memref::LoadOp load, Value variable, int64_t group) {
  return placeGrowth(load.getMemRefType(), load.getIndices(), variable, group);
}

void LaneValues::set(Value value, ArrayRef<Value> ofLanes) {
  known[value] = {SmallVector<Value>(ofLanes), {}};
}

void LaneValues::count(Value value, Value first) {
  const Location loc = value.getLoc();
  if (inVectors == Vectors::reads) {
    const auto type = VectorType::get({rows.lanes}, value.getType());
    known[value] = {{}, arith::AddIOp::create(b, loc, vector::BroadcastOp::create(b, loc, type, first),
                                              vector::StepOp::create(b, loc, type))};
    return;
  }
  SmallVector<Value> each{first};
  for (int64_t lane = 1; lane < rows.lanes; ++lane)
    each.push_back(beside(first, lane));
  set(value, each);
}

bool LaneValues::isVector(Type type) const {
  return inVectors == Vectors::floats && (type.isF32() || type.isF64());
}

bool LaneValues::isReadInOne(Type type) const {
  return isVector(type) || (inVectors == Vectors::reads && type.isIntOrIndex());
}

bool LaneValues::isShared(Value value) {
  const auto found = known.find(value);
  return found == known.end() || found->second.each.size() == 1;
}

Value LaneValues::of(Value value, int64_t lane) {
  const auto found = known.find(value);
  if (found == known.end())
    return value;
  Lanes &lanes = found->second;
  if (lanes.each.size() == 1)
    return lanes.each[0];
  if (lanes.each.empty())
    return vector::ExtractOp::create(b, value.getLoc(), lanes.vector, lane);
  return lanes.each[lane];
}

Value LaneValues::vectorOf(Value value) {
  const auto found = known.find(value);
  if (found != known.end() && found->second.vector)
    return found->second.vector;
  const auto type = VectorType::get({rows.lanes}, value.getType());
  const Location loc = value.getLoc();
  if (isShared(value))
    return vector::BroadcastOp::create(b, loc, type, of(value, 0));
  return vector::FromElementsOp::create(b, loc, type, found->second.each);
}

SmallVector<Value> LaneValues::carried(Value value) {
  if (isVector(value.getType()))
    return {vectorOf(value)};
  SmallVector<Value> each;
  for (int64_t lane = 0; lane < rows.lanes; ++lane)
    each.push_back(of(value, lane));
  return each;
}

void LaneValues::setCarried(Value value, ValueRange carried) {
  if (isVector(value.getType()))
    known[value] = {{}, carried.front()};
  else
    known[value] = {SmallVector<Value>(carried), {}};
}

void LaneValues::write(Operation &op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return writeOut(loop);
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return read(load);
  if (auto stored = dyn_cast<memref::StoreOp>(op); stored && store(stored))
    return;
  calculate(op);
}

void LaneValues::writeOut(scf::ForOp loop) {
  const auto hand = [&](ValueRange to, ValueRange from) {
    for (auto [value, next] : llvm::zip(to, from))
      known[value] = known.contains(next) ? known[next] : Lanes{{next}, {}};
  };
  hand(loop.getRegionIterArgs(), loop.getInits());
  for (int64_t n = 0; n < tripsOf(loop); ++n) {
    share(loop.getInductionVar(), arith::ConstantIndexOp::create(b, loop.getLoc(), n));
    for (Operation &op : loop.getBody()->without_terminator())
      write(op);
    SmallVector<Lanes> next;
    for (Value value : loop.getYieldedValues())
      next.push_back(known.contains(value) ? known[value] : Lanes{{value}, {}});
    for (auto [argument, lanes] : llvm::zip(loop.getRegionIterArgs(), next))
      known[argument] = lanes;
  }
  hand(loop.getResults(), loop.getRegionIterArgs());
}

Value LaneValues::beside(Value at, int64_t distance) {
  Value constant = arith::ConstantIndexOp::create(b, at.getLoc(), distance);
  return arith::AddIOp::create(b, at.getLoc(), at, constant);
}

/// A row reads what the first one has read, or at a constant distance from it, which is part
/// of the instruction.
void LaneValues::read(memref::LoadOp load) {
  const auto growth = placeGrowthOf(load, rows.outer.getInductionVar(), rows.lanes);
  if (!growth)
    return forEachLane(*load);
  SmallVector<Value> first;
  for (Value index : load.getIndices())
    first.push_back(of(index, 0));
  Value buffer = of(load.getMemRef(), 0);
  const Location loc = load.getLoc();
  if (*growth == 0)
    return share(load, memref::LoadOp::create(b, loc, buffer, first));
  if (*growth == 1 && isReadInOne(load.getType())) {
    const auto type = VectorType::get({rows.lanes}, load.getType());
    known[load] = {{}, vector::LoadOp::create(b, loc, type, buffer, first)};
    return;
  }
  SmallVector<Value> each;
  for (int64_t lane = 0; lane < rows.lanes; ++lane) {
    SmallVector<Value> at = first;
    if (lane > 0)
      at.back() = beside(first.back(), *growth * lane);
    each.push_back(memref::LoadOp::create(b, loc, buffer, at));
  }
  set(load, each);
}

/// False where the rows do not store side by side.
bool LaneValues::store(memref::StoreOp stored) {
  const auto growth = placeGrowth(stored.getMemRefType(), stored.getIndices(),
                                  rows.outer.getInductionVar(), rows.lanes);
  if (growth != 1 || !isVector(stored.getValue().getType()))
    return false;
  SmallVector<Value> first;
  for (Value index : stored.getIndices())
    first.push_back(of(index, 0));
  vector::StoreOp::create(b, stored.getLoc(), vectorOf(stored.getValue()),
                          of(stored.getMemRef(), 0), first);
  return true;
}

IRMapping LaneValues::mappingFor(Operation &op, int64_t lane) {
  IRMapping map;
  op.walk([&](Operation *inside) {
    for (Value operand : inside->getOperands())
      if (known.contains(operand))
        map.map(operand, of(operand, lane));
  });
  return map;
}

void LaneValues::forEachLane(Operation &op) {
  SmallVector<SmallVector<Value>> results(op.getNumResults());
  for (int64_t lane = 0; lane < rows.lanes; ++lane) {
    IRMapping map = mappingFor(op, lane);
    Operation *const own = b.clone(op, map);
    for (auto [n, value] : llvm::enumerate(own->getResults()))
      results[n].push_back(value);
  }
  for (auto [result, each] : llvm::zip(op.getResults(), results))
    set(result, each);
}

bool LaneValues::isCalculatedInOne(Operation &op) {
  if (inVectors == Vectors::reads)
    return llvm::any_of(op.getOperands(), [&](Value v) {
      const auto found = known.find(v);
      return found != known.end() && found->second.vector;
    });
  return isVector(op.getResult(0).getType()) &&
         llvm::all_of(op.getOperandTypes(), [&](Type t) { return isVector(t); });
}

Value LaneValues::reduced(Value condition, bool all) {
  const Location loc = condition.getLoc();
  const auto found = known.find(condition);
  if (found != known.end() && found->second.vector)
    return vector::ReductionOp::create(
        b, loc, all ? vector::CombiningKind::AND : vector::CombiningKind::OR,
        found->second.vector);
  Value out = of(condition, 0);
  for (int64_t lane = 1; lane < rows.lanes && !isShared(condition); ++lane) {
    Value next = of(condition, lane);
    out = all ? arith::AndIOp::create(b, loc, out, next).getResult()
              : arith::OrIOp::create(b, loc, out, next).getResult();
  }
  return out;
}

void LaneValues::calculate(Operation &op) {
  const bool isOne = op.getNumResults() == 1 && op.getNumRegions() == 0 && isPure(&op);
  const bool same =
      isOne && (llvm::all_of(op.getOperands(), [&](Value v) { return isShared(v); }) ||
                growthOf(op.getResult(0), rows.outer.getInductionVar(), rows.lanes) == 0);
  if (same) {
    IRMapping map = mappingFor(op, 0);
    return share(op.getResult(0), b.clone(op, map)->getResult(0));
  }
  if (!isOne || !isa<arith::ArithDialect>(op.getDialect()) || !isCalculatedInOne(op))
    return forEachLane(op);
  IRMapping map;
  for (Value operand : op.getOperands())
    map.map(operand, vectorOf(operand));
  Operation *const all = b.clone(op, map);
  all->getResult(0).setType(VectorType::get({rows.lanes}, op.getResult(0).getType()));
  known[op.getResult(0)] = {{}, all->getResult(0)};
}

} // namespace strata
