// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ANALYSIS_MERGELATTICE_H
#define STRATA_ANALYSIS_MERGELATTICE_H

#include "strata/Analysis/Absence.h"

#include <functional>
#include <string>
#include <vector>

namespace strata {

/// Part an access plays in the loop over one variable.
enum class LevelRole {
  none,   ///< the variable does not index it (a broadcast: present everywhere)
  full,   ///< its level stores every coordinate and is located
  sparse, ///< its level is iterated
  last    ///< the same, and no level below is: what it comes to is stored
};

/// A lattice point (Kjolstad et al. 2017, definition 2): the iterators that are
/// merged conjunctively, and the expression where just these store something.
struct LatticePoint {
  /// Numbers into MergeLattice::iterators, ascending.
  std::vector<int> iterators;
  /// True when the point also holds where no iterator stores anything, so that
  /// a loop must visit every coordinate of the extent.
  bool universe = false;
  /// Accesses merged at this point, iterated and located, in order of
  /// appearance (for display).
  std::vector<std::string> members;
  Strata::IndexExprPtr expr;
  /// Set where absent operands and literals alone make the value.
  std::optional<Number> absent = {};
  /// Nothing is computed here: where its iterators meet, an expression with fewer of
  /// them is not defined.
  bool skips = false;
};

/// The merge lattice of one index variable, from the algebra of the operators (what
/// annihilates them, what is their identity, what they make of constants), with the
/// three optimisations of the
/// paper's section 5.1: one universe for all dense levels; points that a full
/// level makes impossible are dropped; a full level is located, not merged,
/// where a sparse one restricts it.
class MergeLattice {
public:
  using RoleOf = std::function<LevelRole(const Strata::Access &)>;

  /// Where operands that store nothing leave \p background behind, nothing has to
  /// be visited: it is what the result of the loop reads there anyway. Fill values
  /// are those of \p tensors.
  static MergeLattice build(const Strata::IndexExprPtr &expr,
                            const RoleOf &role,
                            const Strata::TensorDeclarations &tensors,
                            const Number &background);

  /// Keys of the accesses that are iterated, by number.
  std::vector<std::string> iterators;
  /// Supersets before subsets.
  std::vector<LatticePoint> points;

  bool empty() const { return points.empty(); }
  /// Points whose iterators are all among those of point `p` (p first).
  std::vector<int> dominatedBy(int p) const;
  /// True when the loop of point `p` must visit every coordinate.
  bool needsUniverse(int p) const;
  /// True when one for-loop does: a single iterator or the universe alone.
  bool isForLoop() const;
  /// "(b ^ c ^ d, b, c ^ d)".
  std::string toString() const;
};

} // namespace strata

#endif
