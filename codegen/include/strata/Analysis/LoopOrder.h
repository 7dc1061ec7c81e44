// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ANALYSIS_LOOPORDER_H
#define STRATA_ANALYSIS_LOOPORDER_H

#include <Strata_IndexNotation.hpp>

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace strata {

using Edge = std::pair<std::string, std::string>;

/// Orders `nodes` so that every edge points forward; among those available
/// takes the one with the smallest `rank`, then the first of `nodes`. Empty:
/// the edges form a cycle.
std::optional<std::vector<std::string>>
topologicalOrder(const std::vector<std::string> &nodes,
                 const std::vector<Edge> &edges,
                 const std::function<int(const std::string &)> &rank = {});

/// What the storage of the operands asks of the order of loops.
struct OrderConstraints {
  std::vector<std::string> variables; ///< in order of appearance
  /// A level that is not located is iterated under its parents: the variables
  /// of all levels above it come first.
  std::vector<Edge> hard;
  /// Neighbouring dense levels: keeps the contiguous loop innermost.
  std::vector<Edge> soft;
  /// Variables of tensors that have a level that is not dense; their loops come
  /// first, because they bound the work.
  std::set<std::string> sparse;

  /// A pinned variable comes after the one that it is pinned to.
  void addVariable(const std::string &v);
  /// Adds variables and edges of one access. A result contributes no edges of
  /// its own but soft ones.
  void addAccess(const Strata::Access &access,
                 const Strata::TensorFormat &format);
  /// Adds all accesses; those in `anyOrder` (keys) without edges, as if they
  /// were stored in whatever order the loops have.
  void addExpr(const Strata::IndexExprPtr &expr,
               const Strata::TensorDeclarations &tensors,
               const std::set<std::string> &anyOrder = {});
};

/// An order of all variables that honours the hard edges, and each soft edge
/// that does not contradict the edges before it. Empty: the hard edges cycle.
/// `allSoft`: empty also when a soft edge had to be given up.
std::optional<std::vector<std::string>>
orderVariables(const OrderConstraints &constraints, bool allSoft = false);

/// Variables on a cycle of the hard edges, for messages.
std::vector<std::string> findCycle(const OrderConstraints &constraints);

} // namespace strata

#endif
