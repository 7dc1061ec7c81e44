// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DOUBLE_MEMORY_HPP
#define STRATA_DOUBLE_MEMORY_HPP

#include <cstddef>
#include <memory>

namespace Strata::Testing {

/// Memory of the DeviceDouble: there for whoever has opened it, and for nobody else.
class DoubleMemory {
 public:
  /// While one of them lives, the memory can be read and written.
  class Open {
   public:
    Open();
    ~Open();
    Open(const Open&)            = delete;
    Open& operator=(const Open&) = delete;
  };

  /// Bytes that hold no sensible values.
  static std::shared_ptr<void> take(std::size_t bytes);
  static bool holds(const void* address);
};

}  // namespace Strata::Testing

#endif
