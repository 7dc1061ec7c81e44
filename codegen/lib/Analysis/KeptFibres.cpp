// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fibres that loops come to again and again, inside of others that do not change them,
// as that of a mask over the columns of a row, in the product of two matrices: they are
// kept in rows, one for each thread, and looked up there, which takes the time of the other
// operands alone (the precompute transformation of Kjolstad et al., CGO 2019, of an
// operand).
#include "Concretizer.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/IterationGraph.h"
#include "strata/Analysis/MergeChoice.h"
#include "strata/Analysis/Roles.h"
#include "strata/Analysis/WorklistRule.h"

namespace strata {

using Strata::MergeBody;
using Strata::ScalarType;

/// Times that a fibre is merged, on average, from which on it is kept.
constexpr double manyMerges = 2;

IndexExprPtr readingRow(const KeptFibre &kept, const IndexExprPtr &expr) {
  const std::string key = accessKey(kept.access);
  return rewrite(expr, [&](IndexExprPtr e) {
    return e->kind == IndexExpr::Kind::access && accessKey(e->access) == key
               ? Strata::make_access(kept.row, e->type, e->where)
               : e;
  });
}

static void addReductions(const IndexExprPtr &expr, std::vector<std::string> loops,
                          std::vector<MergingScope> &out) {
  if (expr->kind == IndexExpr::Kind::reduce) {
    loops.push_back(expr->variable);
    out.push_back({loops, expr->args[0], Strata::Impl::identity(*expr)});
  }
  for (const IndexExprPtr &arg : expr->args)
    addReductions(arg, loops, out);
}

/// Every loop of \p s.
static std::vector<MergingScope> scopesOf(const ConcreteStatement &s,
                                          const Number &background) {
  std::vector<MergingScope> out;
  for (size_t l = 0; l < s.loops.size(); ++l)
    out.push_back({{s.loops.begin(), s.loops.begin() + l + 1}, s.rhs, background});
  addReductions(s.rhs, s.loops, out);
  return out;
}

static int countAccesses(const IndexExprPtr &expr, const std::string &key) {
  int count = 0;
  walk(expr, [&](const IndexExprPtr &e) {
    count += e->kind == IndexExpr::Kind::access && accessKey(e->access) == key;
  });
  return count;
}

/// The accesses that a loop merges whatever the case, if there are others in every case;
/// none where it visits everything.
static std::vector<Access> mergedAlways(const MergingScope &scope,
                                        const MergeLattice &lattice) {
  std::vector<Access> out;
  if (lattice.empty() || lattice.needsUniverse(0))
    return out;
  for (size_t i = 0; i < lattice.iterators.size(); ++i) {
    const bool always = std::all_of(
        lattice.points.begin(), lattice.points.end(), [&](const LatticePoint &p) {
          return p.iterators.size() > 1 && !p.skips &&
                 std::count(p.iterators.begin(), p.iterators.end(), static_cast<int>(i));
        });
    bool taken = !always;
    walk(scope.expr, [&](const IndexExprPtr &e) {
      if (taken || e->kind != IndexExpr::Kind::access ||
          accessKey(e->access) != lattice.iterators[i])
        return;
      out.push_back(e->access);
      taken = true;
    });
  }
  return out;
}

/// The loop of \p scope that binds the last of the variables of \p access but its own;
/// none: there is no such loop, or none between the two.
static std::optional<std::string> bindingLoop(const MergingScope &scope,
                                              const Access &access) {
  for (size_t l = scope.loops.size() - 1; l-- > 0;)
    if (usesVariable(access, scope.loops[l])) {
      const bool between = std::any_of(
          scope.loops.begin() + l + 1, scope.loops.end() - 1,
          [](const std::string &v) { return !pinnedTo(v); });
      return between && !pinnedTo(scope.loops[l]) ? std::optional(scope.loops[l])
                                                  : std::nullopt;
    }
  return std::nullopt;
}

/// True when the loop over the last level of \p access alone comes to each coordinate
/// once, with the value that the operand has there.
static bool isPlainFibre(const Access &access, const std::string &variable,
                         const Strata::TensorDeclaration &tensor) {
  const TensorPath path = tensorPath(access, tensor.format);
  const auto uses = [&](const Strata::IndexArg &arg) { return arg.variable == variable; };
  const auto index = std::find_if(access.indices.begin(), access.indices.end(), uses);
  return path.variables.back() == variable && path.levels.back().unique &&
         std::count_if(access.indices.begin(), access.indices.end(), uses) == 1 &&
         !index->is_restricted() && tensor.format.slices().empty() && tensor.fill == 0 &&
         !Strata::is_half(tensor.scalar);
}

/// Where nothing is stored, any term of several is one that is absent; a row is there.
static bool takesAny(const ConcreteStatement &s) {
  bool any = s.combiner == Strata::Operator::any;
  walk(s.rhs, [&](const IndexExprPtr &e) {
    any |= e->kind == IndexExpr::Kind::reduce && e->op == Strata::Operator::any;
  });
  return any;
}

bool Concretizer::canKeep(const ConcreteStatement &s, const MergingScope &scope,
                          const Access &access) const {
  const std::string key = accessKey(access);
  const std::string &variable = scope.variable();
  return !pinnedTo(variable) && bindingLoop(scope, access) &&
         isPlainFibre(access, variable, program.tensors.at(access.tensor)) &&
         countAccesses(s.rhs, key) == countAccesses(scope.expr, key);
}

/// Entries of a fibre of \p access below the coordinates of its other variables, about;
/// negative: not known.
static double fibreOf(const Access &access, const std::string &variable, double entries,
                      const std::map<std::string, std::int64_t> &extents) {
  for (const Strata::IndexArg &arg : access.indices) {
    const auto extent = extents.find(arg.variable);
    if (arg.variable != variable && extent != extents.end())
      entries /= std::max<double>(1, static_cast<double>(extent->second));
  }
  return entries;
}

/// A search in operands that are much longer is faster, and rows of all threads may take
/// too much memory.
bool Concretizer::paysToKeep(const MergingScope &scope, const MergeLattice &lattice,
                             const Access &access) const {
  const std::string &variable = scope.variable();
  const double row = rowBytes(program.tensors.at(access.tensor).scalar,
                              program.extents.at(variable));
  if (row * std::max(options.concurrency, 1) > mostForRows(options.entries))
    return false;
  if (options.merge == MergeBody::locate)
    return true;
  const double own = fibreOf(access, variable, entriesOf(access.tensor), program.extents);
  for (const Access &other : mergedAlways(scope, lattice)) {
    const double length =
        fibreOf(other, variable, entriesOf(other.tensor), program.extents);
    if (own >= 0 && length > own * (1 << gallopLengths))
      return false;
  }
  const auto bound = std::find(scope.loops.begin(), scope.loops.end(),
                               *bindingLoop(scope, access));
  std::set<std::string> outer(scope.loops.begin(), bound + 1);
  double merges = 1;
  for (auto loop = bound + 1; loop != scope.loops.end() - 1; ++loop) {
    const double visits = expectedFibre(scope.expr, *loop, outer);
    merges *= visits < 0 ? manyMerges : visits;
    outer.insert(*loop);
  }
  return merges >= manyMerges;
}

void Concretizer::keep(ConcreteStatement &s, const MergingScope &scope,
                       const Access &access) {
  const std::vector<std::string> variables{slotVariable, scope.variable()};
  const std::string stem = "kept";
  KeptFibre kept;
  kept.access = access;
  kept.after = *bindingLoop(scope, access);
  kept.row = addRow(program.tensors.at(access.tensor).scalar, variables, stem);
  kept.marks = addRow(ScalarType::u8, variables, stem).tensor;
  program.temporaries.back().startsAsZero = true;
  kept.list =
      addRow(listType(program.extents.at(scope.variable())), variables, stem).tensor;
  s.kept.push_back(std::move(kept));
}

void Concretizer::keepFibres(ConcreteStatement &s) {
  const bool mayKeep = options.merge == MergeBody::automatic ||
                       options.merge == MergeBody::locate;
  if (!mayKeep || options.sharedLoops > 0 || takesAny(s))
    return;
  const Number background = backgroundOf(s, program.tensors.at(s.lhs.tensor));
  std::vector<MergingScope> scopes = scopesOf(s, background);
  const auto loopsOver = [&](const std::string &variable) {
    return std::count_if(scopes.begin(), scopes.end(), [&](const MergingScope &other) {
      return other.variable() == variable;
    });
  };
  for (MergingScope &scope : scopes) {
    if (loopsOver(scope.variable()) > 1)
      continue; // one without the operand would look it up as well
    for (bool found = true; found;) {
      found = false;
      const MergeLattice lattice =
          latticeOf(scope.expr, scope.variable(), program.tensors, scope.background);
      for (const Access &access : mergedAlways(scope, lattice))
        if (!found && canKeep(s, scope, access) && paysToKeep(scope, lattice, access)) {
          keep(s, scope, access);
          scope.expr = readingRow(s.kept.back(), scope.expr);
          found = true;
        }
    }
  }
}

} // namespace strata
