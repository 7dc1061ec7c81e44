// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ACCESS_CHECK_H
#define STRATA_ACCESS_CHECK_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <strata/AccessLog.h>

namespace Strata::Impl {

/// One access that a checking build recorded.
struct AccessRecord {
  std::int64_t buffer, element;
  strata::AccessKind kind;
  std::int64_t unit, thread, lane, region, phase;
};

/// Two accesses to one element of which one writes, without an order between
/// them and not both atomic.
struct AccessConflict {
  AccessRecord first, second;
};

/// The log of a launch (strata::AccessLogLayout), host memory.
class AccessLog {
 public:
  explicit AccessLog(std::int64_t capacity = std::int64_t{1} << 20);

  std::int64_t* data() { return m_words.get(); }
  /// Forgets what was recorded.
  void clear();
  /// Finds out whether work items of teams of `team_size` threads were in each
  /// other's way. `label` names the launch, `buffers[n]` its argument n.
  /// \throws CodegenError naming both work items; also when the log was too
  ///   small for the launch.
  void check(const std::string& label, int team_size,
             const std::vector<std::string>& buffers) const;

 private:
  std::vector<AccessRecord> records(const std::string& label) const;

  std::unique_ptr<std::int64_t[]> m_words;  ///< touched as far as it is filled
};

/// The conflicts of `records`, at most one per element: accesses of different
/// units; in a phase of one unit those of different threads; in an instance of a
/// loop that lanes share those of different lanes of a thread.
std::vector<AccessConflict> find_conflicts(std::vector<AccessRecord> records,
                                           int team_size);

}  // namespace Strata::Impl

#endif
