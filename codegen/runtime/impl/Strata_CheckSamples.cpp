// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Single entries of an evaluation, whose operands are looked up where they are stored.
#include <algorithm>

#include "Strata_CheckEvaluator.hpp"
#include "Strata_StoredSearch.hpp"

namespace Strata::Impl {

/// Looked up in the levels, under the coordinates that are bound.
CheckRange CheckEvaluator::searched_range(CheckNode& n, int variable) {
  Coordinates wanted(n.indices.size(), -1);
  std::size_t place = n.indices.size();
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const CheckIndex& index = n.indices[k];
    if (index.variable == variable && place == wanted.size()) place = k;
    if (m_bound[index.variable] >= 0) wanted[k] = index.coordinate(m_bound[index.variable]);
  }
  CheckRange r{false, {}, convert(n.tensor->missing(), n.type)};
  count_steps(
      for_each_stored_at(n.tensor->ref(), wanted, [&](const Coordinates& c, const void*) {
        n.indices[place].values_of(c[place], m_extents[variable], r.values);
      }));
  std::sort(r.values.begin(), r.values.end());
  r.values.erase(std::unique(r.values.begin(), r.values.end()), r.values.end());
  return r;
}

void CheckEvaluator::count_steps(std::int64_t steps) {
  m_result.evaluations += steps;
  if (steps > 0) count();
}

/// True where the coordinates of the variable lie below others that are bound.
bool CheckEvaluator::finds_directly(const CheckNode& n, int variable) const {
  if (n.kind != IndexExpr::Kind::access)
    return std::any_of(n.args.begin(), n.args.end(),
                       [&](const CheckNode& arg) { return finds_directly(arg, variable); });
  if (!n.tensor->sparse()) return false;
  const TensorFormat& format = n.tensor->ref().format;
  if (!format.is_plain()) return false;
  for (int l = 0; l < format.lvl_rank(); ++l) {
    const int v = n.indices[format.dimension_of_level(l)].variable;
    if (v == variable) return true;
    if (m_bound[v] < 0) return false;
  }
  return false;
}

/// The range of an argument that leaves a constant wherever it stores nothing: the
/// other one need not be looked at. That which is found sooner comes first.
std::optional<CheckRange> CheckEvaluator::decided_by_one(CheckNode& n, int variable) {
  const int sooner = !finds_directly(n.args[0], variable) && finds_directly(n.args[1], variable);
  for (const int k : {sooner, 1 - sooner}) {
    CheckRange r = range(n.args[static_cast<std::size_t>(k)], variable);
    if (const auto rest = annihilates(n.op, r, k == 0))
      return CheckRange{false, std::move(r.values), *rest};
  }
  return std::nullopt;
}

bool CheckEvaluator::bind_result(const Coordinates& c) {
  for (std::size_t d = 0; d < c.size(); ++d) {
    std::vector<std::int64_t> values;
    std::int64_t& bound = m_bound[m_lhs[d].variable];
    m_lhs[d].values_of(c[d], m_extents[m_lhs[d].variable], values);
    if (values.empty() || (bound >= 0 && bound != values[0])) return false;
    bound = values[0];
  }
  return true;
}

std::optional<EvaluatedEntry> CheckEvaluator::at(const Coordinates& c) {
  m_result.scalar = m_checked.tensors.at(m_checked.assignment.lhs.tensor).scalar;
  std::optional<EvaluatedEntry> entry;
  if (bind_result(c)) {
    count();
    entry = entry_at(c);
  }
  for (const int variable : m_result_variables) m_bound[variable] = -1;
  return entry;
}

}  // namespace Strata::Impl
