// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions other than sums where loops or pieces come to an entry several times:
// as sums, with another operator and its neutral element.
#include "Concretizer.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/Roles.h"

namespace strata {

using Strata::Operator;
using Kind = IndexExpr::Kind;

/// The operator at the root of \p term, if entries of the result may be reduced
/// with it part by part; else that of sums.
Operator Concretizer::combinerOf(const Access &lhs,
                                 const IndexExprPtr &term) const {
  const Strata::TensorDeclaration &result = program.tensors.at(lhs.tensor);
  const bool lists = options.worklist == Strata::Worklist::sorted &&
                     !result.format.is_dense(); // which are summed
  return term->kind == Kind::reduce && term->type == result.scalar && !lists &&
                 reducesInParts(term->op)
             ? term->op
             : Operator::add;
}

/// True when loops may come to an entry of \p lhs several times: what they do not
/// come to has to be neutral.
bool Concretizer::mayScatter(const Access &lhs, const IndexExprPtr &term,
                             Operator op) const {
  const Strata::TensorDeclaration &result = program.tensors.at(lhs.tensor);
  if (op == Operator::add || lhs.indices.empty())
    return true;
  return leavesNeutral(term) &&
         (result.format.is_dense() ||
          Strata::Impl::equals(fillOf(result),
                               Strata::Impl::identity(op, result.scalar)));
}

/// True when what no operand stores is neutral to the reductions at the root of
/// \p term, so that entries may start as that.
bool Concretizer::leavesNeutral(const IndexExprPtr &term) const {
  const Number neutral = Strata::Impl::identity(term->op, term->type);
  const SumChain chain = rootChain(term, term->op);
  return std::all_of(
      chain.variables.begin(), chain.variables.end(),
      [&](const std::string &v) {
        const MergeLattice lattice =
            latticeOf(chain.body, v, program.tensors, neutral);
        return std::all_of(
            lattice.points.begin(), lattice.points.end(),
            [&](const LatticePoint &p) {
              return !p.absent ||
                     Strata::Impl::equals(
                         Strata::Impl::convert(*p.absent, term->type), neutral);
            });
      });
}

/// Parts of entries start as what is neutral: not every piece has one.
ConcreteStatement Concretizer::carryFill(const ConcreteStatement &s) {
  ConcreteStatement fill;
  fill.lhs.tensor = s.carry;
  for (const Temporary &t : program.temporaries)
    if (t.name == s.carry)
      fill.loops = t.variables;
  for (const std::string &v : fill.loops) {
    fill.lhs.indices.emplace_back();
    fill.lhs.indices.back().variable = v;
  }
  fill.rhs = Strata::Impl::stored_literal_of(Strata::Impl::identity(
      s.combiner, program.tensors.at(s.carry).scalar));
  return fill;
}

} // namespace strata
