// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exact minimum traffic and arithmetic of one execution.
#include <algorithm>
#include <set>

#include <Strata_PackedIndex.hpp>
#include <strata/Analysis/ExprUtils.h>

#include "Strata_PlanState.h"

namespace Strata::Impl {

namespace {

using Kind = IndexExpr::Kind;

double bytes_of(const TensorRef& t) {
  double bytes = 0;
  for (const LevelArrays& level : t.levels)
    bytes += static_cast<double>(index_bytes(t.format.pos_type(), level.num_positions)) +
             static_cast<double>(index_bytes(t.format.crd_type(), level.num_coordinates));
  double values = static_cast<double>(t.num_values);
  if (t.format.is_dense()) {
    values = 1;
    for (std::int64_t extent : t.extents) values *= static_cast<double>(extent);
  }
  return bytes + values * static_cast<double>(size_of(t.scalar));
}

/// The operand that an access reads, itself or a copy; null: a temporary.
const TensorRef* operand_of(const PlanState& state, std::string name) {
  for (const strata::Conversion& c : state.concrete.conversions)
    if (c.name == name) name = c.source;
  auto it = state.operands.find(name);
  return it == state.operands.end() ? nullptr : &it->second;
}

/// Share of the coordinates that windows and index sets leave: of the stored
/// entries too, as far as anyone knows.
double share_of(const Access& access, const TensorRef& tensor) {
  double share = share_of_whole(tensor);
  for (std::size_t d = 0; d < access.indices.size(); ++d)
    if (tensor.extents[d] > 0)
      share *= static_cast<double>(access.indices[d].length(tensor.extents[d])) /
               static_cast<double>(tensor.extents[d]);
  return share;
}

/// Bytes of an operand, through its largest window if it has no whole access.
double bytes_read(const PlanState& state, const std::string& name) {
  const TensorRef& tensor = state.operands.at(name);
  double share            = 0;
  strata::walk(state.request.stmt.assignment.rhs, [&](const IndexExprPtr& e) {
    if (e->kind == Kind::access && e->access.tensor == name)
      share = std::max(share, share_of(e->access, tensor));
  });
  return std::min(share, 1.0) * bytes_of(tensor);
}

/// Bytes of the result, where its size is known.
double bytes_written(const PlanState& state) {
  const bool is_made = state.result.owner != nullptr;  // sparse, by the last execution
  return bytes_of(is_made ? state.result : state.operands.at(state.request.names[0]));
}

/// Visits of the innermost loop of `term`: the stored entries of its largest
/// sparse operand times the extents of the variables that it does not index.
double visits(const PlanState& state, const IndexExprPtr& term,
              const std::vector<std::string>& loops) {
  std::set<std::string> variables(loops.begin(), loops.end());
  double stored = 0;
  std::set<std::string> bounded;
  strata::walk(term, [&](const IndexExprPtr& e) {
    if (e->kind == Kind::reduce) variables.insert(e->variable);
    if (e->kind != Kind::access) return;
    const TensorRef* operand = operand_of(state, e->access.tensor);
    if (!operand || operand->format.is_dense()) return;
    const double entries = static_cast<double>(operand->num_values) *
                           share_of(e->access, *operand);
    if (entries < stored) return;
    stored = entries;
    bounded.clear();
    for (const IndexArg& arg : e->access.indices) bounded.insert(arg.variable);
  });
  double count = bounded.empty() ? 1 : stored;
  for (const std::string& v : variables) {
    auto extent = state.request.stmt.extents.find(v);
    if (!bounded.count(v) && extent != state.request.stmt.extents.end())
      count *= static_cast<double>(extent->second);
  }
  return count;
}

}  // namespace

double share_of_whole(const TensorRef& tensor) {
  double share = 1;
  for (std::size_t d = 0; d < tensor.whole_extents.size(); ++d)
    if (tensor.whole_extents[d] > 0)
      share *= static_cast<double>(tensor.extents[d]) /
               static_cast<double>(tensor.whole_extents[d]);
  return share;
}

PlanCost cost_of(const PlanState& state) {
  PlanCost cost;
  for (const std::string& name : state.request.names)
    cost.bytes += name == state.request.names[0] ? bytes_written(state) : bytes_read(state, name);
  if (state.request.stmt.assignment.accumulate)
    cost.bytes += bytes_of(state.operands.at(state.request.names[0]));
  for (const strata::ConcreteStatement& s : state.concrete.statements) {
    double operations = s.accumulate || s.workspace ? 1 : 0;
    bool temporary    = false;
    strata::walk(s.rhs, [&](const IndexExprPtr& e) {
      operations += e->kind == Kind::apply ? 1 : 0;
      temporary |= e->kind == Kind::access &&
                   !operand_of(state, e->access.tensor);
    });
    if (s.rhs->kind == Kind::reduce) operations += 1;
    if (!temporary) cost.flops += operations * visits(state, s.rhs, s.loops);
  }
  return cost;
}

}  // namespace Strata::Impl
