// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Minimum traffic and arithmetic of one execution.
#include <algorithm>

#include <Strata_PackedIndex.hpp>
#include <strata/Analysis/ExprUtils.h>

#include "Strata_ArithmeticCount.h"
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
  const TupleCount operations = ArithmeticCount(state).run();
  cost.flops    = operations.number;
  cost.is_exact = operations.is_exact;
  return cost;
}

}  // namespace Strata::Impl
