// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pieces that have ranges of coordinates of the result, in a loop inside of others which
// all of them run whole ("owner computes"): nothing keeps them apart, and the order of
// additions is that of one piece.
#include "Concretizer.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/IterationGraph.h"

#include <cmath>

namespace strata {

/// The variable whose coordinates are cut: the outermost of the result below another loop
/// which operands have in order. Empty: there is none.
std::string Concretizer::rangedVariable(const ConcreteStatement &s) const {
  const size_t end = s.workspace ? s.workspaceDepth : s.loops.size();
  for (size_t l = 1; l < end; ++l)
    if (usesVariable(s.lhs, s.loops[l]) && isCuttable(s, s.loops[l]))
      return s.loops[l];
  return {};
}

/// What each piece does for the loops around \p variable, about, in entries that it could
/// add up instead: it searches for where its range begins and ends, in each fibre. Negative:
/// extents are not known.
double Concretizer::costOfRanges(const ConcreteStatement &s,
                                 const std::string &variable) const {
  std::set<std::string> outer;
  double visits = 1;
  for (const std::string &loop : s.loops) {
    if (loop == variable)
      break;
    const double fibre = expectedFibre(s.rhs, loop, outer);
    if (fibre < 0)
      return -1;
    visits *= fibre;
    outer.insert(loop);
  }
  const double fibre = expectedFibre(s.rhs, variable, outer);
  // Two searches, of which each step waits for memory (measured: 40 ns for fibres of 100
  // entries, 170 for those of 1000, where an addition takes 1.5).
  constexpr double step = 8;
  return fibre < 0 ? -1 : visits * step * std::log2(1 + fibre);
}

/// Between the cuts lie the ranges, about one for each thread.
void Concretizer::cutRanges(ConcreteStatement &s) {
  s.partitioned = {s.parallel};
  program.extents[rangeVariable] = -1; // known when the plan runs
  program.extents[countVariable(1)] = 1;
  s.cuts = addTemporary(Strata::ScalarType::u64, {rangeVariable, countVariable(1)}, "cuts")
               .tensor;
}

} // namespace strata
