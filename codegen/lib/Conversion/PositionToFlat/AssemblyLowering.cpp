// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strata_pos.entry and insert -> appends to the levels of a sparse tensor.
//
// A level with positions and the singleton levels below it are one group, which
// grows by one entry at a time. A group's entry is appended after what lies below
// it, and only if something does (Kjolstad et al. 2017, section 5.3).
#include "LaunchLowering.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "strata/KernelArguments.h"

#include <Strata_Seam.hpp>

#include <set>

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

/// Levels whose entries pieces may share.
static std::set<int> sharedLevels(pos::LaunchOp launch) {
  std::set<int> levels;
  launch.walk([&](pos::EntryOp entry) {
    if (entry.getBegun())
      levels.insert(static_cast<int>(entry.getLevel()));
  });
  return levels;
}

void LaunchLowering::beginPiece(pos::LaunchOp launch, Value piece) {
  assembly = {};
  assembly.tensor = &tensors[launch.getResult()];
  const StringRef phase = launch.getPhase().value_or("fill");
  const bool fills = phase == "fill" || phase == "append";
  assembly.counts = phase == "count" || phase == "limit";
  assembly.saysEnds = assembly.counts || phase == "append";
  assembly.writesStructure = phase == "structure" || fills;
  assembly.writesValues = phase == "values" || fills;
  const TensorBuffers &t = *assembly.tensor;
  const int rank = t.format.lvl_rank();
  for (auto *values : {&assembly.cursors, &assembly.coordinates,
                       &assembly.positions, &assembly.begun, &assembly.open,
                       &assembly.seams, &assembly.before, &assembly.resumed})
    values->resize(rank);
  const std::vector<int> levels = appendedLevels(t.format);
  const std::set<int> shared = sharedLevels(launch);
  Value words = flat.constant(2 * static_cast<int64_t>(levels.size()));
  Value first = flat.mul(piece, words);
  for (auto [n, l] : llvm::enumerate(levels))
    startGroup(l, first, n, levels.size(), shared.count(l) > 0);
  assembly.touched = localVariable(
      b.getI1Type(),
      arith::ConstantOp::create(b, loc, b.getBoolAttr(false)), "touched");
}

/// Where the piece appends to \p level; of the words of the piece, which begin
/// at \p first, the cursors come before the seams.
void LaunchLowering::startGroup(int level, Value first, size_t group,
                                size_t groups, bool shared) {
  const TensorBuffers &t = *assembly.tensor;
  auto word = [&](size_t n) {
    Value at = flat.add(first, flat.constant(static_cast<int64_t>(n)));
    return flat.load({t.cursors}, at);
  };
  Value zero = flat.constant(0);
  const std::string name = "p" + t.name + std::to_string(level);
  assembly.cursors[level] = localVariable(
      b.getIndexType(), assembly.counts ? zero : word(group), name);
  if (!shared)
    return;
  if (assembly.counts) {
    assembly.seams[level] = localVariable(b.getIndexType(), zero, name + "_seam");
    return;
  }
  Name named(*this, name + "_open");
  Value open = word(groups + group);
  assembly.open[level] = arith::CmpIOp::create(
      b, loc, arith::CmpIPredicate::ne, open, zero);
}

void LaunchLowering::endPiece(Value piece) {
  if (!assembly.saysEnds)
    return;
  const TensorBuffers &t = *assembly.tensor;
  const std::vector<int> levels = appendedLevels(t.format);
  const auto groups = static_cast<int64_t>(levels.size());
  Value first = flat.mul(piece, flat.constant(2 * groups));
  auto put = [&](Value variable, int64_t word) {
    if (variable)
      storeIndex(read(variable), t.cursors,
                 flat.add(first, flat.constant(word)));
  };
  for (auto [n, l] : llvm::enumerate(levels)) {
    put(assembly.cursors[l], static_cast<int64_t>(n));
    put(assembly.seams[l], groups + static_cast<int64_t>(n));
  }
}

