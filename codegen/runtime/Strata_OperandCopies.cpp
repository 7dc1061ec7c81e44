// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_OperandCopies.h"

#include <impl/Strata_ConvertPlan.hpp>

namespace Strata::Impl {

TensorRef OperandCopies::make(const strata::Conversion& c,
                              const TensorRef& operand, const void* exec,
                              Allocate allocate, const CopySteps& steps,
                              std::vector<std::shared_ptr<void>>& owners) {
  if (!is_unique(operand.format) && is_unique(c.format)) {  // sums duplicates
    TensorRef copy = steps.convert(exec, operand, c.format);
    owners.push_back(copy.owner);
    return copy;
  }
  std::lock_guard lock(m_mutex);
  Kept& kept = m_kept[c.name];
  if (!kept.places.owner)
    kept = {c.source, steps.places(exec, operand, c.format), nullptr};
  const std::size_t bytes = size_of(operand.scalar);
  // Memory that an execution still reads is left to it.
  if (kept.values.use_count() != 1)
    kept.values = allocate(
        exec, static_cast<std::size_t>(kept.places.num_values) * bytes, nullptr);
  steps.gather(exec, kept.places, operand.values, kept.values.get(),
               make_fill_bits(operand.scalar, operand.fill));
  owners.push_back(kept.values);
  owners.push_back(kept.places.owner);
  TensorRef copy = kept.places;
  copy.scalar    = operand.scalar;
  copy.fill      = operand.fill;
  copy.values    = kept.values.get();
  return copy;
}

void OperandCopies::forget(const std::string& name) {
  std::lock_guard lock(m_mutex);
  for (auto& [copy, kept] : m_kept)
    if (kept.source == name) kept.places = {};
}

}  // namespace Strata::Impl
