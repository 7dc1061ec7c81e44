// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterators through windows and index sets. Where these skip coordinates that a
// level stores, a loop stands at positions of the others only: it goes on at the
// next position that is aligned.
#include "LaunchLowering.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace strata {

/// A table of the members in the module, one for equal sets.
static memref::GlobalOp globalOf(ModuleOp module, Location loc,
                                 ArrayRef<int64_t> members) {
  OpBuilder b(module.getContext());
  const Type element = b.getI64Type();
  const auto size = static_cast<int64_t>(members.size());
  const auto table = DenseElementsAttr::get(
      RankedTensorType::get({size}, element), members);
  int number = 0;
  for (auto global : module.getOps<memref::GlobalOp>()) {
    if (global.getInitialValueAttr() == table)
      return global;
    ++number;
  }
  b.setInsertionPointToStart(module.getBody());
  return memref::GlobalOp::create(
      b, loc, "index_set" + std::to_string(number), b.getStringAttr("private"),
      MemRefType::get({size}, element), table, true, IntegerAttr());
}

/// As the coordinates of a compressed level.
const TensorBuffers *LaunchLowering::tableOf(ArrayRef<int64_t> members) {
  memref::GlobalOp global = globalOf(module, loc, members);
  Value table =
      memref::GetGlobalOp::create(b, loc, global.getType(), global.getSymName());
  Value dynamic = memref::CastOp::create(
      b, loc, MemRefType::get({ShapedType::kDynamic}, b.getI64Type()), table);
  TensorBuffers &set = sets.emplace_back();
  set.format = Strata::Formats::sparse_vector();
  set.levels.resize(1);
  set.slices.resize(1);
  set.levels[0].coordinates = {dynamic, false};
  return &set;
}

Sequence LaunchLowering::membersOf(const Sequence &s, FlatBuilder &flat) {
  return {s.set, 0, flat.constant(0), s.length.get(flat)};
}

IndexNumber LaunchLowering::plus(IndexNumber x, IndexNumber y) {
  if (x.is(0) || y.is(0))
    return x.is(0) ? y : x;
  if (!x.value && !y.value)
    return {x.constant + y.constant, {}};
  return {0, flat.add(x.get(flat), y.get(flat))};
}

IndexNumber LaunchLowering::times(IndexNumber x, IndexNumber y) {
  if (x.is(0) || y.is(0))
    return {};
  if (x.is(1) || y.is(1))
    return x.is(1) ? y : x;
  if (!x.value && !y.value)
    return {x.constant * y.constant, {}};
  return {0, flat.mul(x.get(flat), y.get(flat))};
}

IndexNumber LaunchLowering::placeOf(const Sequence &s, int64_t coordinate) {
  return plus(times({coordinate, {}}, s.stride), s.offset);
}

/// The positions with coordinates in [lo, hi), as they are stored.
void LaunchLowering::cutOut(Sequence &s, IndexNumber lo, IndexNumber hi) {
  auto bound = [&](IndexNumber coordinate, StringRef suffix) {
    Value wanted = coordinate.get(flat);
    Name name(*this, s.positionName() + suffix.str());
    return lowerBound(s, wanted);
  };
  if (!lo.is(0))
    s.begin = bound(lo, "_first");
  s.end = bound(hi, "_last");
}

void LaunchLowering::takeSlice(Sequence &s) {
  const auto &slice = s.tensor->slices[s.level];
  if (!slice)
    return;
  const int dimension = s.tensor->format.dimension_of_level(s.level);
  s.offset = slice->offset;
  s.stride = slice->stride;
  s.length = {0, s.tensor->extents[dimension]};
  cutOut(s, s.offset, plus(times(s.length, s.stride), s.offset));
}

Value LaunchLowering::storedInLevel(const TensorBuffers &t, int level,
                                    Value coordinate) {
  const auto &slice = t.slices[level];
  if (!slice)
    return coordinate;
  return plus(times({0, coordinate}, slice->stride), slice->offset).get(flat);
}

void LaunchLowering::lowerSubrange(pos::SubrangeOp op) {
  Sequence s = sequences[op.getIterator()];
  const auto lo = static_cast<int64_t>(op.getLo());
  const auto hi = static_cast<int64_t>(op.getHi());
  const auto stride = static_cast<int64_t>(op.getStride());
  const IndexNumber first = placeOf(s, lo);
  cutOut(s, first, placeOf(s, hi));
  s.offset = first;
  s.stride = times(s.stride, {stride, {}});
  s.length = {(hi - lo + stride - 1) / stride, {}};
  sequences[op.getResult()] = s;
}

void LaunchLowering::lowerSubset(pos::SubsetOp op) {
  Sequence s = sequences[op.getIterator()];
  const ArrayRef<int64_t> members = op.getMembers();
  cutOut(s, placeOf(s, members.front()), placeOf(s, members.back() + 1));
  s.set = tableOf(members);
  s.length = {static_cast<int64_t>(members.size()), {}};
  sequences[op.getResult()] = s;
}

void LaunchLowering::lowerMember(pos::MemberOp op) {
  const TensorBuffers *set = tableOf(op.getMembers());
  map.map(op.getResult(), flat.load(set->levels[0].coordinates,
                                    map.lookup(op.getNumber())));
}

