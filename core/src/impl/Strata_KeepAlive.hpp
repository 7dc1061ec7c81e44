// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_KEEP_ALIVE_HPP
#define STRATA_IMPL_KEEP_ALIVE_HPP

#include <memory>
#include <utility>

#include <Kokkos_Core.hpp>

namespace Strata::Impl {

/// Shares the owner of memory that Views only refer to, and copies into kernels
/// as a View does: counted on the host, a plain pointer in device code.
class KeepAlive {
 public:
  KeepAlive() = default;
  explicit KeepAlive(std::shared_ptr<void> owner) {
    if (!owner) return;
    m_owner   = view_type(Kokkos::view_alloc(Kokkos::SequentialHostInit,
                                             "Strata::SparseView::keep_alive"));
    m_owner() = std::move(owner);
  }

  std::shared_ptr<void> owner() const {
    return m_owner.data() ? m_owner() : nullptr;
  }
  int use_count() const { return m_owner.use_count(); }

 private:
  using view_type = Kokkos::View<std::shared_ptr<void>, Kokkos::HostSpace>;
  view_type m_owner;
};

}  // namespace Strata::Impl

#endif
