// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the work of a launch is made of, for pieces of equal work: the tensors that
// its loops come to, and which of them stand beneath others.
#include "PositionEmitter.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/Ranges.h"
#include "strata/Analysis/Roles.h"
#include "strata/Analysis/Windows.h"

#include <set>

using namespace mlir;
using Strata::IndexArg;
using Strata::IndexExprPtr;

namespace strata {

/// As many as Strata::partition takes.
constexpr size_t mostWeighed = 8;

namespace {

/// A sparse tensor that loops come to.
struct Weighed {
  std::string tensor;
  std::vector<IndexArg> levels;
  /// Levels with coordinates of variables that are cut: of the first ones, or from
  /// that of the tensor above on.
  int64_t depth = 0;
  int64_t parent = -1, parentLevel = -1;
  int64_t sampled = -1; ///< level whose coordinates are drawn from
};

} // namespace

/// Levels that store coordinates of the variables from \p first on, in their order,
/// all of them or those of windows.
static int64_t depthOf(ArrayRef<IndexArg> levels,
                       ArrayRef<std::string> variables) {
  size_t depth = 0;
  while (depth < levels.size() && depth < variables.size() &&
         levels[depth].variable == variables[depth] &&
         !levels[depth].has_index_set)
    ++depth;
  return static_cast<int64_t>(depth);
}

/// Every access to a sparse tensor, once.
static std::vector<Weighed>
sparseAccesses(const IndexExprPtr &expr,
               const Strata::TensorDeclarations &tensors) {
  std::vector<Weighed> out;
  std::set<std::string> seen;
  walk(expr, [&](const IndexExprPtr &e) {
    if (e->kind != Strata::IndexExpr::Kind::access ||
        !seen.insert(accessKey(e->access)).second)
      return;
    const auto &format = tensors.at(e->access.tensor).format;
    if (!format.is_dense())
      out.push_back({e->access.tensor, indicesByLevel(e->access, format)});
  });
  return out;
}

/// True when loops below the one over the first level of \p w come to more of it,
/// and its coordinates can be searched for.
static bool hasLoopsBelow(const Weighed &w,
                          const Strata::TensorDeclarations &tensors) {
  const auto &format = tensors.at(w.tensor).format;
  return format.lvl_rank() > 1 && format.level(0).ordered &&
         !w.levels[0].has_index_set;
}

/// Appends to \p tree those of \p rest that stand beneath levels of its tensors,
/// which are at the coordinates of the same variable.
static void addBeneath(std::vector<Weighed> &tree, ArrayRef<Weighed> rest,
                       ArrayRef<std::string> variables,
                       const Strata::TensorDeclarations &tensors) {
  for (size_t above = 0; above < tree.size(); ++above)
    // The first level of one beneath another has the variable of that one.
    for (size_t l = tree[above].parent < 0 ? 0 : 1;
         l < tree[above].levels.size(); ++l) {
      const IndexArg index = tree[above].levels[l];
      for (const Weighed &w : rest) {
        if (tree.size() == mostWeighed)
          return;
        if (w.levels[0].variable != index.variable || index.has_index_set ||
            !hasLoopsBelow(w, tensors))
          continue;
        Weighed below = w;
        below.parent = static_cast<int64_t>(above);
        below.parentLevel = static_cast<int64_t>(l);
        const auto *cut = llvm::find(variables, index.variable);
        below.depth = depthOf(below.levels, {cut, variables.end()});
        tree.push_back(std::move(below));
      }
    }
}

static std::vector<Weighed>
weighedTensors(const IndexExprPtr &expr, ArrayRef<std::string> variables,
               const Strata::TensorDeclarations &tensors) {
  std::vector<Weighed> tree, rest;
  for (Weighed &w : sparseAccesses(expr, tensors)) {
    w.depth = depthOf(w.levels, variables);
    (w.depth > 0 ? tree : rest).push_back(std::move(w));
  }
  addBeneath(tree, rest, variables, tensors);
  return tree;
}

/// lo, step and hi for every level; empty: all are whole. Of an index set, what its
/// members lie in.
static SmallVector<int64_t> windowsOf(ArrayRef<Weighed> tensors) {
  SmallVector<int64_t> out;
  bool any = false;
  for (const Weighed &w : tensors)
    for (const IndexArg &arg : w.levels) {
      any |= arg.is_restricted();
      if (arg.has_index_set && !arg.index_set.empty()) {
        const auto [least, most] =
            std::minmax_element(arg.index_set.begin(), arg.index_set.end());
        out.append({*least, 1, *most + 1});
      } else if (arg.window) {
        out.append({arg.window->lo, arg.window->stride, arg.window->hi});
      } else {
        out.append({0, 1, -1});
      }
    }
  return any ? out : SmallVector<int64_t>();
}

/// The lattice of the loop over \p variable: around what is reduced over it, or
/// around all.
MergeLattice PositionEmitter::latticeOfLoop(const std::string &variable) const {
  IndexExprPtr scope = statement->rhs;
  Number rest = background();
  walk(statement->rhs, [&](const IndexExprPtr &e) {
    if (e->kind != Strata::IndexExpr::Kind::reduce || e->variable != variable)
      return;
    scope = e->args[0];
    rest = Strata::Impl::identity(*e);
  });
  return latticeOf(scope, variable, notation.tensors(), rest);
}

/// An attribute, if there is anything to say.
static DenseI64ArrayAttr numbersIf(OpBuilder &b, bool there,
                                   ArrayRef<int64_t> numbers) {
  return there ? b.getDenseI64ArrayAttr(numbers) : DenseI64ArrayAttr();
}

/// Tensors with a level that stores coordinates of \p variable below others.
static std::vector<Weighed> sampledTensors(const IndexExprPtr &expr,
                                           const std::string &variable,
                                           const Strata::TensorDeclarations &tensors) {
  std::vector<Weighed> out;
  for (const SampledLevel &sampled : sampledLevels(expr, variable, tensors)) {
    Weighed &w = out.emplace_back();
    w.tensor = sampled.access.tensor;
    w.sampled = sampled.level;
  }
  return out;
}

void PositionEmitter::emitPartition() {
  const std::vector<std::string> &variables = statement->partitioned;
  const bool ranged = statement->race == Strata::RaceStrategy::ranges;
  const std::vector<Weighed> tensors =
      ranged ? sampledTensors(statement->rhs, variables[0], notation.tensors())
             : weighedTensors(statement->rhs, variables, notation.tensors());
  SmallVector<Value> weighed, extents;
  SmallVector<int64_t> depths, beneath, dimensions, counts, sampled;
  SmallVector<bool> visitsAll;
  for (const Weighed &w : tensors) {
    weighed.push_back(notation.values().lookup(w.tensor));
    depths.push_back(w.depth);
    beneath.append({w.parent, w.parentLevel});
    sampled.push_back(w.sampled);
  }
  for (const std::string &v : variables) {
    const IndexedDimension d = dimensionOf(v);
    extents.push_back(d.tensor);
    dimensions.push_back(d.dimension);
    counts.push_back(d.count.value_or(-1));
    const MergeLattice lattice = latticeOfLoop(v);
    visitsAll.push_back((ranged && tensors.empty()) ||
                        (!lattice.empty() && lattice.needsUniverse(0)));
  }
  const bool nested =
      llvm::any_of(tensors, [](const Weighed &w) { return w.parent >= 0; });
  const bool counted = llvm::any_of(counts, [](int64_t n) { return n >= 0; });
  SmallVector<Value> begins;
  for (const std::string &table : statement->begins)
    begins.push_back(notation.values().lookup(table));
  const SmallVector<int64_t> windows = ranged ? SmallVector<int64_t>() : windowsOf(tensors);
  pos::PartitionOp::create(
      b, loc, notation.values().lookup(statement->cuts), weighed, depths,
      numbersIf(b, nested, beneath), extents, dimensions,
      numbersIf(b, counted, counts), numbersIf(b, !windows.empty(), windows),
      visitsAll, statement->race == Strata::RaceStrategy::privatize, ranged,
      numbersIf(b, ranged && !sampled.empty(), sampled), begins);
}

} // namespace strata
