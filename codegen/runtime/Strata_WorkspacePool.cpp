// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_WorkspacePool.h"

#include "Strata_MemoryReuse.h"

namespace Strata::Impl {

/// The free buffer that fits best: the smallest that is large enough, else the
/// largest.
std::shared_ptr<void> WorkspacePool::take(const void* exec, std::size_t bytes,
                                          const SpaceOperations& space) {
  if (!reuses_memory(space)) return space.allocate(exec, bytes, nullptr);
  std::lock_guard lock(m_mutex);
  const std::uint64_t queue = space.device ? space.device->queue(exec) : 0;
  Buffer* best = nullptr;
  for (Buffer& buffer : m_buffers) {
    if (buffer.memory.use_count() > 1 || buffer.queue != queue) continue;
    const bool fits = buffer.bytes >= bytes;
    const bool is_better =
        !best || (fits ? best->bytes < bytes || buffer.bytes < best->bytes
                       : best->bytes < buffer.bytes);
    if (is_better) best = &buffer;
  }
  if (best && best->bytes >= bytes) return best->memory;
  if (!best) best = &m_buffers.emplace_back();
  *best         = {};  // before there is another
  best->memory  = space.allocate(exec, bytes, nullptr);
  best->bytes   = bytes;
  best->queue   = queue;
  return best->memory;
}

}  // namespace Strata::Impl
