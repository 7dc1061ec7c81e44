// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a statement looks like to one that may share its loops.
#include "LoopShape.h"

#include "Reductions.h"
#include "strata/Analysis/Absence.h"
#include "strata/Analysis/Diagonals.h"
#include "strata/Analysis/Roles.h"
#include "strata/Analysis/Windows.h"

#include <algorithm>
#include <set>

namespace strata {

using Strata::Operator;
using Kind = IndexExpr::Kind;

/// True when every index is another whole dimension's variable.
static bool isPlain(const Access &access) {
  std::set<std::string> seen;
  return std::all_of(access.indices.begin(), access.indices.end(),
                     [&](const Strata::IndexArg &arg) {
                       return !arg.is_restricted() && !pinnedTo(arg.variable) &&
                              seen.insert(arg.variable).second;
                     });
}

static std::string whyNotReduced(const ConcreteStatement &s) {
  if (s.rhs->kind != Kind::reduce)
    return "it has no loop";
  if (endsEarly(*s.rhs))
    return "its loop may end early";
  return asksPresence(s.rhs) ? "it asks whether a reduction has terms" : "";
}

static std::string whyNotAssigned(const ConcreteStatement &s) {
  for (const std::string &v : s.loops)
    if (!usesVariable(s.lhs, v))
      return "its loop over " + v + " comes to entries of '" + s.lhs.tensor +
             "' several times";
  return "";
}

LoopShape loopShapeOf(const ConcreteProgram &program) {
  LoopShape shape;
  const ConcreteStatement &main = program.statements.front();
  const auto refused = [&](const std::string &why) {
    shape.refusal = why;
    return shape;
  };
  if (!program.tensors.at(program.result).format.is_dense())
    return refused("its result is sparse");
  if (!program.conversions.empty())
    return refused("'" + program.conversions.front().source +
                   "' is read from a copy in another format");
  const ConcreteStatement &last = program.statements.back();
  shape.isScalar = last.lhs.indices.empty();
  const bool addsPieces = main.race == Strata::RaceStrategy::privatize;
  if (program.statements.size() != (shape.isScalar && addsPieces ? 2u : 1u))
    return refused("it takes several launches by itself");
  if (main.workspace)
    return refused("its entries are added up in a workspace");
  if (!isPlain(last.lhs))
    return refused("it writes a part of '" + last.lhs.tensor + "'");
  if (!shape.isScalar) {
    shape.loops = main.loops;
    return refused(whyNotAssigned(main));
  }
  shape.loops = rootChain(main.rhs, main.combiner).variables;
  return refused(main.loops.empty() ? whyNotReduced(main)
                                    : "it takes several launches by itself");
}

/// The lattice of the shared loop at the root of \p expr.
static MergeLattice latticeAt(const ConcreteProgram &program,
                              const ConcreteStatement &s,
                              const IndexExprPtr &expr, size_t depth) {
  if (s.loops.empty())
    return latticeOf(expr->args[0], expr->variable, program.tensors,
                     Strata::Impl::identity(*expr));
  return latticeOf(expr, s.loops[depth], program.tensors,
                   backgroundOf(s, program.tensors.at(s.lhs.tensor)));
}

std::string whyNotEverywhere(const ConcreteProgram &program, size_t depth) {
  const ConcreteStatement &s = program.statements.front();
  IndexExprPtr expr = s.rhs;
  for (size_t d = 0; d < depth; ++d) {
    if (s.loops.empty() && expr->kind != Kind::reduce)
      return "it has fewer loops";
    const std::string v = s.loops.empty() ? expr->variable : s.loops[d];
    const MergeLattice lattice = latticeAt(program, s, expr, d);
    if (pinnedTo(v) || lattice.points.size() != 1 ||
        !lattice.iterators.empty() || lattice.points[0].skips)
      return "its loop over " + v +
             (lattice.iterators.empty() ? " does not come to every coordinate"
                                        : " follows what " +
                                              lattice.iterators[0] + " stores");
    expr = lattice.points[0].expr;
  }
  return "";
}

} // namespace strata
