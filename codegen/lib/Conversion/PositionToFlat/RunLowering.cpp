// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flattened levels (Strata_FlattenLevels.hpp): a loop over what is stored, and inside of it
// one over the coordinates that each entry stands for.
#include "LaunchLowering.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "strata/Conversion/FlatNames.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;

namespace strata {

bool LaunchLowering::hasRuns(const Sequence &s) {
  const Strata::LevelDefinition *d = s.registered();
  return d && d->description.run > 1 && s.begin == s.firstRun;
}

/// What is added to the accumulator in turn may be added up on its own first.
static bool isPartialSum(pos::CoiterateOp op, unsigned c, bool strict) {
  Block &body = op.getCases()[c].front();
  auto yield = cast<pos::YieldOp>(body.getTerminator());
  if (strict || yield.getValues().size() != 1)
    return false;
  auto sum = yield.getValues()[0].getDefiningOp<arith::AddFOp>();
  Value carried = body.getArguments().back();
  return sum && (sum.getLhs() == carried) != (sum.getRhs() == carried);
}

SmallVector<Value> LaunchLowering::lowerRuns(pos::CoiterateOp op, unsigned c,
                                             unsigned self,
                                             SmallVector<Sequence> at,
                                             ValueRange inits) {
  Sequence &s = at[self];
  const bool isPartial = isPartialSum(op, c, options.strict);
  Value zero = flat.constant(0), one = flat.constant(1);
  Value length = flat.constant(s.registered()->description.run);
  Value first = flat.div(s.begin, length), last = flat.div(s.end, length);
  const std::string variable = s.positionName();
  auto inner = [&](Value entry, ValueRange carried) {
    auto loop = scf::ForOp::create(
        b, loopLocation(variable, ""), zero, length, one, carried,
        [&](OpBuilder &, Location, Value digit, ValueRange sums) {
          countIteration();
          Value cursor = flat.add(flat.mul(entry, length), digit);
          llvm::SaveAndRestore run(flat.run, {cursor, entry, digit});
          Value coordinate = coordinateAt(s, cursor, op.getVariable());
          s.begin = cursor;
          s.end = flat.add(cursor, one);
          scf::YieldOp::create(b, loc, lowerCase(op, c, coordinate, at, sums));
        });
    return SmallVector<Value>(loop.getResults());
  };
  auto loop = scf::ForOp::create(
      b,
      loopLocation(variable, describe(op, at, int64_t{1} << self, c > 0) +
                                 ", one stored coordinate after the other"),
      first, last, one, inits,
      [&](OpBuilder &, Location, Value entry, ValueRange carried) {
        if (!isPartial)
          return (void)scf::YieldOp::create(b, loc, inner(entry, carried));
        const auto type = cast<FloatType>(carried[0].getType());
        Value none =
            arith::ConstantOp::create(b, loc, b.getFloatAttr(type, 0.0));
        Value sum = inner(entry, none)[0];
        Value total = arith::AddFOp::create(b, loc, carried[0], sum);
        scf::YieldOp::create(b, loc, total);
      });
  return SmallVector<Value>(loop.getResults());
}

} // namespace strata
