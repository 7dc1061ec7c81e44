// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a piece runs of a loop: cuts, windows and slices of iterators, and searches
// for coordinates.
#include "LaunchLowering.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "strata/Conversion/FlatNames.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;

namespace strata {

Value LaunchLowering::storedAt(const Sequence &s, Value position,
                               StringRef variable) {
  Name name(*this, variable);
  if (s.registered())
    return coordinateOfChild(s, position);
  const LevelBuffers &storage = s.tensor->levels[s.level];
  Value coordinate;
  Strata::visit_level(s.tensor->format.level(s.level).kind, [&](auto function) {
    if constexpr (requires { function.pos_access(flat, storage, position); })
      coordinate = function.pos_access(flat, storage, position);
  });
  return coordinate;
}

func::FuncOp
LaunchLowering::libraryFunction(StringRef library, ArrayRef<Sequence> over,
                                ArrayRef<Type> leading,
                                function_ref<Value(ValueRange)> body,
                                StringRef suffix) {
  std::string name = (library + suffix).str();
  SmallVector<Type> types(leading);
  for (const Sequence &s : over) {
    const auto &coordinates = s.tensor->levels[s.level].coordinates;
    const auto buffer = cast<MemRefType>(coordinates.buffer.getType());
    name += (coordinates.isSigned ? "_si" : "_i") +
            std::to_string(buffer.getElementTypeBitWidth());
    types.append({buffer, b.getIndexType(), b.getIndexType()});
  }
  return ownFunction(name, library, types, body);
}

func::FuncOp
LaunchLowering::ownFunction(StringRef name, StringRef library,
                            ArrayRef<Type> types,
                            function_ref<Value(ValueRange)> body) {
  if (auto found = module.lookupSymbol<func::FuncOp>(name))
    return found;
  OpBuilder::InsertionGuard guard(b);
  llvm::SaveAndRestore inside(inLibrary, true);
  b.setInsertionPointToEnd(module.getBody());
  auto function = func::FuncOp::create(
      b, loc, name, b.getFunctionType(types, {b.getIndexType()}));
  function.setPrivate();
  function->setAttr(libraryAttr, b.getStringAttr(library));
  Block *block = function.addEntryBlock();
  b.setInsertionPointToStart(block);
  Value result = body(block->getArguments());
  func::ReturnOp::create(b, loc, result);
  return function;
}

/// The sequence with its arrays and bounds taken from three arguments.
Sequence LaunchLowering::fromArguments(Sequence s, TensorBuffers &copy,
                                       ValueRange arguments) {
  copy = *s.tensor;
  copy.levels[s.level].coordinates.buffer = arguments[0];
  s.tensor = &copy;
  s.begin = arguments[1];
  s.end = arguments[2];
  return s;
}

static void appendArguments(SmallVectorImpl<Value> &out, const Sequence &s) {
  out.append({s.tensor->levels[s.level].coordinates.buffer, s.begin, s.end});
}

Value LaunchLowering::callSearch(StringRef name, const Sequence &s,
                                 Value coordinate, Search search) {
  if (needsParent(s))
    return (this->*search)(s, coordinate);
  auto function =
      libraryFunction(name, s, b.getIndexType(), [&](ValueRange arguments) {
        TensorBuffers copy;
        return (this->*search)(
            fromArguments(s, copy, arguments.drop_front()), arguments[0]);
      });
  SmallVector<Value> arguments{coordinate};
  appendArguments(arguments, s);
  return func::CallOp::create(b, loc, function, arguments).getResult(0);
}

/// First position of `s` that stores at least `coordinate`.
Value LaunchLowering::searchLowerBound(const Sequence &s, Value coordinate) {
  const Type index = b.getIndexType();
  auto loop = scf::WhileOp::create(
      b, loc, TypeRange{index, index}, ValueRange{s.begin, s.end},
      [&](OpBuilder &, Location, ValueRange range) {
        Value go = flat.less(range[0], range[1]);
        scf::ConditionOp::create(b, loc, go, range);
      },
      [&](OpBuilder &, Location, ValueRange range) {
        countIteration();
        Value sum = flat.add(range[0], range[1]);
        Value two = flat.constant(2), one = flat.constant(1);
        Value middle = flat.div(sum, two);
        Value found = storedAt(s, middle);
        Value below = flat.less(found, coordinate);
        Value above = flat.add(middle, one);
        Value lo = flat.select(below, above, range[0]);
        Value hi = flat.select(below, range[1], middle);
        scf::YieldOp::create(b, loc, ValueRange{lo, hi});
      });
  return loop.getResult(0);
}

/// Whether its end is its begin and 1.
static bool hasOneCoordinate(pos::WindowOp op) {
  auto sum = op.getEnd().getDefiningOp<arith::AddIOp>();
  return sum && sum.getLhs() == op.getBegin() &&
         matchPattern(sum.getRhs(), m_One());
}

void LaunchLowering::lowerWindow(pos::WindowOp op) {
  Sequence s = sequences[op.getIterator()];
  // The few positions of one coordinate end near where they begin.
  const bool isNear = !s.isUniverse() && hasOneCoordinate(op);
  const std::string name = s.isUniverse() ? "window" : s.positionName();
  auto search = [&] {
    Value begin = stored(s, map.lookup(op.getBegin())), first, last;
    {
      Name named(*this, name + "_first");
      first = lowerBound(s, begin);
    }
    Sequence rest = s;
    if (!s.isUniverse())
      rest.begin = first;
    Value end = stored(s, map.lookup(op.getEnd()));
    Name named(*this, name + "_last");
    last = isNear ? skipTo(rest, end) : lowerBound(rest, end);
    return std::pair(first, last);
  };
  if (!op.getCondition()) {
    std::tie(s.begin, s.end) = search();
  } else {
    auto part = scf::IfOp::create(
        b, loc, map.lookup(op.getCondition()),
        [&](OpBuilder &, Location at) {
          auto [begin, end] = search();
          scf::YieldOp::create(b, at, ValueRange{begin, end});
        },
        [&](OpBuilder &, Location at) {
          scf::YieldOp::create(b, at, ValueRange{s.begin, s.end});
        });
    s.begin = part.getResult(0);
    s.end = part.getResult(1);
  }
  sequences[op.getResult()] = s;
}

void LaunchLowering::lowerSeek(pos::SeekOp op) {
  const TensorBuffers &t = tensors[op.getTensor()];
  const int level = static_cast<int>(op.getLevel());
  if (Strata::level_traits(t.format.level(level)).locates)
    return seekLocated(op, t, level);
  seekStored(op, positionsOf(t, level, map.lookup(op.getParentFirst()),
                             map.lookup(op.getParentLast())));
}

/// A search that each piece makes once is called: copies of it gain nothing, and are up
/// to a fifth of what there is to compile.
static Value calledOnce(Value found) {
  if (auto call = found.getDefiningOp<func::CallOp>())
    call.setNoInline(true);
  return found;
}

/// In a level that stores its coordinates.
void LaunchLowering::seekStored(pos::SeekOp op, const Sequence &s) {
  Value coordinate =
      storedInLevel(*s.tensor, s.level, map.lookup(op.getCoordinate()));
  Value first, one = flat.constant(1);
  {
    Name name(*this, s.positionName() + "_at");
    first = calledOnce(lowerBound(s, coordinate));
  }
  map.map(op.getFirst(), first);
  if (op.getLast().use_empty())
    return;
  Sequence rest = s;
  rest.begin = first;
  Value behind = flat.add(coordinate, one);
  Name name(*this, s.positionName() + "_behind");
  map.map(op.getLast(), calledOnce(skipTo(rest, behind)));
}

/// In a level that has every coordinate under each parent: under none of them, the
/// position that those of the next begin with.
void LaunchLowering::seekLocated(pos::SeekOp op, const TensorBuffers &t,
                                 int number) {
  const LevelBuffers &level = t.levels[number];
  Value parent = map.lookup(op.getParentFirst());
  Value end = Strata::DenseLevel::size(flat, level,
                                       map.lookup(op.getParentLast()));
  Value at = Strata::DenseLevel::locate(
      flat, level, parent,
      storedInLevel(t, number, map.lookup(op.getCoordinate())));
  Value first = flat.min(at, end);
  map.map(op.getFirst(), first);
  if (!op.getLast().use_empty())
    map.map(op.getLast(), flat.min(flat.add(first, flat.constant(1)), end));
}

void LaunchLowering::lowerClip(pos::ClipOp op) {
  Sequence s = sequences[op.getIterator()];
  auto bound = [&](StringRef suffix, Value part, Value whole, bool least) {
    Name name(*this, s.positionName() + suffix.str());
    return least ? flat.max(whole, part) : flat.min(whole, part);
  };
  s.begin = bound("_first", map.lookup(op.getFirst()), s.begin, true);
  s.end = bound("_last", map.lookup(op.getLast()), s.end, false);
  sequences[op.getResult()] = s;
}

void LaunchLowering::lowerPart(pos::PartOp op) {
  Sequence s = sequences[op.getIterator()];
  Value range = map.lookup(op.getRange()), parent = map.lookup(op.getParent());
  auto begin = [&](Value row, StringRef suffix) -> Value {
    Name name(*this, s.positionName() + suffix.str());
    Value position = memref::LoadOp::create(b, loc, tensors[op.getBegins()].values,
                                            ValueRange{row, parent});
    return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), position);
  };
  Value next = flat.add(range, flat.constant(1));
  s.begin = begin(range, "_first");
  s.end = begin(next, "_last");
  sequences[op.getResult()] = s;
}

