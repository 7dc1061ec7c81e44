// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fibres that loops come to again and again, inside of others that do not change them,
// as that of a mask over the columns of a row, in the product of two matrices: they are
// kept in rows, one for each thread, and looked up there, which takes the time of the other
// operands alone (the precompute transformation of Kjolstad et al., CGO 2019, of an
// operand).
#include "Concretizer.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/IterationGraph.h"
#include "strata/Analysis/Roles.h"
#include "strata/Analysis/WorklistRule.h"

#include <cstdio>

namespace strata {

using Strata::MergeBody;
using Strata::ScalarType;

/// A search for one entry takes as long as to go through so many.
constexpr double stepsOfSearch = 16;

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

/// How many loops of \p scope bind the variables of \p access but its own.
static size_t bindingLoops(const MergingScope &scope, const Access &access) {
  size_t number = scope.loops.size() - 1;
  while (number > 0 && !usesVariable(access, scope.loops[number - 1]))
    --number;
  return number;
}

/// True when other loops stand between those that lead to the fibre and its own.
static bool isMergedAgain(const MergingScope &scope, const Access &access) {
  const size_t bound = bindingLoops(scope, access);
  return (bound == 0 || !pinnedTo(scope.loops[bound - 1])) &&
         std::any_of(scope.loops.begin() + bound, scope.loops.end() - 1,
                     [](const std::string &v) { return !pinnedTo(v); });
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
  return !pinnedTo(variable) && isMergedAgain(scope, access) &&
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

/// Entries of a fibre of the shortest of the others that are merged with \p access.
double Concretizer::fibreBeside(const MergingScope &scope, const MergeLattice &lattice,
                                const Access &access, double own) const {
  std::optional<double> shortest;
  for (const Access &other : mergedAlways(scope, lattice)) {
    if (accessKey(other) == accessKey(access))
      continue;
    const double length =
        fibreOf(other, scope.variable(), entriesOf(other.tensor), program.extents);
    shortest = std::min(shortest.value_or(length), length);
  }
  return shortest.value_or(own);
}

/// How often a fibre that the first \p bound loops lead to is merged, about; negative: not
/// known. One that none leads to is written by each piece.
double Concretizer::expectedMerges(const MergingScope &scope, size_t bound) const {
  constexpr int piecesPerThread = 8;
  std::set<std::string> outer(scope.loops.begin(), scope.loops.begin() + bound);
  double merges =
      bound == 0 ? 1.0 / (piecesPerThread * std::max(options.concurrency, 1)) : 1;
  for (size_t l = bound; l + 1 < scope.loops.size(); ++l) {
    const double visits = expectedFibre(scope.expr, scope.loops[l], outer);
    if (visits < 0)
      return -1;
    merges *= visits;
    outer.insert(scope.loops[l]);
  }
  return merges;
}

static std::string inText(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", number);
  return text;
}

/// A merge goes through both, or searches for what the shorter has in the longer. A row is
/// written and emptied, and the others looked up in it.
static KeepingChoice byEstimate(double own, double other, double merges) {
  if (own < 0 || other < 0 || merges < 0)
    return {true, "the lengths of fibres are not known"};
  const double merging =
      merges * std::min(own + other, stepsOfSearch * std::min(own, other));
  const double row = 2 * own + merges * other;
  return {row < merging, "on average a fibre of " + inText(own) + " entries is merged " +
                             inText(merges) + " times with " + inText(other) + ": " +
                             inText(merging) + " steps, " + inText(row) + " with a row"};
}

/// By cost, if rows of all threads do not take too much memory.
KeepingChoice Concretizer::chooseKeeping(const MergingScope &scope,
                                         const MergeLattice &lattice,
                                         const Access &access) const {
  const std::string &variable = scope.variable();
  const int threads = std::max(options.concurrency, 1);
  const double rows = threads * rowBytes(program.tensors.at(access.tensor).scalar,
                                         program.extents.at(variable));
  const double most = mostForRows(options.entries);
  if (rows > most)
    return {false, "rows of " + std::to_string(threads) + " threads would take " +
                       inText(rows) + " bytes (at most " + inText(most) + ")"};
  if (options.merge == MergeBody::locate)
    return {true, "the option merge"};
  const double own = fibreOf(access, variable, entriesOf(access.tensor), program.extents);
  return byEstimate(own, fibreBeside(scope, lattice, access, own),
                    expectedMerges(scope, bindingLoops(scope, access)));
}

void Concretizer::keep(ConcreteStatement &s, const MergingScope &scope,
                       const Access &access, const std::string &reason) {
  const std::vector<std::string> variables{slotVariable, scope.variable()};
  const std::string stem = "kept";
  KeptFibre kept;
  kept.access = access;
  kept.reason = reason;
  const size_t bound = bindingLoops(scope, access);
  kept.after = bound > 0 ? scope.loops[bound - 1] : "";
  const ScalarType scalar = program.tensors.at(access.tensor).scalar;
  kept.row = addRow(scalar, variables, stem);
  // Values are read before they are selected, also where none was written: a number may be
  // anything there, a boolean true or false.
  program.temporaries.back().startsAsZero = scalar == ScalarType::boolean;
  kept.marks = addRow(ScalarType::u8, variables, stem).tensor;
  program.temporaries.back().startsAsZero = true;
  kept.list =
      addRow(listType(program.extents.at(scope.variable())), variables, stem).tensor;
  s.kept.push_back(std::move(kept));
}

/// Keeps the first fibre that \p scope merges and that pays.
bool Concretizer::keepOne(ConcreteStatement &s, MergingScope &scope) {
  const MergeLattice lattice =
      latticeOf(scope.expr, scope.variable(), program.tensors, scope.background);
  for (const Access &access : mergedAlways(scope, lattice)) {
    if (!canKeep(s, scope, access))
      continue;
    const KeepingChoice choice = chooseKeeping(scope, lattice, access);
    if (!choice.keeps) {
      s.mergedAgain[accessKey(access)] = choice.reason;
      continue;
    }
    keep(s, scope, access, choice.reason);
    s.mergedAgain.erase(accessKey(access));
    scope.expr = readingRow(s.kept.back(), scope.expr);
    return true;
  }
  return false;
}

void Concretizer::keepFibres(ConcreteStatement &s) {
  const bool mayKeep = options.merge == MergeBody::automatic ||
                       options.merge == MergeBody::locate;
  // A dense worklist asks for rows already.
  const bool hasRows = !s.list.empty() && s.bounds.empty();
  if (!mayKeep || options.sharedLoops > 0 || takesAny(s) ||
      (options.anySpace && !hasRows && options.merge != MergeBody::locate))
    return;
  const Number background = backgroundOf(s, program.tensors.at(s.lhs.tensor));
  std::vector<MergingScope> scopes = scopesOf(s, background);
  const auto loopsOver = [&](const std::string &variable) {
    return std::count_if(scopes.begin(), scopes.end(), [&](const MergingScope &other) {
      return other.variable() == variable;
    });
  };
  for (MergingScope &scope : scopes)
    if (loopsOver(scope.variable()) == 1) // others without the operand would look it up too
      while (keepOne(s, scope)) {
      }
}

} // namespace strata
