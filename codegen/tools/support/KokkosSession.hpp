// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_KOKKOS_SESSION_HPP
#define STRATA_TOOLS_KOKKOS_SESSION_HPP

#include <Kokkos_Core.hpp>

namespace Strata::Tool {

/// Kokkos as long as it lives; silent about the settings of OpenMP.
class KokkosSession {
 public:
  /// `threads` 0: as OpenMP is set up.
  explicit KokkosSession(int threads = 0) {
    auto settings = Kokkos::InitializationSettings().set_disable_warnings(true);
    if (threads > 0) settings.set_num_threads(threads);
    Kokkos::initialize(settings);
  }
  ~KokkosSession() { Kokkos::finalize(); }
  KokkosSession(const KokkosSession&)            = delete;
  KokkosSession& operator=(const KokkosSession&) = delete;
};

}  // namespace Strata::Tool

#endif
