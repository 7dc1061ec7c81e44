// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements whose result has windows or index sets.
#include "Concretizer.h"
#include "strata/Analysis/Windows.h"

#include <numeric>

namespace strata {

using Strata::Assignment;
using Strata::IndexArg;
using Kind = IndexExpr::Kind;

/// `access` with \p variable replaced by numbers[variable].
static Access substituted(Access access, const std::string &variable,
                          const std::vector<std::int64_t> &numbers) {
  for (IndexArg &arg : access.indices)
    if (arg.variable == variable)
      arg = composed(arg, numbers);
  return access;
}

static IndexExprPtr substituted(const IndexExprPtr &expr,
                                const std::string &variable,
                                const std::vector<std::int64_t> &numbers) {
  return rewrite(expr, [&](IndexExprPtr e) {
    if (e->kind != Kind::access || !usesVariable(e->access, variable))
      return e;
    return Strata::make_access(substituted(e->access, variable, numbers),
                               e->type, e->where);
  });
}

/// Where \p variable is a value, that of a vector of its numbers.
IndexExprPtr Concretizer::withNumbersStored(const IndexExprPtr &expr,
                                            const std::string &variable) {
  IndexExprPtr numbers;
  return rewrite(expr, [&](IndexExprPtr e) {
    if (e->kind != Kind::index_value || e->variable != variable)
      return e;
    if (!numbers)
      numbers = toTemporary(e);
    return numbers;
  });
}

/// Regular sets as windows. Entries of a sparse result are made in ascending
/// order: where the outermost set of a variable does not ascend, the members are
/// numbered as they ascend, A(i({5,2})) = B(i) as A(i({2,5})) = B(i({1,0})).
Assignment Concretizer::inAscendingOrder(Assignment a) {
  a.lhs = withoutRegularSets(std::move(a.lhs));
  a.rhs = withoutRegularSets(a.rhs);
  const auto &format = program.tensors.at(a.lhs.tensor).format;
  std::set<std::string> seen;
  for (int l = 0; l < format.lvl_rank() && !format.is_dense(); ++l) {
    const IndexArg arg = a.lhs.indices[format.dimension_of_level(l)];
    if (!seen.insert(arg.variable).second || strata::ascends(arg))
      continue;
    const auto &set = arg.index_set;
    std::vector<std::int64_t> numbers(set.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    std::sort(numbers.begin(), numbers.end(),
              [&](auto m, auto n) { return set[m] < set[n]; });
    a.lhs = substituted(std::move(a.lhs), arg.variable, numbers);
    a.rhs = substituted(withNumbersStored(a.rhs, arg.variable), arg.variable,
                        numbers);
  }
  return a;
}

/// A sparse result is made anew: the part that the statement computes is a tensor of
/// its own, and the result what that stores, beside it the old contents.
void Concretizer::replacePart(const Assignment &a) {
  const Strata::TensorDeclaration result = program.tensors.at(a.lhs.tensor);
  const Access every = everyEntry(a.lhs);
  const Access made = addSparseTemporary(every, Strata::compute_type(a.rhs->type));
  program.tensors.at(made.tensor).fill = result.fill;
  Access part;
  part.tensor = made.tensor;
  part.indices = indicesByLevel(a.lhs, result.format);
  lower(part, false, prepared(a.rhs));
  Access before = every;
  before.tensor = a.lhs.tensor + "'";
  const auto type = Strata::promote(result.scalar, a.rhs->type);
  lower(every, false,
        prepared(Strata::make_apply(
            Strata::Operator::any,
            {Strata::make_access(made, program.tensors.at(made.tensor).scalar),
             Strata::make_access(before, result.scalar)},
            type)));
}

} // namespace strata
