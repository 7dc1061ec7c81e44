// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/MergeLattice.h"

#include "Regions.h"

#include <algorithm>
#include <set>

namespace strata {

using Kind = IndexExpr::Kind;

namespace {

bool includes(const LatticePoint &a, const LatticePoint &b) {
  return std::includes(a.iterators.begin(), a.iterators.end(),
                       b.iterators.begin(), b.iterators.end());
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

/// Accesses (keys) that store something wherever their iterators come to.
std::set<std::string> lastLevels(const IndexExprPtr &expr,
                                 const MergeLattice::RoleOf &role) {
  std::set<std::string> out;
  walk(expr, [&](const IndexExprPtr &e) {
    if (e->kind == Kind::access && role(e->access) == LevelRole::last)
      out.insert(accessKey(e->access));
  });
  return out;
}

/// Points where nothing is computed matter where iterators of another point meet
/// further ones.
void dropSkipped(Points &points) {
  Points kept;
  for (const LatticePoint &p : points) {
    const bool shadows =
        std::any_of(points.begin(), points.end(), [&](const LatticePoint &q) {
          return !q.skips && includes(p, q);
        });
    if (!p.skips || shadows)
      kept.push_back(p);
  }
  points = std::move(kept);
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
  Regions regions = regionsOf(expr, role, tensors, lattice.iterators);
  if (regions.rest && !isBackground(&*regions.rest))
    regions.points.push_back(everywhere());
  const std::set<std::string> last = lastLevels(expr, role);
  for (LatticePoint &p : sortPoints(dropImpossible(regions.points))) {
    std::set<std::string> absent(lattice.iterators.begin(),
                                 lattice.iterators.end()),
        stored;
    for (int i : p.iterators) {
      absent.erase(lattice.iterators[i]);
      if (last.count(lattice.iterators[i]))
        stored.insert(lattice.iterators[i]);
    }
    Remainder left = remainderOf(expr, absent, tensors, stored);
    p.skips = isBackground(left.absent());
    if (left.absent())
      p.absent = *left.absent();
    p.expr = std::move(left.expr);
    lattice.points.push_back(std::move(p));
  }
  dropSkipped(lattice.points);
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
