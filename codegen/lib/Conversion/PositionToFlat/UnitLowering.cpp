// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The units of work of a launch: a range of coordinates, pieces, or teams.
#include "LaunchLowering.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "strata/Conversion/FlatNames.h"

using namespace mlir;

namespace strata {

void LaunchLowering::lower(pos::LaunchOp launch, Value own, Value begin,
                           Value end, Value units) {
  counterIndex = begin;
  slot = own;
  if (launch.getTensor() && !launch.getTeam())
    lowerBody(launch, begin, end);
  else
    lowerUnits(launch, begin, end, units);
}

void LaunchLowering::lowerBody(pos::LaunchOp launch, Value first,
                               Value second) {
  Block &body = launch.getBody().front();
  map.map(body.getArgument(0), first);
  map.map(body.getArgument(1), second);
  if (launch.getTeam()) // every thread of a team has a piece
    slot = first;
  if (launch.getResult())
    beginPiece(launch, first);
  lowerBlock(body);
  if (launch.getResult())
    endPiece(first);
}

void LaunchLowering::lowerUnits(pos::LaunchOp launch, Value begin, Value end,
                                Value units) {
  const bool teams = launch.getTeam().has_value();
  Value one = flat.constant(1);
  auto loop = scf::ForOp::create(
      b,
      loopLocation(teams ? "team" : "piece",
                   teams ? "a team each" : "pieces of about equal work"),
      begin, end, one, ValueRange{},
      [&](OpBuilder &, Location at, Value unit, ValueRange) {
        if (!teams)
          lowerBody(launch, unit, units);
        else if (launch.getTensor())
          lowerTeamRange(launch, unit, units);
        else
          lowerTeamPieces(launch, unit, units);
        scf::YieldOp::create(b, at);
      });
  setMapping(loop, "league");
}

/// A share of the dimension a team; its threads take the coordinates in turns.
void LaunchLowering::lowerTeamRange(pos::LaunchOp launch, Value team,
                                    Value teams) {
  const TensorBuffers &t = tensors[launch.getTensor()];
  Value extent = launch.getCount()
                     ? flat.constant(static_cast<int64_t>(*launch.getCount()))
                     : t.extents[*launch.getDimension()];
  Value one = flat.constant(1);
  auto cut = [&](Value unit, StringRef name) -> Value {
    Value scaled = flat.mul(extent, unit);
    Name named(*this, name);
    return flat.div(scaled, teams);
  };
  Value begin = cut(team, "team_begin"), next = flat.add(team, one);
  lowerBody(launch, begin, cut(next, "team_end"));
}

/// A piece a thread.
void LaunchLowering::lowerTeamPieces(pos::LaunchOp launch, Value team,
                                     Value teams) {
  Value zero = flat.constant(0), one = flat.constant(1);
  Value size = flat.constant((*launch.getTeam())[0]);
  auto loop = scf::ForOp::create(
      b, loopLocation("thread", "a piece a thread"), zero, size, one,
      ValueRange{}, [&](OpBuilder &, Location at, Value thread, ValueRange) {
        Value before = flat.mul(team, size);
        auto named = [&](StringRef text, auto make) -> Value {
          Name name(*this, text);
          return make();
        };
        Value pieces = named("num_pieces", [&] { return flat.mul(teams, size); });
        Value piece = named("piece", [&] { return flat.add(before, thread); });
        lowerBody(launch, piece, pieces);
        scf::YieldOp::create(b, at);
      });
  setMapping(loop, "team");
}

void LaunchLowering::setMapping(Operation *loop, StringRef mapping) {
  if (!mapping.empty())
    loop->setAttr(mappingAttr, b.getStringAttr(mapping));
}

Location LaunchLowering::loopLocation(const Twine &variable,
                                      const Twine &comment) {
  auto names = b.getDictionaryAttr(
      {b.getNamedAttr(commentName, b.getStringAttr(comment)),
       b.getNamedAttr(variableName, b.getStringAttr(variable))});
  return FusedLoc::get({loc}, names, b.getContext());
}

/// "j: A and B", "j: rest of A", "i: every coordinate".
std::string LaunchLowering::describe(pos::CoiterateOp op,
                                     ArrayRef<Sequence> at, int64_t mask,
                                     bool rest) {
  std::string text;
  for (auto [i, s] : llvm::enumerate(at)) {
    if (!(mask >> i & 1) || s.isUniverse())
      continue;
    text += (text.empty() ? "" : " and ") + s.tensor->name;
  }
  if (text.empty())
    text = "every coordinate";
  return op.getVariable().str() + ": " + (rest ? "rest of " : "") + text;
}

} // namespace strata
