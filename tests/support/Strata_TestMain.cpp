// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The main of every test program that runs on Kokkos.
#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdlib>

int main(int argc, char** argv) {
  // Tests run side by side: threads stay unbound (also silences a warning).
  setenv("OMP_PROC_BIND", "false", 0);
  // Kernels are compiled, whatever others have left on disk.
  setenv("STRATA_KERNEL_CACHE", "off", 0);
  testing::InitGoogleTest(&argc, argv);
  Kokkos::ScopeGuard guard(argc, argv);
  return RUN_ALL_TESTS();
}
