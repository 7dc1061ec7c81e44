// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CaseEstimate.h"

#include "strata/Analysis/Absence.h"
#include "strata/Analysis/ExprUtils.h"

#include <algorithm>
#include <map>

namespace strata {

using Strata::Operator;
using Kind = IndexExpr::Kind;

namespace {

/// More ways than this are as bad: their products stay finite.
constexpr double mostWays = 1e100;

/// Ways through merged loops, from the outermost to the innermost.
struct Ways {
  double there = 1; ///< that end where there is something of the expression
  double gone = 0;  ///< that end where there is nothing of it any more
};

class Estimate {
public:
  Estimate(const Strata::TensorDeclarations &tensors, const IndexExpr *operand, size_t searched)
      : tensors(tensors), operand(operand), searched(static_cast<double>(searched)) {}

  /// Expressions share their parts: each is looked at once.
  Ways of(const IndexExprPtr &e) {
    const auto known = ways.find(e.get());
    if (known != ways.end())
      return known->second;
    const Ways found = waysOf(e);
    ways.emplace(e.get(), found);
    return found;
  }

  static Ways sum(Ways a, Ways b) {
    return {std::min(a.there * b.there + a.there * b.gone + a.gone * b.there, mostWays),
            std::min(a.gone * b.gone, mostWays)};
  }

  /// Each operand is there or gone from one of its levels on.
  double bound() const {
    double all = 1;
    for (const auto &[key, levels] : operands)
      all *= levels + 1;
    return all;
  }

private:
  Ways waysOf(const IndexExprPtr &e) {
    if (e.get() == operand)
      return leaf(e, searched);
    switch (e->kind) {
    case Kind::argument:
    case Kind::literal:
    case Kind::index_value:
      return {};
    case Kind::access:
      return leaf(e, searchedLevels(*e));
    case Kind::reduce:
    case Kind::cast:
      return of(e->args[0]);
    case Kind::apply:
      break;
    }
    if (e->op == Operator::mul || e->op == Operator::logical_and)
      return product(factor(e->args[0]), factor(e->args[1]));
    Ways all = of(e->args[0]);
    for (size_t i = 1; i < e->args.size(); ++i)
      all = sum(all, of(e->args[i]));
    return all;
  }

  /// A product goes on behind a factor that is another number than 0 where nothing of
  /// it is stored.
  Ways factor(const IndexExprPtr &e) {
    const Ways found = of(e);
    if (found.gone == 0 || e->kind == Kind::access || isZero(e))
      return found;
    return {found.there + found.gone, 0};
  }

  bool isZero(const IndexExprPtr &e) const {
    const Remainder none = whereNothingIsStored(e, tensors);
    return none.constant &&
           Strata::Impl::equals(*none.constant,
                                Strata::Impl::zero(none.constant->type, true));
  }

  Ways product(Ways a, Ways b) const {
    return {std::min(a.there * b.there, mostWays),
            a.gone + b.gone > 0 ? std::max({a.gone, b.gone, levels()}) : 0};
  }

  Ways leaf(const IndexExprPtr &e, double levels) {
    operands[e->kind == Kind::access ? accessKey(e->access)
                                     : Strata::to_string(*e)] = levels;
    return {1, levels};
  }

  double searchedLevels(const IndexExpr &e) const {
    const auto &levels = tensors.at(e.access.tensor).format.levels();
    return static_cast<double>(
        std::count_if(levels.begin(), levels.end(), [](Strata::LevelType l) {
          return !Strata::level_traits(l).locates;
        }));
  }

  /// A product ends with the first of its operands, in one of their levels.
  double levels() const {
    double most = 0;
    for (const auto &[key, levels] : operands)
      most = std::max(most, levels);
    return most;
  }

  const Strata::TensorDeclarations &tensors;
  const IndexExpr *operand;
  double searched; ///< levels of it
  std::map<std::string, double> operands;
  std::map<const IndexExpr *, Ways> ways;
};

} // namespace

double estimateCases(const std::vector<IndexExprPtr> &terms,
                     const Strata::TensorDeclarations &tensors,
                     const IndexExpr *operand, size_t levels) {
  Estimate estimate(tensors, operand, levels);
  Ways all = estimate.of(terms[0]);
  for (size_t t = 1; t < terms.size(); ++t)
    all = Estimate::sum(all, estimate.of(terms[t]));
  return std::min(all.there, estimate.bound());
}

} // namespace strata
