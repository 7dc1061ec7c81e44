// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TEST_SPACES_HPP
#define STRATA_TEST_SPACES_HPP

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <vector>

namespace Strata::Testing {

/// Serial where Kokkos has it, otherwise an OpenMP instance of one thread.
struct SerialSpace {
#if defined(KOKKOS_ENABLE_SERIAL) || !defined(KOKKOS_ENABLE_OPENMP)
#ifdef KOKKOS_ENABLE_SERIAL
  using execution_space = Kokkos::Serial;
#else
  using execution_space = Kokkos::DefaultHostExecutionSpace;
#endif
  static execution_space make() { return {}; }
#else
  using execution_space = Kokkos::OpenMP;
  static execution_space make() { return execution_space(1); }
#endif
};

#ifdef KOKKOS_ENABLE_OPENMP
struct OpenMPSpace {
  using execution_space = Kokkos::OpenMP;
  static execution_space make() { return {}; }
};
using TestSpaces = ::testing::Types<SerialSpace, OpenMPSpace>;
#else
using OpenMPSpace = SerialSpace;
using TestSpaces  = ::testing::Types<SerialSpace>;
#endif

/// Two instances that share the threads of `exec`: partitions where it has two
/// threads, otherwise instances of their own.
template <class Space>
std::vector<typename Space::execution_space> two_instances() {
  const auto exec = Space::make();
  if (exec.concurrency() < 2) return {Space::make(), Space::make()};
  return Kokkos::Experimental::partition_space(exec, std::vector<int>{1, 1});
}

}  // namespace Strata::Testing

#endif
