// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The main of every test program that runs on Kokkos.
#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  Kokkos::ScopeGuard guard(argc, argv);
  return RUN_ALL_TESTS();
}
