// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOPOLOGY_HPP
#define STRATA_TOPOLOGY_HPP

#include <Strata_MachineModel.hpp>

namespace Strata {

/// The model of the machine this process runs on: what hwloc says, where Strata
/// was built with it, else what the operating system says. Only processors that
/// a thread of this process may use are counted; where an OpenMP run time binds
/// threads, call it after Kokkos::initialize, when all of them exist. Reads the
/// topology anew on each call (hwloc: some milliseconds). What cannot be found
/// out keeps the model's default.
[[nodiscard]] MachineModel detect_machine();

}  // namespace Strata

#endif
