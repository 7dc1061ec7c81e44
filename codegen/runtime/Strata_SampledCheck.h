// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_SAMPLED_CHECK_H
#define STRATA_SAMPLED_CHECK_H

#include <memory>
#include <string>
#include <vector>

#include <Strata_Check.hpp>

#include "Strata_PlanState.h"

/// \file
/// Some entries of a result against the dense meaning of the statement, and the
/// storage of all its tensors. Private to the runtime (a .h is not installed).
namespace Strata::Impl {

/// Made before a statement runs, since that may overwrite what it reads.
class SampledCheck {
 public:
  /// Copies what shares memory with a dense result; validates sparse operands.
  /// \throws InvalidStorage naming the operand.
  SampledCheck(PlanState& state, const void* exec, const SpaceOperations& space);

  /// Validates the result and compares `samples` entries of it: half of them at
  /// coordinates that it stores, the others anywhere. Fewer where they would take
  /// more than some 10^7 steps.
  /// \throws CheckFailed, InvalidStorage; UnsupportedExpression where not even one
  ///   entry can be computed in that many steps.
  CheckReport run(const TensorRef& result, int samples);

 private:
  void validate(const std::string& name, const TensorRef& tensor) const;
  TensorRef copy_of(TensorRef tensor);
  std::vector<std::int64_t> sample(const TensorRef& result, int number) const;

  PlanState& m_state;
  const void* m_exec;
  const SpaceOperations& m_space;
  CheckedAssignment m_checked;
  Operands m_operands;
  CheckOptions m_options;
  std::vector<std::shared_ptr<void>> m_copies;
};

}  // namespace Strata::Impl

#endif