/// What the scan of the counts has to know about the entry, in which a cut lies.
void LaunchLowering::noteSeam(pos::EntryOp op, int group, bool grown) {
  Value begun = map.lookup(op.getBegun());
  Value continued = map.lookup(op.getContinued());
  Value variable = assembly.seams[group], zero = flat.constant(0);
  auto bit = [&](Value condition, int64_t mask) {
    Value set = flat.select(condition, flat.constant(mask), zero);
    write(arith::OrIOp::create(b, loc, read(variable), set), variable);
  };
  if (!grown)
    return bit(flat.both(begun, continued), Strata::Seam::inside);
  bit(begun, Strata::Seam::first);
  bit(continued, Strata::Seam::last);
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
  assembly.begun[level] = op.getBegun() ? map.lookup(op.getBegun()) : Value();
  if (traitsOf(t, level).full) {
    Value parent = level ? assembly.positions[level - 1] : flat.constant(0);
    Value above = flat.mul(parent, t.levels[level].extent);
    assembly.positions[level] = flat.add(above, assembly.coordinates[level]);
    lowerBlock(op.getBody().front());
    return closeEntry(op);
  }
  assembly.positions[level] = read(assembly.cursors[groupOf(t, level)]);
  const bool inside = level + 1 < t.format.lvl_rank() &&
                      traitsOf(t, level + 1).branchless;
  if (inside)
    lowerBlock(op.getBody().front());
  else
    appendEntry(op, level);
}

Value LaunchLowering::progressBelow(int level) {
  const TensorBuffers &t = *assembly.tensor;
  for (int l = level + 1; l < t.format.lvl_rank(); ++l)
    if (assembly.cursors[l])
      return read(assembly.cursors[l]);
  return nullptr;
}

/// The group that ends at `level` grows by an entry if the body inserts. An
/// entry that a piece before has begun has a position already.
void LaunchLowering::appendEntry(pos::EntryOp op, int level) {
  const TensorBuffers &t = *assembly.tensor;
  const int group = groupOf(t, level);
  Block &body = op.getBody().front();
  const bool always = pos::alwaysInserts(body);
  Value before = progressBelow(level), open;
  assembly.before[level] = always ? Value() : before;
  if (op.getBegun() && assembly.open[group])
    open = flat.both(map.lookup(op.getBegun()), assembly.open[group]);
  assembly.resumed[level] = open;
  if (!before && !always)
    write(arith::ConstantOp::create(b, loc, b.getBoolAttr(false)),
          assembly.touched);
  lowerBlock(body);
  Value grown;
  if (!always)
    grown = before ? flat.less(before, progressBelow(level))
                   : read(assembly.touched);
  if (op.getBegun() && assembly.counts)
    noteSeam(op, group, false);
  if (grown && open)
    grown = arith::OrIOp::create(b, loc, grown, open);
  Value isNew = open ? arith::XOrIOp::create(
                           b, loc, open,
                           arith::ConstantOp::create(b, loc, b.getBoolAttr(true)))
                           .getResult()
                     : Value();
  runIf(grown, [&] {
    Value position = assembly.positions[level];
    if (assembly.writesStructure)
      runIf(isNew, [&] {
        for (int l = group; l <= level; ++l)
          storeIndex(assembly.coordinates[l], t.levels[l].coordinates.buffer,
                     position);
      });
    closeEntry(op);
    if (op.getBegun() && assembly.counts)
      noteSeam(op, group, true);
    write(flat.add(position, flat.constant(1)), assembly.cursors[group]);
  });
}

/// \p body, if the condition holds; null: it does.
void LaunchLowering::runIf(Value condition, function_ref<void()> body) {
  if (!condition)
    return body();
  scf::IfOp::create(b, loc, condition, [&](OpBuilder &, Location at) {
    body();
    scf::YieldOp::create(b, at);
  });
}

