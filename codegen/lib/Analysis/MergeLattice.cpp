// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/MergeLattice.h"

#include "strata/Analysis/ExprUtils.h"

#include <Strata_Error.hpp>

#include <algorithm>
#include <set>

namespace strata {

using Strata::Operator;
using Kind = IndexExpr::Kind;

namespace {

template <class T>
std::vector<T> unite(const std::vector<T> &a, const std::vector<T> &b) {
  std::vector<T> out = a;
  for (const T &x : b)
    if (std::find(out.begin(), out.end(), x) == out.end())
      out.push_back(x);
  return out;
}

std::vector<int> uniteSorted(const std::vector<int> &a,
                             const std::vector<int> &b) {
  std::vector<int> out = unite(a, b);
  std::sort(out.begin(), out.end());
  return out;
}

using Points = std::vector<LatticePoint>;

/// 2^8: points of a union of eight.
constexpr size_t maxPoints = 256;

/// Both hold: a full level is restricted by whatever it is multiplied with.
LatticePoint bothOf(const LatticePoint &a, const LatticePoint &b) {
  return {uniteSorted(a.iterators, b.iterators), a.universe && b.universe,
          unite(a.members, b.members), nullptr};
}

Points conjunction(const Points &a, const Points &b) {
  Points out;
  for (const LatticePoint &p : a)
    for (const LatticePoint &q : b)
      out.push_back(bothOf(p, q));
  return out;
}

/// Either or both: the conjunction, then the points of each side alone.
Points disjunction(const Points &a, const Points &b) {
  Points out;
  for (const LatticePoint &p : a)
    for (const LatticePoint &q : b) {
      LatticePoint both = bothOf(p, q);
      both.universe = p.universe || q.universe;
      out.push_back(std::move(both));
    }
  out.insert(out.end(), a.begin(), a.end());
  out.insert(out.end(), b.begin(), b.end());
  if (out.size() > maxPoints)
    throw Strata::UnsupportedExpression(
        "merge lattice: a union of so many sparse operands has more than " +
        std::to_string(maxPoints) +
        " cases; expected at most 8 sparse operands added inside one factor; "
        "split the expression");
  return out;
}

/// Holds where `a` does, whether `b` does or not.
Points optional(const Points &a, const Points &b) {
  Points out = conjunction(a, b);
  out.insert(out.end(), a.begin(), a.end());
  return out;
}

class Builder {
public:
  Builder(const MergeLattice::RoleOf &role, std::vector<std::string> &iterators)
      : role(role), iterators(iterators) {}

  Points build(const IndexExprPtr &e) {
    switch (e->kind) {
    case Kind::access:
      return leaf(e->access);
    case Kind::apply:
      return combine(*e);
    case Kind::reduce:
    case Kind::cast:
      return build(e->args[0]);
    default:
      return {LatticePoint{{}, true, {}, nullptr}};
    }
  }

private:
  Points leaf(const Access &access) {
    const std::string key = accessKey(access);
    switch (role(access)) {
    case LevelRole::none:
      return {LatticePoint{{}, true, {}, nullptr}};
    case LevelRole::full:
      return {LatticePoint{{}, true, {key}, nullptr}};
    default:
      break;
    }
    auto it = std::find(iterators.begin(), iterators.end(), key);
    if (it == iterators.end())
      it = iterators.insert(it, key);
    return {LatticePoint{
        {static_cast<int>(it - iterators.begin())}, false, {key}, nullptr}};
  }

  Points combine(const IndexExpr &e) {
    Points out = build(e.args[0]);
    for (size_t i = 1; i < e.args.size(); ++i) {
      Points next = build(e.args[i]);
      if (e.op == Operator::mul)
        out = conjunction(out, next);
      else if (e.op == Operator::div)
        out = optional(out, next);
      else
        out = disjunction(out, next);
    }
    return out;
  }

  const MergeLattice::RoleOf &role;
  std::vector<std::string> &iterators;
};

bool includes(const LatticePoint &a, const LatticePoint &b) {
  return std::includes(a.iterators.begin(), a.iterators.end(),
                       b.iterators.begin(), b.iterators.end());
}

/// One point per set of iterators; a point with the universe replaces the one
/// without it (a full level is present wherever anything is).
Points dropImpossible(const Points &points) {
  Points out;
  for (const LatticePoint &p : points) {
    auto same = std::find_if(out.begin(), out.end(), [&](const auto &q) {
      return q.iterators == p.iterators;
    });
    if (same == out.end()) {
      out.push_back(p);
    } else if (p.universe && !same->universe) {
      same->universe = true;
      same->members = unite(same->members, p.members);
    }
  }
  return out;
}

/// Supersets first; of those that are free to come next, the smallest.
Points sortPoints(Points points) {
  Points out;
  while (!points.empty()) {
    auto best = points.end();
    for (auto it = points.begin(); it != points.end(); ++it) {
      const bool isFree =
          std::none_of(points.begin(), points.end(), [&](const auto &q) {
            return q.iterators.size() > it->iterators.size() &&
                   includes(q, *it);
          });
      if (isFree && (best == points.end() ||
                     it->iterators.size() < best->iterators.size()))
        best = it;
    }
    out.push_back(*best);
    points.erase(best);
  }
  return out;
}

} // namespace

MergeLattice MergeLattice::build(const IndexExprPtr &expr,
                                 const RoleOf &role) {
  MergeLattice lattice;
  Points points = Builder(role, lattice.iterators).build(expr);
  for (LatticePoint &p : sortPoints(dropImpossible(points))) {
    std::set<std::string> absent(lattice.iterators.begin(),
                                 lattice.iterators.end());
    for (int i : p.iterators)
      absent.erase(lattice.iterators[i]);
    p.expr = withoutAbsent(expr, absent);
    if (p.expr)
      lattice.points.push_back(std::move(p));
  }
  return lattice;
}

std::vector<int> MergeLattice::dominatedBy(int p) const {
  std::vector<int> out;
  for (int q = 0; q < static_cast<int>(points.size()); ++q)
    if (includes(points[p], points[q]))
      out.push_back(q);
  return out;
}

bool MergeLattice::needsUniverse(int p) const {
  for (int q : dominatedBy(p))
    if (points[q].iterators.empty())
      return true;
  return false;
}

bool MergeLattice::isForLoop() const {
  if (points.size() != 1)
    return false;
  return points[0].iterators.size() + (needsUniverse(0) ? 1 : 0) == 1;
}

std::string MergeLattice::toString() const {
  std::string out = "(";
  for (size_t p = 0; p < points.size(); ++p) {
    out += p ? ", " : "";
    for (size_t m = 0; m < points[p].members.size(); ++m)
      out += (m ? " ^ " : "") + points[p].members[m];
    if (points[p].members.empty())
      out += "U";
  }
  return out + ")";
}

} // namespace strata
