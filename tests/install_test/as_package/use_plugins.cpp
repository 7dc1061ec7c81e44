// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Topology.hpp>

int main() { return Strata::detect_machine().thread_count > 0 ? 0 : 1; }
