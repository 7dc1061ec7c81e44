// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/MergeLattice.h"

#include <Strata_Error.hpp>

#include <algorithm>
#include <set>

namespace strata {

using Strata::Operator;
using Strata::Impl::Absence;
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

/// Where an expression is other than a constant, and that constant: none where it
/// is so nowhere.
struct Regions {
  Points points;
  std::optional<Number> rest;
};

LatticePoint everywhere(std::vector<std::string> members = {}) {
  return {{}, true, std::move(members), nullptr};
}

class Builder {
public:
  Builder(const MergeLattice::RoleOf &role,
          const Strata::TensorDeclarations &tensors,
          std::vector<std::string> &iterators)
      : role(role), tensors(tensors), iterators(iterators) {}

  Regions build(const IndexExprPtr &e) {
    switch (e->kind) {
    case Kind::access:
      return leaf(*e);
    case Kind::literal:
      return {{}, Strata::Impl::from_literal(e->type, e->literal)};
    case Kind::index_value:
      return {{everywhere()}, std::nullopt};
    case Kind::apply:
      return e->args.size() == 1 ? unary(*e) : binary(*e);
    case Kind::reduce:
      return reduction(*e);
    case Kind::cast:
      break;
    }
    Regions out = build(e->args[0]);
    if (out.rest)
      out.rest = Strata::Impl::convert(*out.rest, e->type);
    return out;
  }

private:
  Regions leaf(const IndexExpr &e) {
    const std::string key = accessKey(e.access);
    switch (role(e.access)) {
    case LevelRole::none:
      return {{everywhere()}, std::nullopt};
    case LevelRole::full:
      return {{everywhere({key})}, std::nullopt};
    default:
      break;
    }
    auto it = std::find(iterators.begin(), iterators.end(), key);
    if (it == iterators.end())
      it = iterators.insert(it, key);
    const int number = static_cast<int>(it - iterators.begin());
    return {{LatticePoint{{number}, false, {key}, nullptr}}, missing(e)};
  }

  Number missing(const IndexExpr &e) const {
    auto declared = tensors.find(e.access.tensor);
    return declared == tensors.end()
               ? Strata::Impl::zero(e.type, true)
               : Strata::Impl::convert(fillOf(declared->second), e.type);
  }

  Regions unary(const IndexExpr &e) {
    Regions out = build(e.args[0]);
    if (out.rest)
      out.rest = Strata::Impl::apply(e.op, e.type, &*out.rest, 1);
    return out;
  }

  Regions reduction(const IndexExpr &e) {
    Regions out = build(e.args[0]);
    const bool isAbsent = out.rest && out.rest->absent;
    if (isAbsent)
      out.rest = Strata::Impl::reduce_absent(
          e.op, Strata::Impl::convert(*out.rest, e.type));
    else
      out.rest.reset();
    if (!out.rest)
      out.points.push_back(everywhere());
    return out;
  }

  /// The constant that an argument leaves of \p op where it is at rest, whatever
  /// the other one is.
  static std::optional<Number> annihilates(Operator op, const Regions &arg,
                                           bool isFirst) {
    const Number *rest =
        arg.rest && arg.rest->absent ? &*arg.rest : nullptr;
    const Absence decided = Strata::Impl::what_absence_decides(
        op, isFirst ? rest : nullptr, isFirst ? nullptr : rest);
    if (decided.decides != Absence::Decides::value)
      return std::nullopt;
    return decided.value;
  }

  static std::optional<Number> restOf(const IndexExpr &e, const Regions &a,
                                      const Regions &b,
                                      const std::optional<Number> &byA,
                                      const std::optional<Number> &byB) {
    if (a.rest && b.rest) {
      const Number rests[] = {*a.rest, *b.rest};
      return Strata::Impl::apply(e.op, e.type, rests, 2);
    }
    return a.rest ? byA : byB;
  }

  /// Both arguments, then each with the other one at rest, unless that gives the
  /// same as both at rest.
  Regions binary(const IndexExpr &e) {
    const Regions a = build(e.args[0]), b = build(e.args[1]);
    const auto byA = annihilates(e.op, a, true);
    const auto byB = annihilates(e.op, b, false);
    Regions out{{}, restOf(e, a, b, byA, byB)};
    auto isRest = [&](const std::optional<Number> &value) {
      return value && out.rest && Strata::Impl::equals(*value, *out.rest);
    };
    const bool onlyA = b.rest && !isRest(byB), onlyB = a.rest && !isRest(byA);
    for (const LatticePoint &p : a.points)
      for (const LatticePoint &q : b.points) {
        out.points.push_back(bothOf(p, q));
        if (onlyA && onlyB)
          out.points.back().universe = p.universe || q.universe;
      }
    if (onlyA)
      out.points.insert(out.points.end(), a.points.begin(), a.points.end());
    if (onlyB)
      out.points.insert(out.points.end(), b.points.begin(), b.points.end());
    checkCount(onlyA && onlyB ? out.points.size() : 0);
    return out;
  }

  static void checkCount(size_t points) {
    if (points <= maxPoints)
      return;
    throw Strata::UnsupportedExpression(
        "merge lattice: a union of so many sparse operands has more than " +
        std::to_string(maxPoints) +
        " cases; expected at most 8 sparse operands added inside one factor; "
        "split the expression");
  }

  const MergeLattice::RoleOf &role;
  const Strata::TensorDeclarations &tensors;
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

MergeLattice MergeLattice::build(const IndexExprPtr &expr, const RoleOf &role,
                                 const Strata::TensorDeclarations &tensors,
                                 const Number &background) {
  auto isBackground = [&](const Number *n) {
    return n && n->absent &&
           Strata::Impl::equals(Strata::Impl::convert(*n, background.type),
                                background);
  };
  MergeLattice lattice;
  Regions regions = Builder(role, tensors, lattice.iterators).build(expr);
  if (regions.rest && !isBackground(&*regions.rest))
    regions.points.push_back(everywhere());
  for (LatticePoint &p : sortPoints(dropImpossible(regions.points))) {
    std::set<std::string> absent(lattice.iterators.begin(),
                                 lattice.iterators.end());
    for (int i : p.iterators)
      absent.erase(lattice.iterators[i]);
    Remainder left = remainderOf(expr, absent, tensors);
    if (isBackground(left.absent()))
      continue;
    if (left.absent())
      p.absent = *left.absent();
    p.expr = std::move(left.expr);
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
