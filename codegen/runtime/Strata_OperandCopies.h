// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_OPERAND_COPIES_H
#define STRATA_OPERAND_COPIES_H

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <Strata_PlanImpl.hpp>
#include <strata/Analysis/ConcreteNotation.h>

/// \file
/// Copies of operands in other formats, kept from one execution of a plan to the
/// next. Private to the runtime (a .h is not installed).
namespace Strata::Impl {

/// The structure of a copy depends on the positions and coordinates of its
/// operand. It is made when the plan runs for the first time after the operand
/// was bound, and kept with the place that each value comes from: later
/// executions only fetch the values. Equal addresses would not prove equal
/// contents, so that nothing is compared: bind() is what says that positions or
/// coordinates are others. A copy whose duplicates are summed is made each time.
class OperandCopies {
 public:
  /// The copy `c` of `operand`, on `exec`. `owners` gets what it has to live for.
  TensorRef make(const strata::Conversion& c, const TensorRef& operand,
                 const void* exec, Allocate allocate, const CopySteps& steps,
                 std::vector<std::shared_ptr<void>>& owners);
  /// The operand `name` may have another structure now.
  void forget(const std::string& name);

 private:
  struct Kept {
    std::string source;
    TensorRef places;              ///< structure; values: places, as i64
    std::shared_ptr<void> values;  ///< memory of the last copy
  };
  std::mutex m_mutex;
  std::map<std::string, Kept> m_kept;  ///< by name of the copy
};

}  // namespace Strata::Impl

#endif
