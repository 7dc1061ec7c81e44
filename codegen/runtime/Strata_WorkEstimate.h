// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_WORK_ESTIMATE_H
#define STRATA_WORK_ESTIMATE_H

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include <strata/Analysis/ExprUtils.h>

#include "Strata_Factor.h"

/// \file
/// What there is to do for an expression, for who chooses among several. Private to the
/// runtime (a .h is not installed).
namespace Strata::Impl {

inline bool is_op(const IndexExprPtr& e, Operator op) {
  return e->kind == IndexExpr::Kind::apply && e->op == op;
}

inline bool is_additive(const IndexExprPtr& e) {
  return is_op(e, Operator::add) || is_op(e, Operator::sub) ||
         is_op(e, Operator::neg);
}

/// How much there is to do for an expression, as far as that can be told.
class WorkEstimate {
 public:
  explicit WorkEstimate(const FactorContext& context) : m_context(context) {}

  void add_temporary(const std::string& name, const TensorDeclaration& d,
                     double entries) {
    m_temporaries[name] = {d, entries};
  }

  /// Combinations of coordinates at which all operands of a product store something;
  /// −1: not known.
  double visits(const IndexExprPtr& e) const {
    std::map<std::string, double> extents;
    double share = 1;
    bool known   = true;
    strata::walk(e, [&](const IndexExprPtr& x) {
      if (x->kind != IndexExpr::Kind::access) return;
      const auto [d, entries] = tensor(x->access.tensor);
      double size             = 1;
      for (std::size_t k = 0; k < x->access.indices.size(); ++k) {
        const IndexArg& index = x->access.indices[k];
        size *= std::max(static_cast<double>(d->extents[k]), 1.0);
        extents[index.variable] =
            static_cast<double>(index.length(d->extents[k]));
      }
      if (d->format.is_dense()) return;
      known &= entries >= 0;
      share *= std::min(entries / size, 1.0);
    });
    double total = share;
    for (const auto& [variable, extent] : extents) total *= extent;
    return known ? total : -1;
  }

  /// True where nothing may be stored that `e` is made of.
  bool may_be_absent(const IndexExprPtr& e) const {
    if (e->kind == IndexExpr::Kind::access)
      return !tensor(e->access.tensor).first->format.is_dense();
    const auto may = [&](const IndexExprPtr& arg) { return may_be_absent(arg); };
    return is_additive(e) ? std::all_of(e->args.begin(), e->args.end(), may)
                          : std::any_of(e->args.begin(), e->args.end(), may);
  }

 private:
  std::pair<const TensorDeclaration*, double> tensor(const std::string& name) const {
    if (auto found = m_temporaries.find(name); found != m_temporaries.end())
      return {&found->second.first, found->second.second};
    const auto entries = m_context.entries.find(name);
    return {&m_context.tensors.at(name),
            entries == m_context.entries.end() ? -1 : entries->second};
  }

  const FactorContext& m_context;
  std::map<std::string, std::pair<TensorDeclaration, double>> m_temporaries;
};

}  // namespace Strata::Impl

#endif
