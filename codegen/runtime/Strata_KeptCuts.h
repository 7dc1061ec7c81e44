// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_KEPT_CUTS_H
#define STRATA_KEPT_CUTS_H

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

/// \file
/// Private to the runtime (a .h is not installed).
namespace Strata::Impl {

/// Where the work of launches is cut, kept from one execution of a plan to the next while
/// operands are the same: coordinates, and of ranges where they begin in each fibre.
class KeptCuts {
 public:
  /// Of phases or not; the temporary that holds them.
  using key_type = std::pair<bool, int>;

  /// None where there are others than `pieces`.
  std::shared_ptr<void> find(const key_type& key, std::int64_t pieces) {
    std::lock_guard lock(m_mutex);
    const auto kept = m_kept.find(key);
    return kept != m_kept.end() && kept->second.pieces == pieces ? kept->second.memory : nullptr;
  }
  void keep(const key_type& key, std::int64_t pieces, std::shared_ptr<void> memory) {
    std::lock_guard lock(m_mutex);
    m_kept[key] = {pieces, std::move(memory)};
  }
  void forget() {
    std::lock_guard lock(m_mutex);
    m_kept.clear();
  }

 private:
  struct Cuts {
    std::int64_t pieces;
    std::shared_ptr<void> memory;
  };
  std::mutex m_mutex;
  std::map<key_type, Cuts> m_kept;
};

}  // namespace Strata::Impl

#endif
