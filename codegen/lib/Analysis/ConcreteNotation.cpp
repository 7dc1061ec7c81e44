// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/ConcreteNotation.h"

#include "CaseEstimate.h"
#include "Concretizer.h"
#include "strata/Analysis/Diagonals.h"
#include "strata/Analysis/Roles.h"
#include "strata/Analysis/Windows.h"

#include <Strata_Error.hpp>

#include <algorithm>

namespace strata {

using Strata::Operator;
using Strata::RaceStrategy;
using Strata::ScalarType;
using Kind = IndexExpr::Kind;

/// Every reduction that is not in the root chain comes after the loops it
/// depends on.
static void addNesting(OrderConstraints &c, const IndexExprPtr &e,
                const std::vector<std::string> &enclosing) {
  std::vector<std::string> inner = enclosing;
  if (e->kind == Kind::reduce) {
    const std::vector<std::string> used = freeVariables(e);
    for (const std::string &v : enclosing)
      if (contains(used, v))
        c.hard.emplace_back(v, e->variable);
    inner.push_back(e->variable);
  }
  for (const IndexExprPtr &arg : e->args)
    addNesting(c, arg, inner);
}

OrderConstraints
Concretizer::constraints(const Access &lhs,
                         const std::vector<IndexExprPtr> &terms,
                         bool reductionsInside,
                         const std::set<std::string> &anyOrder) {
  OrderConstraints c;
  c.addAccess(lhs, program.tensors.at(lhs.tensor).format);
  // addResultOrder() knows which levels need loops; pinned ones follow their leaders.
  std::erase_if(c.hard, [](const Edge &e) { return pinnedTo(e.second) != e.first; });
  for (const IndexExprPtr &term : terms) {
    c.addExpr(term, program.tensors, anyOrder);
    const SumChain chain = rootChain(term, scattersBy);
    std::vector<std::string> enclosing = variablesOf(lhs);
    if (reductionsInside) {
      const std::vector<std::string> used = freeVariables(term);
      for (const std::string &v : enclosing)
        for (const std::string &k : chain.variables)
          if (contains(used, v))
            c.hard.emplace_back(v, k);
    }
    enclosing.insert(enclosing.end(), chain.variables.begin(),
                     chain.variables.end());
    addNesting(c, chain.body, enclosing);
  }
  addResultOrder(c, lhs);
  return c;
}

bool sumsOutside(const ConcreteStatement &s) {
  bool summed = false, outside = false;
  for (const std::string &v : s.loops) {
    const bool free = usesVariable(s.lhs, v);
    summed |= !free && !pinnedTo(v);
    outside |= summed && free;
  }
  return outside;
}

std::optional<Group>
Concretizer::tryGroup(const Access &lhs,
                      const std::vector<IndexExprPtr> &terms) {
  const bool reduces =
      std::any_of(terms.begin(), terms.end(), containsReduction);
  if (reduces && lhs.indices.empty())
    return std::nullopt;
  for (const IndexExprPtr &term : terms)
    if (!revisiting(term).empty())
      return std::nullopt;
  if (terms.size() > 1 && estimateCases(terms, program.tensors) > maxCases)
    return std::nullopt;
  return orderGroup(lhs, terms, true);
}

std::vector<Group> Concretizer::groupTerms(const Access &lhs,
                                           std::vector<IndexExprPtr> terms) {
  std::vector<Group> groups;
  for (IndexExprPtr &term : terms) {
    bool placed = false;
    for (Group &g : groups) {
      if (g.scatters)
        continue;
      std::vector<IndexExprPtr> together = g.terms;
      together.push_back(term);
      // Terms may follow one another: that reads and writes entries once more,
      // less than a conversion does.
      auto fused = tryGroup(lhs, together);
      if (fused) {
        g = std::move(*fused);
        placed = true;
        break;
      }
    }
    if (!placed)
      groups.push_back(single(lhs, term));
  }
  std::stable_partition(groups.begin(), groups.end(),
                        [](const Group &g) { return !g.scatters; });
  return groups;
}

void Concretizer::lower(const Access &lhs, bool accumulate, IndexExprPtr rhs) {
  rhs = withoutStoreCast(rhs, program.tensors.at(lhs.tensor).scalar);
  std::vector<IndexExprPtr> terms;
  for (const IndexExprPtr &term : additiveTerms(rhs))
    terms.push_back(withFewerCases(lhs, extractClosed(withSummedDuplicates(term))));
  const bool alone = terms.size() == 1 && !accumulate;
  const Operator own = alone ? combinerOf(lhs, terms[0]) : Operator::add;
  const SaveValue saved(combiner, own);
  const SaveValue savedToo(scattersBy, mayScatter(lhs, terms[0], own)
                                           ? own
                                           : Operator::add);
  if (!program.tensors.at(lhs.tensor).format.is_dense())
    return lowerSparse(lhs, std::move(terms));
  std::vector<Group> groups = groupTerms(lhs, std::move(terms));
  for (Group &group : groups) {
    emit(lhs, accumulate, std::move(group));
    accumulate = true;
  }
}

/// The loops of \p group and what they assign, or, with \p accumulate, add.
ConcreteStatement Concretizer::nestOf(const Access &lhs, const Group &group,
                                      bool accumulate) {
  ConcreteStatement s;
  s.lhs = lhs;
  s.combiner = combiner;
  const std::vector<std::string> free = variablesOf(lhs);
  IndexExprPtr rhs = group.terms[0];
  for (size_t t = 1; t < group.terms.size(); ++t)
    rhs = Strata::make_apply(Operator::add, {rhs, group.terms[t]},
                             Strata::promote(rhs->type, group.terms[t]->type));
  const SumChain chain = group.scatters ? rootChain(rhs, scattersBy)
                                        : SumChain{{}, rhs};
  size_t last = 0;
  for (size_t p = 0; p < group.order.size(); ++p)
    if (contains(free, group.order[p]))
      last = p + 1;
  std::vector<std::string> inner;
  for (size_t p = 0; p < group.order.size(); ++p) {
    const std::string &v = group.order[p];
    const bool summed = contains(chain.variables, v);
    if (contains(free, v) || (summed && p < last))
      s.loops.push_back(v);
    else if (summed)
      inner.push_back(v);
  }
  s.rhs = sortSums(wrapSums(inner, chain.body, scattersBy), group.order);
  ConcreteStatement added = s;
  added.accumulate = accumulate || sumsOutside(s);
  s.rhs = withOrderedMerges(added);
  return s;
}

void Concretizer::emit(const Access &lhs, bool accumulate, Group group) {
  ConcreteStatement s = nestOf(lhs, group, accumulate);
  const bool sums = sumsOutside(s);
  const bool adds = sums || revisits(s.rhs);
  s.accumulate = accumulate;
  if (const size_t depth = workspaceDepth(s); sums && depth > 0) {
    addWorkspace(s, depth);
    const std::vector<std::string> outer(s.loops.begin(),
                                         s.loops.begin() + depth);
    const bool covers = coversResult(
        s.rhs, outer, program.tensors,
        backgroundOf(s, program.tensors.at(lhs.tensor)));
    place(std::move(s), !accumulate && (!covers || hasRestToFill(lhs)));
    return;
  }
  s.accumulate = accumulate || adds;
  const bool fills =
      !accumulate &&
      (adds || hasRestToFill(lhs) ||
       !coversResult(s.rhs, s.loops, program.tensors,
                     backgroundOf(s, program.tensors.at(lhs.tensor))));
  place(std::move(s), fills);
}

/// Accesses whose loop may come to a coordinate more than once, because a level
/// has duplicates that are not next to each other.
std::vector<Access> Concretizer::revisiting(const IndexExprPtr &expr) const {
  std::vector<Access> found;
  walk(expr, [&](const IndexExprPtr &e) {
    if (e->kind != Kind::access)
      return;
    const auto &levels = program.tensors.at(e->access.tensor).format.levels();
    if (std::any_of(levels.begin(), levels.end(), [](Strata::LevelType l) {
          return !l.unique && !l.ordered;
        }))
      found.push_back(e->access);
  });
  return found;
}

/// True when \p expr holds such an access. What is computed per visit must then
/// add up: the access stands once, as a factor.
bool Concretizer::revisits(const IndexExprPtr &expr) const {
  const std::vector<Access> found = revisiting(expr);
  if (found.empty())
    return false;
  if (found.size() > 1 || !isAddedUp(expr))
    throw Strata::UnsupportedExpression(
        "concretize: '" + text + "': " + accessKey(found[0]) +
        " has a level that is nonunique and nonordered, so that its duplicates "
        "cannot be summed before '" + Strata::to_string(*expr) +
        "' is computed; expected it once, as a factor; store it with ordered "
        "levels");
  return true;
}

IndexExprPtr Concretizer::toTemporary(const IndexExprPtr &reduction) {
  const Access access = addTemporary(reduction->type, freeVariables(reduction));
  lower(access, false, reduction);
  return Strata::make_access(access, reduction->type, reduction->where);
}

/// A reduction over everything it holds is computed once, ahead of the loops.
IndexExprPtr Concretizer::extractClosed(const IndexExprPtr &term) {
  return withKept(term, [](const IndexExprPtr &r) {
    return freeVariables(r).empty();
  });
}

std::vector<std::string> variablesOf(const Access &access) {
  std::vector<std::string> out;
  for (const auto &arg : access.indices)
    if (!contains(out, arg.variable))
      out.push_back(arg.variable);
  return out;
}

bool coversResult(const IndexExprPtr &rhs, const std::vector<std::string> &loops,
                  const Strata::TensorDeclarations &tensors,
                  const Number &background) {
  if (loops.empty())
    return true;
  const MergeLattice lattice = latticeOf(rhs, loops[0], tensors, background);
  const bool everywhere =
      std::any_of(lattice.points.begin(), lattice.points.end(),
                  [](const LatticePoint &p) { return p.iterators.empty(); });
  return everywhere &&
         std::all_of(lattice.points.begin(), lattice.points.end(),
                     [&](const LatticePoint &p) {
                       return !p.skips &&
                              coversResult(p.expr,
                                           {loops.begin() + 1, loops.end()},
                                           tensors, background);
                     });
}

/// Absence is stronger than arithmetic: the 0 of sums is an absent one.
static Number neutralTo(Operator op, ScalarType type) {
  return op == Operator::add ? Strata::Impl::zero(type, true)
                             : Strata::Impl::identity(op, type);
}

Number backgroundOf(const ConcreteStatement &s,
                    const Strata::TensorDeclaration &result) {
  const bool adds = s.accumulate || s.workspace || !s.collectedIn.empty();
  return adds ? neutralTo(s.combiner, result.scalar) : fillOf(result);
}

ConcreteProgram concretize(const Strata::CheckedAssignment &stmt,
                           const ConcretizeOptions &options) {
  return Concretizer(stmt, options).run(stmt.assignment);
}

std::string ConcreteProgram::toString() const {
  std::string out;
  for (const Conversion &c : conversions)
    out += "convert " + c.source + " to " + c.name + " : " +
           c.format.to_string() + "\n";
  for (const Temporary &t : temporaries) {
    out += "temporary " + t.name + "(";
    for (size_t i = 0; i < t.variables.size(); ++i)
      out += (i ? "," : "") + t.variables[i];
    out += ") : " + std::string(Strata::name_of(t.scalar)) + "\n";
  }
  for (const ConcreteStatement &s : statements) {
    for (size_t l = 0; l < s.loops.size(); ++l)
      out += (s.workspace && l == s.workspaceDepth ? "where " : "") +
             ("forall " + s.loops[l] + " ");
    const std::string lhs = Strata::to_string(*Strata::make_access(s.lhs));
    const std::string by =
        s.combiner == Operator::add
            ? " += "
            : " " + std::string(Strata::operator_info(s.combiner).name) + "= ";
    const std::string add = s.accumulate ? by : " = ";
    for (const KeptFibre &k : s.kept)
      out += "(" + accessKey(k.access) + " in " + accessKey(k.row) + " after " + k.after +
             ") ";
    if (s.workspace) {
      const std::string w =
          Strata::to_string(*Strata::make_access(*s.workspace));
      out += w + by + Strata::to_string(*s.rhs) + "; " + lhs + add + w;
    } else {
      out += lhs + add + Strata::to_string(*s.rhs);
    }
    out += "\n";
    if (!s.collectedIn.empty())
      out += "collect " + s.lhs.tensor + " in " + s.collectedIn + "\n";
  }
  return out;
}

} // namespace strata
