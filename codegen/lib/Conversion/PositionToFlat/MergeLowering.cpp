// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Merging loops. A round looks at the coordinates that the iterators stand at and
// runs the case of those that stand at the least one. How the iterators advance is
// the body of the loop:
//   branchfree  behind the cases, by selects
//   branchy     in the branch of the case
//   gallop      the same, and where no case runs before some coordinate, what
//               stands before it is searched for it
#include "LaunchLowering.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "strata/Dialect/MergeNames.h"

using namespace mlir;
using Strata::MergeBody;

namespace strata {

static bool has(int64_t mask, size_t i) { return mask >> i & 1; }

Merge Merge::ofPoint(pos::CoiterateOp op, ArrayRef<Sequence> sequences,
                     unsigned p) {
  Merge merge{op, SmallVector<Sequence>(sequences), {}, {}, {}};
  const int64_t mask = op.getPoints()[p];
  for (unsigned i = 0; i < sequences.size(); ++i)
    if (has(mask, i))
      merge.merged.push_back(i);
  for (auto [c, other] : llvm::enumerate(op.getPoints()))
    if ((other & mask) == other)
      merge.cases.push_back(c);
  merge.alive.push_back(mask);
  return merge;
}

Merge Merge::ofAllPoints(pos::CoiterateOp op, ArrayRef<Sequence> sequences) {
  Merge merge{op, SmallVector<Sequence>(sequences), {}, {}, {}};
  for (unsigned i = 0; i < sequences.size(); ++i)
    merge.merged.push_back(i);
  for (unsigned c = 0; c < op.getPoints().size(); ++c)
    merge.cases.push_back(c);
  merge.alive.assign(op.getPoints().begin(), op.getPoints().end());
  return merge;
}

int64_t Merge::neededByAll() const {
  int64_t needed = -1;
  for (unsigned c : cases)
    needed &= pos::CoiterateOp(op).getPoints()[c];
  return needed;
}

bool Merge::coversAll() const {
  return llvm::all_of(merged, [&](unsigned i) {
    return llvm::any_of(cases, [&](unsigned c) {
      return pos::CoiterateOp(op).getPoints()[c] == int64_t{1} << i;
    });
  });
}

MergeBody Merge::body() const {
  const auto name = pos::CoiterateOp(op).getBody().value_or("branchfree");
  const MergeBody body = *mergeBodyNamed(name);
  const bool everywhere = llvm::any_of(
      merged, [&](unsigned i) { return sequences[i].isUniverse(); });
  if (body == MergeBody::gallop && (everywhere || !neededByAll()))
    return MergeBody::branch_free;
  return body;
}

/// True while all iterators of one of the points have something left.
Value LaunchLowering::anyAlive(const Merge &merge, ValueRange carried) {
  Value any;
  for (int64_t mask : merge.alive) {
    // Where a point below is alive, this one adds nothing.
    if (llvm::any_of(merge.alive, [&](int64_t below) {
          return below != mask && (below & mask) == below;
        }))
      continue;
    Value all;
    for (auto [k, i] : llvm::enumerate(merge.merged)) {
      if (!has(mask, i))
        continue;
      Value left = flat.less(carried[k], merge.sequences[i].end);
      all = all ? flat.both(all, left) : left;
    }
    any = any ? arith::OrIOp::create(b, loc, any, all).getResult() : all;
  }
  return any;
}

/// Coordinate at a position, or behind every coordinate when \p s is exhausted.
Value LaunchLowering::coordinateOrEnd(const Sequence &s, Value position,
                                      StringRef variable) {
  if (s.isUniverse())
    return position;
  Name name(*this, variable);
  Value left = flat.less(position, s.end);
  Value behind = flat.constant(std::numeric_limits<int64_t>::max());
  auto at = scf::IfOp::create(
      b, loc, left,
      [&](OpBuilder &, Location) {
        Value coordinate = coordinateAt(s, position);
        scf::YieldOp::create(b, loc, coordinate);
      },
      [&](OpBuilder &, Location) { scf::YieldOp::create(b, loc, behind); });
  return at.getResult(0);
}

MergeRound LaunchLowering::lookAt(const Merge &merge, ValueRange carried,
                                  Value accumulator) {
  const bool exhausts = merge.alive.size() > 1;
  const StringRef variable = pos::CoiterateOp(merge.op).getVariable();
  MergeRound round{merge.sequences, {}, {}, {}, accumulator};
  round.coordinates.resize(merge.sequences.size());
  round.matches.resize(merge.sequences.size());
  Value least, everywhere;
  for (auto [k, i] : llvm::enumerate(merge.merged)) {
    const Sequence &s = merge.sequences[i];
    const std::string name =
        s.isUniverse() ? "" : variable.str() + "_" + s.tensor->name;
    round.coordinates[i] = exhausts ? coordinateOrEnd(s, carried[k], name)
                                    : coordinateAt(s, carried[k], name);
    if (s.isUniverse()) // stands at every coordinate: it is the least
      everywhere = round.coordinates[i];
  }
  for (unsigned i : merge.merged) {
    Name name(*this, variable);
    least = least ? flat.min(least, round.coordinates[i]) : round.coordinates[i];
  }
  round.least = everywhere ? everywhere : least;
  for (auto [k, i] : llvm::enumerate(merge.merged)) {
    Sequence &segment = round.segments[i];
    segment.begin = carried[k];
    segment.end =
        segmentEnd(merge.sequences[i], carried[k], round.coordinates[i], exhausts);
    if (segment.isUniverse())
      continue;
    Name name(*this, variable + "_in_" + segment.tensor->name);
    round.matches[i] = flat.equal(round.coordinates[i], round.least);
  }
  return round;
}

/// if/else-if over the cases, most specific first; `leaf` gives what a case, or
/// none, results in. \p certain: one of the cases holds.
SmallVector<Value> LaunchLowering::lowerCases(const Merge &merge,
                                              ArrayRef<unsigned> cases,
                                              const MergeRound &round,
                                              TypeRange types, bool certain,
                                              CaseLeaf leaf) {
  if (cases.empty())
    return leaf(std::nullopt);
  const unsigned c = cases.front();
  pos::CoiterateOp op = merge.op;
  const int64_t mask = op.getPoints()[c];
  Value condition;
  for (size_t i = 0; i < merge.sequences.size(); ++i)
    if (has(mask, i) && round.matches[i])
      condition = condition ? flat.both(condition, round.matches[i])
                            : round.matches[i];
  if (!condition || (certain && cases.size() == 1))
    return leaf(c);
  auto ifOp = scf::IfOp::create(
      b, loopLocation("", describe(op, merge.sequences, mask, false)), types,
      condition, true, true);
  OpBuilder::InsertionGuard guard(b);
  for (bool matched : {true, false}) {
    Block &block = matched ? ifOp.getThenRegion().front()
                           : ifOp.getElseRegion().front();
    if (!block.empty())
      block.back().erase();
    b.setInsertionPointToEnd(&block);
    SmallVector<Value> next =
        matched ? leaf(c)
                : lowerCases(merge, cases.drop_front(), round, types, certain,
                             leaf);
    scf::YieldOp::create(b, loc, next);
  }
  return SmallVector<Value>(ifOp.getResults());
}

/// What a case (none: nothing) makes of the accumulator, if there is one.
SmallVector<Value> LaunchLowering::sumOf(const Merge &merge,
                                         std::optional<unsigned> c,
                                         const MergeRound &round) {
  SmallVector<Value> sum;
  if (round.accumulator)
    sum.push_back(round.accumulator);
  return c ? lowerCase(merge.op, *c, round.least, round.segments, sum) : sum;
}

/// Where the segment that an iterator stands at ends. Computed where it is used:
/// p + (1 if it matches) is then no choice between two values for LLVM, out of
/// which it may make a branch.
Value LaunchLowering::behind(const MergeRound &round, unsigned i) {
  const Sequence &s = round.segments[i];
  return s.isUnique() ? segmentEnd(s, s.begin, round.coordinates[i]) : s.end;
}

/// Where an iterator goes on: behind \p end if it stands at the coordinate.
Value LaunchLowering::stepped(const Merge &merge, const MergeRound &round,
                              unsigned i, Value end) {
  const Sequence &s = merge.sequences[i];
  Value matches = round.matches[i], here = round.segments[i].begin;
  if (!matches)
    return aligned(s, end);
  if (!s.skips())
    return flat.select(matches, end, here);
  auto next = scf::IfOp::create(
      b, loc, matches,
      [&](OpBuilder &, Location) {
        Value position = aligned(s, end);
        scf::YieldOp::create(b, loc, position);
      },
      [&](OpBuilder &, Location) { scf::YieldOp::create(b, loc, here); });
  return next.getResult(0);
}

SmallVector<Value> LaunchLowering::stepBySelects(const Merge &merge,
                                                 const MergeRound &round) {
  SmallVector<Type> types;
  if (round.accumulator)
    types.push_back(round.accumulator.getType());
  SmallVector<Value> sum = lowerCases(
      merge, merge.cases, round, types, false,
      [&](std::optional<unsigned> c) { return sumOf(merge, c, round); });
  SmallVector<Value> next;
  for (unsigned i : merge.merged)
    next.push_back(stepped(merge, round, i, round.segments[i].end));
  next.append(sum);
  return next;
}

SmallVector<Value> LaunchLowering::stepByBranches(const Merge &merge,
                                                  const MergeRound &round) {
  const bool gallops = merge.body() == MergeBody::gallop;
  SmallVector<Type> types(merge.merged.size(), b.getIndexType());
  if (round.accumulator)
    types.push_back(round.accumulator.getType());
  auto leaf = [&](std::optional<unsigned> c) {
    SmallVector<Value> sum = sumOf(merge, c, round), next;
    const int64_t mask = c ? pos::CoiterateOp(merge.op).getPoints()[*c] : 0;
    if (!c && gallops)
      next = skip(merge, round);
    for (unsigned i : merge.merged) {
      if (next.size() == merge.merged.size())
        break;
      Value end = behind(round, i);
      next.push_back(has(mask, i) ? aligned(merge.sequences[i], end)
                                  : stepped(merge, round, i, end));
    }
    next.append(sum);
    return next;
  };
  return lowerCases(merge, merge.cases, round, types, merge.coversAll(), leaf);
}

/// No case runs before the largest coordinate of the iterators that all cases
/// need: what stands before it goes on there.
SmallVector<Value> LaunchLowering::skip(const Merge &merge,
                                        const MergeRound &round) {
  const int64_t needed = merge.neededByAll();
  const StringRef variable = pos::CoiterateOp(merge.op).getVariable();
  Value target;
  for (unsigned i : merge.merged) {
    Name name(*this, variable + "_next");
    if (has(needed, i))
      target = target ? flat.max(target, round.coordinates[i])
                      : round.coordinates[i];
  }
  SmallVector<Value> next;
  for (unsigned i : merge.merged) {
    Sequence rest = merge.sequences[i];
    Name name(*this, rest.positionName());
    Value isBefore = flat.less(round.coordinates[i], target);
    auto skipped = scf::IfOp::create(
        b, loc, isBefore,
        [&](OpBuilder &, Location) {
          rest.begin = flat.add(round.segments[i].begin, flat.constant(1));
          Value position = aligned(rest, skipTo(rest, stored(rest, target)));
          scf::YieldOp::create(b, loc, position);
        },
        [&](OpBuilder &, Location) {
          Value position = stepped(merge, round, i, behind(round, i));
          scf::YieldOp::create(b, loc, position);
        });
    next.push_back(skipped.getResult(0));
  }
  return next;
}

void LaunchLowering::lowerMerge(const Merge &merge, MutableArrayRef<Sequence> at,
                                Value &accumulator) {
  pos::CoiterateOp op = merge.op;
  SmallVector<Value> inits;
  for (unsigned i : merge.merged)
    inits.push_back(aligned(at[i], at[i].begin));
  if (accumulator)
    inits.push_back(accumulator);
  std::string variables, comment;
  for (unsigned i : merge.merged)
    variables += (at[i].isUniverse() ? op.getVariable().str()
                                     : at[i].positionName()) +
                 " ";
  for (int64_t mask : merge.alive)
    comment += comment.empty()
                   ? describe(op, at, mask, false)
                   : "; or " + describe(op, at, mask, false)
                                   .substr(op.getVariable().size() + 2);
  if (op.getUntil())
    comment += ", until the total is settled";
  auto loop = scf::WhileOp::create(
      b, loopLocation(variables, comment), ValueRange(inits).getTypes(), inits,
      [&](OpBuilder &, Location, ValueRange carried) {
        Value go = unlessEnded(op, anyAlive(merge, carried));
        scf::ConditionOp::create(b, loc, go, carried);
      },
      [&](OpBuilder &, Location, ValueRange carried) {
        countIteration();
        const MergeRound round =
            lookAt(merge, carried, accumulator ? carried.back() : Value());
        SmallVector<Value> next = merge.body() == MergeBody::branch_free
                                      ? stepBySelects(merge, round)
                                      : stepByBranches(merge, round);
        scf::YieldOp::create(b, loc, next);
      });
  for (auto [k, i] : llvm::enumerate(merge.merged))
    at[i].begin = loop.getResult(k);
  if (accumulator)
    accumulator = loop.getResults().back();
}

} // namespace strata
