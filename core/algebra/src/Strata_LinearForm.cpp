// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_LinearForm.hpp>

#include <impl/Strata_CheckedMath.hpp>

namespace Strata::Impl {
namespace {

std::size_t count_nodes(const AffineExpr& e) {
  return 1 + (e.lhs ? count_nodes(*e.lhs) : 0) +
         (e.rhs ? count_nodes(*e.rhs) : 0);
}

AffineExprPtr multiple(const AffineExprPtr& atom, std::int64_t factor) {
  return factor == 1 ? atom : atom * factor;
}

}  // namespace

void LinearForm::add(const AffineExprPtr& atom, std::int64_t factor) {
  if (factor == 0) return;
  const auto [it, is_new] = terms.emplace(atom, 0);
  it->second              = checked_add(it->second, factor);
  (void)checked_mul(it->second, -1);  // signs can be changed
  if (it->second == 0) terms.erase(it);
}

void LinearForm::add(const LinearForm& other, std::int64_t factor) {
  constant = checked_add(constant, checked_mul(other.constant, factor));
  for (const auto& [atom, coefficient] : other.terms)
    add(atom, checked_mul(coefficient, factor));
}

LinearForm LinearForm::scaled(std::int64_t factor) const {
  LinearForm form;
  form.add(*this, factor);
  return form;
}

LinearForm LinearForm::without(const AffineExprPtr& atom) const {
  LinearForm form = *this;
  form.terms.erase(atom);
  return form;
}

AffineExprPtr LinearForm::to_expr() const {
  AffineExprPtr sum;
  for (const auto& [atom, factor] : terms)
    sum = sum ? sum + multiple(atom, factor) : multiple(atom, factor);
  if (!sum) return AffineExpr::constant(constant);
  return constant == 0 ? sum : sum + constant;
}

std::size_t LinearForm::cost() const {
  std::size_t cost = constant == 0 ? 0 : 2;
  for (const auto& [atom, factor] : terms)
    cost += count_nodes(*atom) + (factor == 1 ? 1 : 3);
  return cost;
}

}  // namespace Strata::Impl
