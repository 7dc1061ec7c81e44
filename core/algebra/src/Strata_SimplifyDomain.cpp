// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <numeric>

#include <impl/Strata_CheckedMath.hpp>
#include <impl/Strata_Simplifier.hpp>

namespace Strata {
namespace {

using Impl::LinearForm;
using Kind = AffineExpr::Kind;

/// factor * x in range  =>  x in what this returns.
IndexRange divide_bounds(const IndexRange& range, std::int64_t factor) {
  const auto lower = [](std::int64_t bound, std::int64_t by) {
    return bound == IndexRange::no_lower ? bound : Impl::ceil_div(bound, by);
  };
  const auto upper = [](std::int64_t bound, std::int64_t by) {
    return bound == IndexRange::no_upper ? bound : Impl::floor_div(bound, by);
  };
  if (factor > 0)
    return {lower(range.lower, factor), upper(range.upper, factor)};
  const IndexRange mirrored = range * IndexRange{-1, -1};
  return {lower(mirrored.lower, -factor), upper(mirrored.upper, -factor)};
}

IndexRange shift(const IndexRange& range, std::int64_t by) {
  return range + IndexRange{by, by};
}

/// Moves constants and common factors of an expression to its bounds, again
/// and again beneath a quotient.
class ConstraintShifter {
 public:
  ConstraintShifter(Impl::Simplifier& simplifier, const IndexConstraint& c)
      : m_simplifier(simplifier), m_range(c.range) {
    m_form = simplifier.form(c.expression);
    while (step()) {
    }
  }

  IndexConstraint result() const { return {m_form.to_expr(), m_range}; }

 private:
  bool step() {
    if (m_form.is_constant() || m_range.is_empty()) return false;
    m_range         = shift(m_range, Impl::checked_mul(m_form.constant, -1));
    m_form.constant = 0;
    divide_by_common_factor();
    if (m_range.is_empty()) return false;
    const AffineExprPtr& atom = m_form.terms.begin()->first;
    if (m_form.terms.size() > 1 || atom->kind != Kind::floordiv ||
        atom->rhs->kind != Kind::constant)
      return false;
    // l <= x floordiv m <= u  is  l * m <= x <= u * m + m - 1
    const std::int64_t m = atom->rhs->value;
    m_range              = m_range * IndexRange{m, m} + IndexRange{0, m - 1};
    m_form               = m_simplifier.form(atom->lhs);
    return true;
  }

  /// The first coefficient becomes positive.
  void divide_by_common_factor() {
    std::int64_t common = 0;
    for (const auto& term : m_form.terms)
      common = std::gcd(common, term.second);
    if (m_form.terms.begin()->second < 0) common = -common;
    if (common == 1) return;
    LinearForm divided;
    for (const auto& [atom, factor] : m_form.terms)
      divided.add(atom, factor / common);
    m_form  = std::move(divided);
    m_range = divide_bounds(m_range, common);
  }

  Impl::Simplifier& m_simplifier;
  LinearForm m_form;
  IndexRange m_range;
};

/// The domain with its constraints simplified once.
IndexDomain simplify_once(const IndexDomain& domain) {
  IndexDomain result = domain;
  result.constraints.clear();
  const IndexDomain ranges = result;
  Impl::Simplifier simplifier(ranges);
  for (const IndexConstraint& given : domain.constraints) {
    const IndexConstraint c = ConstraintShifter(simplifier, given).result();
    if (c.expression->is_variable()) {
      IndexRange& range = result.range(*c.expression);
      range             = range.intersect(c.range);
      continue;
    }
    if (c.range.contains(simplifier.range_of(simplifier.form(c.expression))))
      continue;
    result.constraints.push_back(c);
  }
  return result;
}

/// One constraint for each expression, in the order of expressions.
void merge_equal(std::vector<IndexConstraint>& constraints) {
  std::map<AffineExprPtr, IndexRange, Impl::ExprLess> merged;
  for (const IndexConstraint& c : constraints) {
    const auto [it, is_new] = merged.emplace(c.expression, c.range);
    if (!is_new) it->second = it->second.intersect(c.range);
  }
  constraints.clear();
  for (const auto& [expression, range] : merged)
    constraints.push_back({expression, range});
}

}  // namespace

IndexDomain IndexDomain::simplified() const {
  IndexDomain domain = *this;
  while (!domain.is_plainly_empty()) {
    IndexDomain next = simplify_once(domain);
    merge_equal(next.constraints);
    if (next == domain) break;
    domain = std::move(next);
  }
  return domain;
}

}  // namespace Strata
