// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_SCRATCH_OPERANDS_H
#define STRATA_SCRATCH_OPERANDS_H

#include <string>
#include <utility>
#include <vector>

#include "../Strata_PlanProgram.h"

namespace Strata::Impl {

/// The operands of statements with copies in the place of dense results, so that the
/// statements may run any number of times without a trace.
class ScratchOperands {
 public:
  ScratchOperands(const Operands& operands, const PlanProgram& program, const void* exec,
                  const SpaceOperations& space);

  const Operands& operands() const { return m_operands; }
  /// The copies hold again what the results hold.
  void restore() const;

 private:
  const void* m_exec;
  const SpaceOperations& m_space;
  Operands m_operands;
  /// Copies, and what they are copies of.
  std::vector<std::pair<TensorRef, TensorRef>> m_copies;
};

}  // namespace Strata::Impl

#endif