/// Whether the entry around a dense level has something by now; null: it is
/// certain to, or there is none. Else its position may become that of the next.
Value LaunchLowering::isKept(int level) {
  const TensorBuffers &t = *assembly.tensor;
  if (!traitsOf(t, level).full)
    return nullptr;
  int around = level;
  while (around >= 0 && traitsOf(t, around).full)
    --around;
  if (around < 0 || !assembly.before[around])
    return nullptr;
  Value grown = flat.less(assembly.before[around], progressBelow(around));
  Value resumed = assembly.resumed[around];
  return resumed ? arith::OrIOp::create(b, loc, grown, resumed).getResult()
                 : grown;
}

/// Where the entries below this one end, unless the next piece has more.
void LaunchLowering::closeEntry(pos::EntryOp op) {
  const TensorBuffers &t = *assembly.tensor;
  const auto level = static_cast<int>(op.getLevel());
  if (!assembly.writesStructure || level + 1 >= t.format.lvl_rank() ||
      !traitsOf(t, level + 1).stores_positions)
    return;
  Value ends = isKept(level);
  if (op.getContinued()) {
    Value here = arith::XOrIOp::create(
        b, loc, map.lookup(op.getContinued()),
        arith::ConstantOp::create(b, loc, b.getBoolAttr(true)));
    ends = ends ? flat.both(ends, here) : here;
  }
  runIf(ends, [&] {
    Value next = flat.add(assembly.positions[level], flat.constant(1));
    storeIndex(read(assembly.cursors[level + 1]),
               t.levels[level + 1].positions.buffer, next);
  });
}

void LaunchLowering::lowerInsert(pos::InsertOp op) {
  auto insert = [&] {
    write(arith::ConstantOp::create(b, loc, b.getBoolAttr(true)),
          assembly.touched);
    if (assembly.writesValues)
      storeInserted(op);
  };
  runIf(op.getCondition() ? map.lookup(op.getCondition()) : Value(), insert);
}

/// To the entry, or beside it where it is that of another piece.
void LaunchLowering::storeInserted(pos::InsertOp op) {
  const TensorBuffers &t = *assembly.tensor;
  Value value = map.lookup(op.getValue());
  const int group = groupOf(t, t.format.lvl_rank() - 1);
  if (!op.getCarry())
    return storeValue(value, t, assembly.positions.back());
  Value resumes = flat.both(assembly.begun.back(), assembly.open[group]);
  const TensorBuffers &carry = tensors[op.getCarry()];
  Value piece = map.lookup(op.getPosition());
  scf::IfOp::create(
      b, loc, resumes,
      [&](OpBuilder &, Location at) {
        storeValue(value, carry, piece);
        scf::YieldOp::create(b, at);
      },
      [&](OpBuilder &, Location at) {
        storeValue(value, t, assembly.positions.back());
        scf::YieldOp::create(b, at);
      });
}

/// Of the only group there is.
void LaunchLowering::lowerExpect(pos::ExpectOp op) {
  const int group = appendedLevels(assembly.tensor->format).front();
  Value cursor = assembly.cursors[group];
  write(flat.add(read(cursor), map.lookup(op.getCount())), cursor);
}

void LaunchLowering::lowerExpected(pos::ExpectedOp op) {
  const int group = appendedLevels(assembly.tensor->format).front();
  map.map(op.getCount(), read(assembly.cursors[group]));
}

void LaunchLowering::lowerCap(pos::CapOp op) {
  const int group = appendedLevels(assembly.tensor->format).front();
  Value cursor = assembly.cursors[group];
  write(arith::MinUIOp::create(b, loc, read(cursor), map.lookup(op.getCount())), cursor);
}

void LaunchLowering::lowerSeam(pos::SeamOp op) {
  const TensorBuffers &t = tensors[op.getTensor()];
  const auto groups = static_cast<int64_t>(appendedLevels(t.format).size());
  Value first = flat.mul(map.lookup(op.getPiece()), flat.constant(2 * groups));
  auto word = [&](int64_t n) {
    return flat.load({t.cursors}, flat.add(first, flat.constant(n)));
  };
  Value open = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                                     word(2 * groups - 1), flat.constant(0));
  map.map(op.getOpen(), open);
  map.map(op.getPosition(), word(groups - 1));
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
