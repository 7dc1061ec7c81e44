// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Topology.hpp>
#include <gtest/gtest.h>

#ifdef __linux__
#include <sched.h>
#endif

namespace {

TEST(Topology, NumbersArePlausible) {
  const Strata::MachineModel model = Strata::detect_machine();
  EXPECT_GE(model.thread_count, 1);
  EXPECT_GE(model.core_count, 1);
  EXPECT_GE(model.thread_count, model.core_count);
  EXPECT_GE(model.numa_node_count, 1);
  EXPECT_GE(model.cores_per_l3, 1);
  EXPECT_GE(model.l1_bytes, std::size_t(4) << 10);
  EXPECT_GE(model.l2_bytes, model.l1_bytes);
  EXPECT_GE(model.line_bytes, 16u);
  EXPECT_LE(model.line_bytes, 1024u);
  EXPECT_TRUE(model.source == "hwloc" || model.source == "system");
}

TEST(Topology, RepeatsItself) {
  EXPECT_EQ(Strata::detect_machine(), Strata::detect_machine());
}

#ifdef __linux__
TEST(Topology, CountsOnlyUsableThreads) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  int first = 0;
  while (!CPU_ISSET(first, &before)) ++first;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  const int threads = Strata::detect_machine().thread_count;
  sched_setaffinity(0, sizeof(before), &before);
  EXPECT_EQ(threads, 1);
}
#endif

TEST(MachineModel, VectorElements) {
  Strata::MachineModel model;
  model.vector_bytes = 32;
  EXPECT_EQ(model.vector_elements(8), 4u);
  EXPECT_EQ(model.vector_elements(64), 1u);
  EXPECT_EQ(model.vector_elements(0), 1u);
}

}  // namespace
