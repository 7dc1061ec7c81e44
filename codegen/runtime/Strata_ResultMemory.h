// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_RESULT_MEMORY_H
#define STRATA_RESULT_MEMORY_H

#include <string>
#include <vector>

#include <Strata_Plan.hpp>

namespace Strata::Impl {

/// Memory of the sparse results of a plan: one that nobody else holds any more
/// is what the next one is made in, as fresh pages cost more than many a
/// kernel. It knows the last two, for a caller may hold one while the next is
/// made, and keeps at most one that is free.
class ResultMemory {
 public:
  /// SpaceOperations::appended_tensor(), for a result that no other step takes
  /// apart.
  TensorRef make(const void* exec, const SpaceOperations& space,
                 const TensorRef& declared,
                 const std::vector<std::int64_t>& entries,
                 const std::vector<int>& incomplete, const std::string& label);
  /// Lets go of what nobody else holds.
  void release(const SpaceOperations& space);

 private:
  /// The last that nobody else holds, out of the list; others like it are let
  /// go of.
  TensorRef take_free(const ReuseSteps& reuse);

  std::vector<TensorRef> m_kept; ///< the older one first
};

}  // namespace Strata::Impl

#endif
