// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <numeric>
#include <set>

#include <impl/Strata_CheckedMath.hpp>
#include <impl/Strata_Simplifier.hpp>

namespace Strata::Impl {
namespace {

using Kind = AffineExpr::Kind;

/// Divisor of a quotient or remainder that is a known number; else 0.
std::int64_t divisor_of(const AffineExpr& atom, Kind kind) {
  return atom.kind == kind && atom.rhs->kind == Kind::constant ? atom.rhs->value
                                                               : 0;
}

/// The multiple of m below everything in a range, when all of it lies in
/// [q * m, (q + 1) * m): q.
std::optional<std::int64_t> quotient_of(const IndexRange& range,
                                        std::int64_t m) {
  if (!range.is_bounded()) return std::nullopt;
  const IndexRange quotient = floordiv(range, m);
  if (!quotient.is_point()) return std::nullopt;
  return quotient.lower;
}

}  // namespace

void Simplifier::reduce(const LinearForm& form, std::int64_t m,
                        LinearForm& quotient, LinearForm& rest) const {
  quotient = rest = {};
  for (const auto& [atom, factor] : form.terms) {
    quotient.add(atom, factor / m);
    rest.add(atom, factor % m);
  }
  // The constant is chosen so that the smallest value lies in [0, m).
  rest.constant            = form.constant;
  const std::int64_t lower = range_of(rest).lower;
  quotient.constant =
      floor_div(lower == IndexRange::no_lower ? form.constant : lower, m);
  rest.constant =
      checked_add(form.constant, checked_mul(quotient.constant, -m));
}

std::optional<Simplifier::Split> Simplifier::split_at(const LinearForm& form,
                                                      std::int64_t g) const {
  Split parts{{}, LinearForm::number(form.constant), g};
  for (const auto& [atom, factor] : form.terms)
    if (factor % g == 0)
      parts.multiple.add(atom, factor / g);
    else
      parts.rest.add(atom, factor);
  const auto q = quotient_of(range_of(parts.rest), g);
  if (!q) return std::nullopt;
  parts.multiple.constant = *q;
  parts.rest.constant = checked_add(parts.rest.constant, checked_mul(*q, -g));
  return parts;
}

std::optional<Simplifier::Split> Simplifier::split(const LinearForm& form,
                                                   std::int64_t m) const {
  std::set<std::int64_t, std::greater<>> candidates;
  for (const auto& term : form.terms)
    candidates.insert(std::gcd(term.second, m));
  for (std::int64_t g : candidates)
    if (g > 1)
      if (auto parts = split_at(form, g)) return parts;
  return std::nullopt;
}

LinearForm Simplifier::divide(const LinearForm& form, std::int64_t m) {
  LinearForm quotient, rest;
  reduce(form, m, quotient, rest);
  quotient.add(divide_rest(rest, m));
  return recombine(std::move(quotient));
}

LinearForm Simplifier::divide_rest(const LinearForm& rest, std::int64_t m) {
  if (m == 1) return rest;
  if (const auto q = quotient_of(range_of(rest), m))
    return LinearForm::number(*q);
  if (const auto parts = split(rest, m))
    return divide(parts->multiple, m / parts->g);
  if (const auto merged = merge_quotients(rest, m)) return *merged;
  return opaque(Kind::floordiv, rest, LinearForm::number(m));
}

/// (x floordiv a + y) floordiv m = (x + a * y) floordiv (a * m)
std::optional<LinearForm> Simplifier::merge_quotients(const LinearForm& rest,
                                                      std::int64_t m) {
  for (const auto& [atom, factor] : rest.terms) {
    const std::int64_t a = divisor_of(*atom, Kind::floordiv);
    std::int64_t product = 0;
    if (a <= 0 || factor != 1 || __builtin_mul_overflow(a, m, &product))
      continue;
    LinearForm dividend = rest.without(atom).scaled(a);
    dividend.add(form(atom->lhs));
    return divide(dividend, product);
  }
  return std::nullopt;
}

LinearForm Simplifier::modulo(const LinearForm& form, std::int64_t m) {
  LinearForm quotient, rest;
  reduce(form, m, quotient, rest);
  return recombine(modulo_rest(rest, m));
}

LinearForm Simplifier::modulo_rest(const LinearForm& rest, std::int64_t m) {
  if (m == 1) return {};
  if (const auto q = quotient_of(range_of(rest), m)) {
    LinearForm inside = rest;
    inside.constant   = checked_add(rest.constant, checked_mul(*q, -m));
    return inside;
  }
  if (const auto parts = split(rest, m)) {
    LinearForm sum = parts->rest;
    sum.add(modulo(parts->multiple, m / parts->g), parts->g);
    return sum;
  }
  if (const auto merged = merge_remainders(rest, m)) return *merged;
  return opaque(Kind::mod, rest, LinearForm::number(m));
}

/// (c * (x mod a) + y) mod m = (c * x + y) mod m where m divides c * a
std::optional<LinearForm> Simplifier::merge_remainders(const LinearForm& rest,
                                                       std::int64_t m) {
  for (const auto& [atom, factor] : rest.terms) {
    const std::int64_t a = divisor_of(*atom, Kind::mod);
    std::int64_t product = 0;
    if (a <= 0 || __builtin_mul_overflow(a, factor, &product) ||
        product % m != 0)
      continue;
    LinearForm dividend = rest.without(atom);
    dividend.add(form(atom->lhs), factor);
    return modulo(dividend, m);
  }
  return std::nullopt;
}

}  // namespace Strata::Impl
