// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_Simplifier.hpp>

#include <impl/Strata_CheckedMath.hpp>

namespace Strata::Impl {

using Kind = AffineExpr::Kind;

LinearForm Simplifier::form(const AffineExprPtr& e) {
  if (const auto known = m_known.find(e); known != m_known.end())
    return known->second;
  LinearForm result = compute(e);
  m_known.emplace(e, result);
  return result;
}

LinearForm Simplifier::compute(const AffineExprPtr& e) {
  if (e->kind == Kind::constant) return LinearForm::number(e->value);
  if (e->is_variable()) {
    const IndexRange range = m_domain.range(*e);
    if (m_points == Points::replaced && range.is_point())
      return LinearForm::number(range.lower);
    return LinearForm::atom(e);
  }
  const LinearForm a = form(e->lhs);
  if (e->kind == Kind::count) return opaque(Kind::count, a, {});
  const LinearForm b = form(e->rhs);
  if (e->kind == Kind::add) {
    LinearForm sum = a;
    sum.add(b);
    return recombine(std::move(sum));
  }
  if (e->kind == Kind::mul) return multiply(a, b);
  if (!b.is_constant() || b.constant <= 0) return opaque(e->kind, a, b);
  return e->kind == Kind::mod ? modulo(a, b.constant) : divide(a, b.constant);
}

LinearForm Simplifier::multiply(const LinearForm& a, const LinearForm& b) {
  if (b.is_constant()) return recombine(a.scaled(b.constant));
  if (a.is_constant()) return recombine(b.scaled(a.constant));
  const bool in_order = compare(*a.to_expr(), *b.to_expr()) <= 0;
  return opaque(Kind::mul, in_order ? a : b, in_order ? b : a);
}

LinearForm Simplifier::opaque(Kind kind, const LinearForm& a,
                              const LinearForm& b) {
  AffineExprPtr rhs  = kind == Kind::count ? nullptr : remember(b);
  AffineExprPtr atom = AffineExpr::make(kind, 0, remember(a), std::move(rhs));
  const IndexRange range = atom_range(atom);
  return range.is_bounded() && range.is_point()
             ? LinearForm::number(range.lower)
             : LinearForm::atom(std::move(atom));
}

AffineExprPtr Simplifier::remember(const LinearForm& form) {
  AffineExprPtr e = form.to_expr();
  m_known.emplace(e, form);
  return e;
}

IndexRange Simplifier::atom_range(const AffineExprPtr& atom) const {
  IndexRange range = m_domain.range_of(*atom);
  for (const IndexConstraint& c : m_domain.constraints)
    if (compare(*c.expression, *atom) == 0) range = range.intersect(c.range);
  return range;
}

IndexRange Simplifier::range_of(const LinearForm& form) const {
  IndexRange range{form.constant, form.constant};
  for (const auto& [atom, factor] : form.terms)
    range = range + atom_range(atom) * IndexRange{factor, factor};
  return range;
}

LinearForm Simplifier::recombine(LinearForm form) {
  for (bool again = true; again;) {
    again = false;
    for (const auto& [atom, factor] : form.terms) {
      if (atom->kind != Kind::floordiv || atom->rhs->kind != Kind::constant ||
          atom->rhs->value <= 1 || factor % atom->rhs->value != 0)
        continue;
      // m * (x floordiv m) = x - x mod m
      const std::int64_t k = factor / atom->rhs->value;
      const LinearForm x   = this->form(atom->lhs);
      LinearForm other     = form.without(atom);
      other.add(x, k);
      other.add(modulo(x, atom->rhs->value), -k);
      if (other.cost() >= form.cost()) continue;
      form  = std::move(other);
      again = true;
      break;
    }
  }
  return form;
}

}  // namespace Strata::Impl