/// A comment over the lines that find out where a piece begins and ends.
void LaunchLowering::explainPiece(Value first, const Twine &comment) {
  Operation *op = first.getDefiningOp();
  auto name = op ? dyn_cast<NameLoc>(op->getLoc()) : NameLoc();
  if (name)
    op->setLoc(loopLocation(name.getName().getValue(), comment));
}

void LaunchLowering::lowerSlice(pos::SliceOp op) {
  Sequence s = sequences[op.getIterator()];
  Value piece = map.lookup(op.getPiece()), pieces = map.lookup(op.getPieces());
  const std::string position = s.positionName();
  Value length, one = flat.constant(1);
  {
    Name name(*this, s.isUniverse() ? "" : position + "_count");
    length = flat.sub(s.end, s.begin);
  }
  auto cut = [&](Value p, StringRef suffix) -> Value {
    Value scaled = flat.mul(length, p);
    Value offset = flat.div(scaled, pieces);
    Name name(*this, s.isUniverse() ? "" : position + suffix.str());
    return flat.add(s.begin, offset);
  };
  if (!s.isUniverse())
    explainPiece(s.begin, "this piece: an equal share of the positions of " +
                              s.tensor->name);
  Value begin = cut(piece, "_first"), next = flat.add(piece, one);
  Value end = cut(next, "_last");
  s.begin = begin;
  s.end = end;
  sequences[op.getResult()] = s;
}

void LaunchLowering::lowerCut(pos::CutOp op) {
  const TensorBuffers &cuts = tensors[op.getCuts()];
  auto hint = dyn_cast<NameLoc>(op.getLoc());
  Name name(*this, hint ? hint.getName().getValue() : StringRef());
  Value coordinate = memref::LoadOp::create(
      b, loc, cuts.values,
      ValueRange{map.lookup(op.getCut()),
                 flat.constant(static_cast<int64_t>(op.getVariable()))});
  map.map(op.getResult(), arith::IndexCastUIOp::create(
                              b, loc, b.getIndexType(), coordinate));
}

} // namespace strata
