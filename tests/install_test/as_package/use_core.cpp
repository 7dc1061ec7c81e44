// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Config.hpp>
#include <Strata_Core.hpp>

#include <cstdio>

static_assert(STRATA_VERSION_GREATER_EQUAL(0, 1, 0));

int main(int argc, char** argv) {
  Kokkos::ScopeGuard guard(argc, argv);
  std::printf("Strata %s (%s)\n", STRATA_VERSION_STRING, Strata::git_commit());
}