/// What stands for a coordinate in the level; what is behind the last coordinate
/// is behind all that is stored.
Value LaunchLowering::stored(const Sequence &s, Value coordinate) {
  if (s.set) {
    Value inside = flat.less(coordinate, s.length.get(flat));
    auto member = scf::IfOp::create(
        b, loc, inside,
        [&](OpBuilder &, Location) {
          Value found = flat.load(s.set->levels[0].coordinates, coordinate);
          Value at = plus(times({0, found}, s.stride), s.offset).get(flat);
          scf::YieldOp::create(b, loc, at);
        },
        [&](OpBuilder &, Location) {
          Value none = flat.constant(std::numeric_limits<int64_t>::max());
          scf::YieldOp::create(b, loc, none);
        });
    return member.getResult(0);
  }
  if (!s.stride.is(1))
    coordinate = flat.mul(coordinate, s.stride.get(flat));
  return s.offset.is(0) ? coordinate
                        : flat.add(coordinate, s.offset.get(flat));
}

/// The coordinate that is stored so, or the next one where it is none.
Value LaunchLowering::numberOf(const Sequence &s, Value stored) {
  Value number = s.offset.is(0) ? stored : flat.sub(stored, s.offset.get(flat));
  if (!s.stride.is(1)) {
    Value up = flat.add(number, plus(s.stride, {-1, {}}).get(flat));
    number = flat.div(up, s.stride.get(flat));
  }
  return s.set ? lowerBound(membersOf(s, flat), number) : number;
}

Value LaunchLowering::coordinateAt(const Sequence &s, Value position,
                                   StringRef variable) {
  if (s.isUniverse())
    return position;
  const bool whole = !s.set && s.stride.is(1) && s.offset.is(0);
  Value found = storedAt(s, position, whole ? variable : "");
  if (whole)
    return found;
  Name name(*this, variable);
  if (s.set || s.stride.is(1))
    return numberOf(s, found);
  return flat.div(
      s.offset.is(0) ? found : flat.sub(found, s.offset.get(flat)),
      s.stride.get(flat));
}

Value LaunchLowering::nextStored(const Sequence &s, Value found) {
  return stored(s, numberOf(s, found));
}

/// The first position of `s` that stores a coordinate of it.
Value LaunchLowering::searchAligned(const Sequence &s) {
  const Type index = b.getIndexType();
  auto loop = scf::WhileOp::create(
      b, loc, TypeRange{index}, ValueRange{s.begin},
      [&](OpBuilder &, Location, ValueRange p) {
        Value inside = flat.less(p[0], s.end);
        auto skips = scf::IfOp::create(
            b, loc, inside,
            [&](OpBuilder &, Location) {
              Value found = storedAt(s, p[0]);
              Value next = nextStored(s, found);
              Value below = flat.less(found, next);
              if (s.hasHoles())
                below = arith::OrIOp::create(b, loc, below, isHole(s, p[0]));
              scf::YieldOp::create(b, loc, below);
            },
            [&](OpBuilder &, Location) {
              scf::YieldOp::create(b, loc, inside);
            });
        scf::ConditionOp::create(b, loc, skips.getResult(0), p);
      },
      [&](OpBuilder &, Location, ValueRange p) {
        countIteration();
        Sequence rest = s;
        rest.begin = flat.add(p[0], flat.constant(1));
        if (s.selects()) {
          Value next = nextStored(s, storedAt(s, p[0]));
          rest.begin = skipTo(rest, next);
        }
        scf::YieldOp::create(b, loc, rest.begin);
      });
  return loop.getResult(0);
}

/// searchAligned() as a function of the module.
Value LaunchLowering::callAligned(const Sequence &s) {
  SmallVector<Sequence> over;
  SmallVector<Value> arguments;
  const bool known = !s.offset.value && !s.stride.value;
  std::string suffix = "_" + std::to_string(s.length.constant);
  if (s.set) {
    over.push_back(membersOf(s, flat));
  } else {
    suffix = known ? "_" + std::to_string(s.offset.constant) + "_" +
                         std::to_string(s.stride.constant)
                   : "_of_slice";
    arguments = {s.offset.get(flat), s.stride.get(flat)};
  }
  over.push_back(s);
  const SmallVector<Type> leading(arguments.size(), b.getIndexType());
  auto function = libraryFunction(
      s.set ? "next_member" : "next_in_window", over, leading,
      [&](ValueRange given) {
        TensorBuffers levels, table;
        Sequence inside = fromArguments(s, levels, given.take_back(3));
        if (s.set)
          inside.set = fromArguments(over[0], table, given.take_front(3)).tensor;
        else if (!known) {
          inside.offset = {0, given[0]};
          inside.stride = {0, given[1]};
        }
        return searchAligned(inside);
      },
      suffix);
  for (const Sequence &each : over)
    arguments.append({each.tensor->levels[each.level].coordinates.buffer,
                      each.begin, each.end});
  return func::CallOp::create(b, loc, function, arguments).getResult(0);
}

Value LaunchLowering::aligned(const Sequence &s, Value position) {
  if (!s.skips())
    return position;
  Sequence rest = s;
  rest.begin = position;
  Name name(*this, s.positionName() + "_next");
  // The function for members knows nothing of slices.
  const bool isSlicedSet = s.set && !(s.offset.is(0) && s.stride.is(1));
  return options.countIterations || needsParent(s) || isSlicedSet
             ? searchAligned(rest)
             : callAligned(rest);
}

} // namespace strata
