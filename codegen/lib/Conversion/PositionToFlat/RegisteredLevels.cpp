// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Levels that are registered: their functions are played back to the IR builder.
#include "LaunchLowering.h"
#include "strata/Conversion/FlatNames.h"

using namespace mlir;

namespace strata {

using Operation = Strata::LevelOperation;

LevelBuffers LaunchLowering::withParameters(const TensorBuffers &t, int level) {
  LevelBuffers out = t.levels[level];
  for (int n : {0, 1})
    out.parameters[n] = flat.constant(t.format.level(level).parameters[n]);
  return out;
}

/// True when coordinates follow from more than the array of them: what is found in a
/// function of its own cannot know them.
bool LaunchLowering::needsParent(const Sequence &s) {
  const Strata::LevelDefinition *d = s.registered();
  if (!d)
    return false;
  const Strata::LevelProgram &access = d->pos_access;
  const bool isPlain = access.num_steps == 1 && access.steps[0].a == 1 &&
                       access.steps[0].operation == Operation::load_coordinate;
  return d->has_position || !isPlain;
}

/// The children of a parent, without the padding around them.
Sequence LaunchLowering::childrenOf(Sequence s, Value parent) {
  const Strata::LevelDefinition &d = *s.registered();
  const LevelBuffers storage = withParameters(*s.tensor, s.level);
  s.parent = parent;
  const auto bounds = Strata::play(flat, d.pos_bounds, storage, parent, parent);
  s.begin = bounds.begin;
  s.end = bounds.end;
  if (d.description.padding == Strata::LevelPadding::coordinates) {
    if (d.description.below > 0) {
      Name name(*this, s.positionName() + "_begin");
      s.below = flat.constant(d.description.below);
      s.begin = searchLowerBound(s, s.below);
      s.below = nullptr;
    }
    Name name(*this, s.positionName() + "_end");
    s.end = searchLowerBound(s, storage.extent);
  }
  return s;
}

Value LaunchLowering::positionAt(const Sequence &s, Value cursor) {
  const Strata::LevelDefinition *d = s.registered();
  if (!d || !d->has_position)
    return cursor;
  return Strata::play(flat, d->position, withParameters(*s.tensor, s.level),
                      s.parent, cursor)
      .begin;
}

Value LaunchLowering::coordinateOfChild(const Sequence &s, Value cursor) {
  const LevelBuffers storage = withParameters(*s.tensor, s.level);
  Value coordinate = Strata::play(flat, s.registered()->pos_access, storage,
                                  s.parent, positionAt(s, cursor))
                         .begin;
  return s.below ? flat.add(coordinate, s.below) : coordinate;
}

} // namespace strata
