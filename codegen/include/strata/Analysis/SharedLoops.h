// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ANALYSIS_SHAREDLOOPS_H
#define STRATA_ANALYSIS_SHAREDLOOPS_H

#include "strata/Analysis/ConcreteNotation.h"

#include <set>
#include <string>
#include <vector>

/// \file
/// Which statements, one behind the other, run in one launch, and what is then
/// compiled. Decided here, without IR, so that explain() and the key of the kernel
/// cache know it, and the pass strata-share-launches only does what has been decided.
namespace strata {

/// A statement by itself.
struct SharingStatement {
  Strata::CheckedAssignment stmt;
  /// Tensors, the result first.
  std::vector<std::string> names;
  /// The operand that stands for the result's old contents, or empty.
  std::string oldResult;
  ConcretizeOptions options;
  /// Made with these options.
  ConcreteProgram alone;
  /// The number of pieces is the user's, and nothing else asks for pieces of equal
  /// work: pieces that are whole coordinates of the shared loops will do.
  bool anyPieces = false;
};

/// What statements that share a launch are compiled from.
struct SharedStatements {
  /// Variables of the shared loops have the names that they have in the first one,
  /// others are different in each; every statement knows the tensors of all.
  std::vector<Strata::CheckedAssignment> stmts;
  /// Tensors of all statements, the result of the first one first.
  std::vector<std::string> names;
  /// For all of them; `sharedLoops` is set.
  ConcretizeOptions options;
  /// Each by itself, as it stands in the launch.
  std::vector<ConcreteProgram> parts;
  /// What the launch needs, temporaries with names of their own.
  ConcreteProgram program;

  /// The shared loops, outermost first.
  const std::vector<std::string> &loops() const {
    return sharedLoops;
  }
  std::vector<std::string> sharedLoops;
};

/// Statements that share a launch, or the reason why the last of them cannot.
struct SharingResult {
  SharedStatements shared;
  std::string reason; ///< empty: they do
};

/// Shares the outermost loops of two or more statements where
/// - each is one nest over a dense result, all loops of which the result has, or a
///   reduction to a scalar, with what adds up its pieces;
/// - these loops come to every coordinate, and have the same extents;
/// - they are cut into the same pieces, and nobody loses pieces of equal work;
/// - what one writes, others read or write at the current coordinates only, and
///   scalars that one reduces to nobody reads.
/// \p checked: operands and results have to be there afterwards as each statement
/// has read and left them.
SharingResult shareLoops(const std::vector<SharingStatement> &statements,
                         bool checked);

/// Of \p names those that need no memory: one statement of \p shared assigns them,
/// others of them read it, nobody adds to it, and its type does not round.
std::set<std::string> registersAmong(const std::set<std::string> &names,
                                     const SharedStatements &shared);

} // namespace strata

#endif
