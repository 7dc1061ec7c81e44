// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-choose-merges. Input: coiterates (stage position). Output: the same;
// those that merge have a body.
#include "strata/Conversion/Notation.h"
#include "strata/Dialect/MergeNames.h"
#include "strata/Dialect/Position/Position.h"
#include "strata/Passes.h"

using namespace mlir;
using Strata::MergeBody;

namespace strata {
#define GEN_PASS_DEF_CHOOSEMERGES
#include "strata/Passes.h.inc"

namespace {

struct ChoosePass : impl::ChooseMergesBase<ChoosePass> {
  using ChooseMergesBase::ChooseMergesBase;

  void runOnOperation() override {
    if (failed(requireStage(getOperation(), getArgument(), "position")))
      return signalPassFailure();
    const auto wanted = mergeBodyNamed(body);
    if (!wanted) {
      getOperation().emitError("strata-choose-merges: body '")
          << body << "'; expected automatic, branchy, branchfree or gallop";
      return signalPassFailure();
    }
    getOperation().walk([&](pos::CoiterateOp loop) {
      if (loop.getIterators().size() > 1 && !loop.getBody())
        loop.setBody(nameOf(choose(loop, *wanted)));
    });
  }

  MergeBody choose(pos::CoiterateOp loop, MergeBody wanted) {
    if (wanted != MergeBody::automatic)
      return wanted;
    return MergeBody::branch_free;
  }
};

} // namespace
} // namespace strata
