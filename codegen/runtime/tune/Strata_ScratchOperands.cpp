// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_ScratchOperands.h"

#include <algorithm>

namespace Strata::Impl {

static std::size_t bytes_of(const TensorRef& tensor) {
  return static_cast<std::size_t>(span_of(tensor)) * size_of(tensor.scalar);
}

ScratchOperands::ScratchOperands(const Operands& operands, const PlanProgram& program,
                                 const void* exec, const SpaceOperations& space)
    : m_exec(exec), m_space(space), m_operands(operands) {
  for (const PlannedStatement& s : program.statements) {
    const auto it = m_operands.find(s.plan->request.names[0]);
    if (it == m_operands.end()) continue;  // a temporary
    TensorRef& result = it->second;
    const bool is_copied = std::any_of(m_copies.begin(), m_copies.end(), [&](const auto& c) {
      return c.first.values == result.values;
    });
    if (!result.format.is_dense() || !result.values || is_copied) continue;
    TensorRef copy = result;
    copy.strides   = strides_of(result);
    copy.owner     = space.allocate(exec, bytes_of(result), nullptr);
    copy.values    = copy.owner.get();
    m_copies.emplace_back(copy, result);
    result = std::move(copy);
  }
}

void ScratchOperands::restore() const {
  for (const auto& [copy, original] : m_copies)
    m_space.copy(m_exec, copy.values, original.values, bytes_of(original));
  m_space.fence(m_exec, "Strata::tune: restore");
}

}  // namespace Strata::Impl
