// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_HUGE_PAGES_HPP
#define STRATA_IMPL_HUGE_PAGES_HPP

#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>

namespace Strata::Impl {

/// Asks the system for huge pages under a new array of 4 MiB or more (Linux: madvise):
/// large results are written once, and with small pages most of that time goes into
/// faults. Does nothing where the system has none, or the environment variable
/// STRATA_HUGE_PAGES is "off".
void prefer_huge_pages(void* data, std::int64_t bytes);

/// The same for memory that the host owns; others have no such pages.
template <class MemorySpace>
void prefer_huge_pages_in(void* data, std::int64_t bytes) {
  if constexpr (std::is_same_v<MemorySpace, Kokkos::HostSpace>)
    prefer_huge_pages(data, bytes);
}

}  // namespace Strata::Impl

#endif
