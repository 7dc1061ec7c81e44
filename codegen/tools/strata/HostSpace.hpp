// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_HOST_SPACE_HPP
#define STRATA_TOOLS_HOST_SPACE_HPP

#include <string>
#include <utility>

#include <Kokkos_Core.hpp>

namespace Strata::Tool {

/// f(exec) on the host space that --space names, the default for none.
template <class F>
auto on_host_space([[maybe_unused]] const std::string& space, F&& f) {
#ifdef KOKKOS_ENABLE_SERIAL
  if (space == "serial") return std::forward<F>(f)(Kokkos::Serial());
#endif
#ifdef KOKKOS_ENABLE_OPENMP
  return std::forward<F>(f)(Kokkos::OpenMP());  // one thread of it where Kokkos has no Serial
#else
  return std::forward<F>(f)(Kokkos::DefaultHostExecutionSpace());
#endif
}

}  // namespace Strata::Tool

#endif
