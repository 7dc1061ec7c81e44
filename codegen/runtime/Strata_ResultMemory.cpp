// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_ResultMemory.h"

#include <utility>

#include <impl/Strata_SpaceOperations.hpp>

#include "Strata_MemoryReuse.h"

namespace Strata::Impl {

TensorRef ResultMemory::make(const void* exec, const SpaceOperations& space,
                             const TensorRef& declared,
                             const std::vector<std::int64_t>& entries,
                             const std::vector<int>& incomplete,
                             const std::string& label) {
  TensorRef kept = take_free(space.reuse);
  if (!reuses_memory(space)) kept = {};
  TensorRef made = space.reuse.appended_in(exec, declared, entries, incomplete, label, kept);
  constexpr std::size_t most = 2;
  if (m_kept.size() == most)
    m_kept.erase(m_kept.begin());
  m_kept.push_back(std::move(kept));
  return made;
}

void ResultMemory::release(const SpaceOperations& space) {
  take_free(space.reuse);
}

TensorRef ResultMemory::take_free(const ReuseSteps& reuse) {
  TensorRef taken;
  std::vector<TensorRef> held;
  for (TensorRef& kept : m_kept) {
    if (reuse.is_free(kept))
      taken = std::move(kept);
    else
      held.push_back(std::move(kept));
  }
  m_kept = std::move(held);
  return taken;
}

}  // namespace Strata::Impl
