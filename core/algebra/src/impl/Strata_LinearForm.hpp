// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_LINEAR_FORM_HPP
#define STRATA_IMPL_LINEAR_FORM_HPP

#include <map>

#include <impl/Strata_Variables.hpp>

namespace Strata::Impl {

/// Sum of multiples of atoms (variables, quotients, remainders, products of
/// unknowns, counts) and a constant; no coefficient is 0. Arithmetic throws
/// IndexOverflow beyond 64 bits.
struct LinearForm {
  std::map<AffineExprPtr, std::int64_t, ExprLess> terms;
  std::int64_t constant = 0;

  static LinearForm number(std::int64_t value) { return {{}, value}; }
  static LinearForm atom(AffineExprPtr e) { return {{{std::move(e), 1}}, 0}; }

  bool is_constant() const { return terms.empty(); }
  void add(const AffineExprPtr& atom, std::int64_t factor);
  void add(const LinearForm& other, std::int64_t factor = 1);
  LinearForm scaled(std::int64_t factor) const;
  LinearForm without(const AffineExprPtr& atom) const;

  AffineExprPtr to_expr() const;
  /// Nodes of the tree, to compare spellings.
  std::size_t cost() const;
};

}  // namespace Strata::Impl

#endif
