// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strata_pos.entry and insert -> appends to the levels of a sparse tensor.
//
// A level with positions and the singleton levels below it are one group, which
// grows by one entry at a time. A group's entry is appended after what lies below
// it, and only if something does (Kjolstad et al. 2017, section 5.3).
#include "LaunchLowering.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "strata/KernelArguments.h"

using namespace mlir;

namespace strata {

Value LaunchLowering::localVariable(Type type, Value init, const Twine &name) {
  Name named(*this, name);
  Value variable =
      memref::AllocaOp::create(b, loc, MemRefType::get({}, type));
  write(init, variable);
  return variable;
}

Value LaunchLowering::read(Value variable) {
  return memref::LoadOp::create(b, loc, variable);
}

void LaunchLowering::write(Value value, Value variable) {
  memref::StoreOp::create(b, loc, value, variable);
}

/// Narrowed; allocation has checked that it fits.
void LaunchLowering::storeIndex(Value value, Value array, Value position) {
  const Type type = cast<MemRefType>(array.getType()).getElementType();
  Value narrow = arith::IndexCastUIOp::create(b, loc, type, value);
  memref::StoreOp::create(b, loc, narrow, array, position);
}

void LaunchLowering::beginPiece(pos::LaunchOp launch, Value piece) {
  assembly = {};
  assembly.tensor = &tensors[launch.getResult()];
  const StringRef phase = launch.getPhase().value_or("fill");
  assembly.counts = phase == "count";
  assembly.writesStructure = phase == "structure" || phase == "fill";
  assembly.writesValues = phase == "values" || phase == "fill";
  const TensorBuffers &t = *assembly.tensor;
  const int rank = t.format.lvl_rank();
  assembly.cursors.resize(rank);
  assembly.coordinates.resize(rank);
  assembly.positions.resize(rank);
  const std::vector<int> levels = appendedLevels(t.format);
  Value count = flat.constant(static_cast<int64_t>(levels.size()));
  Value base = flat.mul(piece, count), zero = flat.constant(0);
  for (auto [n, l] : llvm::enumerate(levels)) {
    Value start = zero;
    if (!assembly.counts)
      start = flat.load({t.cursors},
                        flat.add(base, flat.constant(static_cast<int64_t>(n))));
    assembly.cursors[l] = localVariable(b.getIndexType(), start,
                                        "p" + t.name + Twine(l));
  }
  assembly.touched = localVariable(
      b.getI1Type(),
      arith::ConstantOp::create(b, loc, b.getBoolAttr(false)), "touched");
}

void LaunchLowering::endPiece(Value piece) {
  if (!assembly.counts)
    return;
  const TensorBuffers &t = *assembly.tensor;
  const std::vector<int> levels = appendedLevels(t.format);
  Value count = flat.constant(static_cast<int64_t>(levels.size()));
  Value base = flat.mul(piece, count);
  for (auto [n, l] : llvm::enumerate(levels)) {
    Value slot = flat.add(base, flat.constant(static_cast<int64_t>(n)));
    storeIndex(read(assembly.cursors[l]), t.cursors, slot);
  }
}

static Strata::LevelTraits traitsOf(const TensorBuffers &t, int level) {
  return Strata::level_traits(t.format.level(level));
}

/// Level whose positions the entries of `level` have: its own, or that of the
/// group that a singleton level is part of.
static int groupOf(const TensorBuffers &t, int level) {
  while (traitsOf(t, level).branchless)
    --level;
  return level;
}

void LaunchLowering::lowerEntry(pos::EntryOp op) {
  const TensorBuffers &t = *assembly.tensor;
  const auto level = static_cast<int>(op.getLevel());
  assembly.coordinates[level] = map.lookup(op.getCoordinate());
  if (traitsOf(t, level).full) {
    Value parent = level ? assembly.positions[level - 1] : flat.constant(0);
    Value above = flat.mul(parent, t.levels[level].extent);
    assembly.positions[level] = flat.add(above, assembly.coordinates[level]);
    lowerBlock(op.getBody().front());
    return closeEntry(level);
  }
  assembly.positions[level] = read(assembly.cursors[groupOf(t, level)]);
  const bool inside = level + 1 < t.format.lvl_rank() &&
                      traitsOf(t, level + 1).branchless;
  if (inside)
    lowerBlock(op.getBody().front());
  else
    appendEntry(op, level);
}

/// Something is inserted whenever the entry is entered.
static bool alwaysInserts(Block &block) {
  for (Operation &op : block) {
    if (auto insert = dyn_cast<pos::InsertOp>(op); insert && !insert.getCondition())
      return true;
    if (auto entry = dyn_cast<pos::EntryOp>(op);
        entry && alwaysInserts(entry.getBody().front()))
      return true;
  }
  return false;
}

Value LaunchLowering::progressBelow(int level) {
  const TensorBuffers &t = *assembly.tensor;
  for (int l = level + 1; l < t.format.lvl_rank(); ++l)
    if (assembly.cursors[l])
      return read(assembly.cursors[l]);
  return nullptr;
}

/// The group that ends at `level` grows by an entry if the body inserts.
void LaunchLowering::appendEntry(pos::EntryOp op, int level) {
  const TensorBuffers &t = *assembly.tensor;
  const int group = groupOf(t, level);
  Block &body = op.getBody().front();
  const bool always = alwaysInserts(body);
  Value before = progressBelow(level);
  if (!before && !always)
    write(arith::ConstantOp::create(b, loc, b.getBoolAttr(false)),
          assembly.touched);
  lowerBlock(body);
  auto append = [&] {
    Value position = assembly.positions[level];
    for (int l = group; l <= level && assembly.writesStructure; ++l)
      storeIndex(assembly.coordinates[l], t.levels[l].coordinates.buffer,
                 position);
    closeEntry(level);
    Value next = flat.add(position, flat.constant(1));
    write(next, assembly.cursors[group]);
  };
  if (always)
    return append();
  Value grown = before ? flat.less(before, progressBelow(level))
                       : read(assembly.touched);
  scf::IfOp::create(b, loc, grown, [&](OpBuilder &, Location at) {
    append();
    scf::YieldOp::create(b, at);
  });
}

/// Where the entries below this one end.
void LaunchLowering::closeEntry(int level) {
  const TensorBuffers &t = *assembly.tensor;
  if (!assembly.writesStructure || level + 1 >= t.format.lvl_rank() ||
      !traitsOf(t, level + 1).stores_positions)
    return;
  Value next = flat.add(assembly.positions[level], flat.constant(1));
  storeIndex(read(assembly.cursors[level + 1]),
             t.levels[level + 1].positions.buffer, next);
}

void LaunchLowering::lowerInsert(pos::InsertOp op) {
  const TensorBuffers &t = *assembly.tensor;
  auto insert = [&] {
    write(arith::ConstantOp::create(b, loc, b.getBoolAttr(true)),
          assembly.touched);
    if (assembly.writesValues)
      storeValue(map.lookup(op.getValue()), t, assembly.positions.back());
  };
  if (!op.getCondition())
    return insert();
  scf::IfOp::create(b, loc, map.lookup(op.getCondition()),
                    [&](OpBuilder &, Location at) {
                      insert();
                      scf::YieldOp::create(b, at);
                    });
}

void LaunchLowering::lowerSet(pos::SetOp op) {
  Value variable = flags.lookup(op.getFlag());
  Value one = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
  if (!op.getCondition())
    return write(one, variable);
  Value old = read(variable);
  Value condition = map.lookup(op.getCondition());
  write(arith::OrIOp::create(b, loc, old, condition), variable);
}

} // namespace strata
