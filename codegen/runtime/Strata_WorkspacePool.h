// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_WORKSPACE_POOL_H
#define STRATA_WORKSPACE_POOL_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include <Strata_Plan.hpp>

namespace Strata::Impl {

/// Memory of the temporaries of a plan, which one execution leaves to the next:
/// fresh pages cost more than many a kernel. An execution has left it to those on the
/// same queue of the device, and on hosts to all, when it has returned.
class WorkspacePool {
 public:
  /// At least `bytes`, not initialised, that nobody else holds; allocated on `exec`
  /// where no buffer is large enough, which then replaces the largest that is free.
  std::shared_ptr<void> take(const void* exec, std::size_t bytes,
                             const SpaceOperations& space);

 private:
  struct Buffer {
    std::shared_ptr<void> memory;
    std::size_t bytes   = 0;
    std::uint64_t queue = 0;  ///< of the device; hosts have none
  };

  std::mutex m_mutex;
  std::vector<Buffer> m_buffers;
};

}  // namespace Strata::Impl

#endif
