// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_ANALYSIS_LOOPSHAPE_H
#define STRATA_LIB_ANALYSIS_LOOPSHAPE_H

#include "strata/Analysis/ConcreteNotation.h"

#include <string>
#include <vector>

namespace strata {

/// The loops of a statement that others may share.
struct LoopShape {
  /// Outermost first: those of the result, or of a scalar's reduction.
  std::vector<std::string> loops;
  bool isScalar = false;
  /// Why nothing is shared; else empty.
  std::string refusal;
};

/// True when the coordinates of an outermost loop even out among so many threads.
bool hasManyRows(std::int64_t extent, int concurrency);

LoopShape loopShapeOf(const ConcreteProgram &program);

/// Why the first \p depth of them are no loops over every coordinate; else empty.
std::string whyNotEverywhere(const ConcreteProgram &program, size_t depth);

/// Why two of \p stmts, in their order, may not go through the shared loops together:
/// the last one reads or writes what another one does, at other coordinates.
/// Empty: they may.
std::string conflictOfLast(const std::vector<Strata::CheckedAssignment> &stmts,
                           bool checked);

} // namespace strata

#endif
