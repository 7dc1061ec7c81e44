// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Regions.h"

#include <Strata_Error.hpp>

#include <algorithm>

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

} // namespace

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

LatticePoint everywhere(std::vector<std::string> members) {
  return {{}, true, std::move(members), nullptr};
}

namespace {

/// 2^8: points of a union of eight.
constexpr size_t maxPoints = 256;

/// Both hold: a full level is restricted by whatever it is multiplied with.
LatticePoint bothOf(const LatticePoint &a, const LatticePoint &b) {
  return {uniteSorted(a.iterators, b.iterators), a.universe && b.universe,
          unite(a.members, b.members), nullptr};
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
      return {{}, Strata::Impl::number_of(*e)};
    case Kind::index_value:
      return {{everywhere()}, std::nullopt};
    case Kind::apply:
      return e->args.size() == 1   ? unary(*e)
             : e->args.size() == 2 ? binary(*e)
                                   : selection(*e);
    case Kind::reduce:
      return reduction(*e);
    case Kind::argument:
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
    if (e.op == Operator::stored)
      if (const Remainder known = remainderOf(e.args[0], {}, tensors);
          known.isStored || known.constant)
        return {{}, Strata::Impl::apply(e.op, e.type, &some, 1)};
    Regions out = build(e.args[0]);
    if (out.rest)
      out.rest = Strata::Impl::apply(e.op, e.type, &*out.rest, 1);
    return out;
  }

  Regions reduction(const IndexExpr &e) {
    Regions out = build(e.args[0]);
    const bool isAbsent = out.rest && out.rest->absent;
    if (isAbsent)
      out.rest = absentReduction(e, *out.rest);
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

  static Points allOf(const Points &a, const Points &b) {
    Points out;
    for (const LatticePoint &p : a)
      for (const LatticePoint &q : b)
        out.push_back(bothOf(p, q));
    return out;
  }

  /// select(condition, a, b): the condition with whichever of the others is not at
  /// rest; without it, the one that it selects at rest.
  Regions selection(const IndexExpr &e) {
    const Regions c = build(e.args[0]), a = build(e.args[1]), b = build(e.args[2]);
    Regions out;
    auto add = [&](const Points &points) {
      out.points.insert(out.points.end(), points.begin(), points.end());
    };
    const Points withA = allOf(c.points, a.points);
    add(allOf(withA, b.points));
    if (b.rest)
      add(withA);
    if (a.rest)
      add(allOf(c.points, b.points));
    if (a.rest && b.rest)
      add(c.points);
    if (c.rest) {
      const bool holds = c.rest->i != 0;
      add((holds ? a : b).points);
      const Number values[] = {*c.rest, a.rest.value_or(*c.rest),
                               b.rest.value_or(*c.rest)};
      if ((holds ? a : b).rest)
        out.rest = Strata::Impl::apply(e.op, e.type, values, 3);
    }
    out.points = dropImpossible(out.points);
    checkCount(out.points.size());
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
  const Number some; ///< that is stored
};

} // namespace

Regions regionsOf(const IndexExprPtr &expr, const MergeLattice::RoleOf &role,
                  const Strata::TensorDeclarations &tensors,
                  std::vector<std::string> &iterators) {
  return Builder(role, tensors, iterators).build(expr);
}

} // namespace strata
