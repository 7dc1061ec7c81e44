// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels as bytes: all of a program comes back, and nothing that was changed.
#include <gtest/gtest.h>

#include <cache/Strata_KernelFile.h>

using Strata::Impl::file_name_of;
using Strata::Impl::from_bytes;
using Strata::Impl::KernelFile;
using Strata::Impl::to_bytes;
using strata::ProgramStep;

namespace {

/// Every field is something else than what it starts as.
KernelFile full_kernel() {
  KernelFile kernel;
  kernel.key   = std::string("y(i) = A(i,j) * x(j)|\0 and bytes \xff", 33);
  kernel.title = "y(i) = …";
  kernel.program.temporaries.push_back(
      {"w#1", Strata::ScalarType::c64, {"i", "#piece"}, true, true});
  ProgramStep partition;
  partition.kind       = ProgramStep::Kind::partition;
  partition.label      = "cuts";
  partition.privatized = partition.ranged = true;
  partition.weighed    = {{3, 2, {0, 1, -1}, 1, 4, 5}};
  partition.variables  = {{5, 1, std::int64_t{1} << 40, true}};
  ProgramStep launch;
  launch.parallel = launch.symbolic = launch.numeric = true;
  launch.tensor                                      = 2;
  launch.dimension                                   = 1;
  launch.count                                       = 77;
  launch.source                                      = 6;
  launch.tables                                      = {1, 2};
  launch.levels                                      = {0, 3};
  launch.teamSize                                    = 8;
  launch.vectorLength                                = 32;
  launch.kernel                                      = "einsum_launch0";
  launch.usesSlots                                   = true;
  kernel.program.steps                               = {partition, launch};
  kernel.program.hasPhases                           = true;
  kernel.program.objects = {std::string("\177ELF\0\1\2\3", 8) + std::string(500, '\x90'), "second"};
  kernel.program.ptx    = ".version 8.0\n";
  return kernel;
}

TEST(KernelFile, ComesBackWhole) {
  const KernelFile in = full_kernel();
  const auto out      = from_bytes(to_bytes(in));
  ASSERT_TRUE(out);
  EXPECT_EQ(out->key, in.key);
  EXPECT_EQ(out->title, in.title);
  EXPECT_EQ(out->program.objects, in.program.objects);
  EXPECT_EQ(out->program.ptx, in.program.ptx);
  EXPECT_TRUE(out->program.hasPhases);
  ASSERT_EQ(out->program.temporaries.size(), 1u);
  const strata::Temporary& t = out->program.temporaries[0];
  EXPECT_EQ(t.name, "w#1");
  EXPECT_EQ(t.scalar, Strata::ScalarType::c64);
  EXPECT_EQ(t.variables, (std::vector<std::string>{"i", "#piece"}));
  EXPECT_TRUE(t.isScratch && t.startsAsZero);
  ASSERT_EQ(out->program.steps.size(), 2u);
  const ProgramStep& partition = out->program.steps[0];
  EXPECT_EQ(partition.kind, ProgramStep::Kind::partition);
  EXPECT_EQ(partition.label, "cuts");
  EXPECT_TRUE(partition.privatized && partition.ranged);
  EXPECT_FALSE(partition.parallel || partition.symbolic || partition.numeric);
  ASSERT_EQ(partition.weighed.size(), 1u);
  EXPECT_EQ(partition.weighed[0].tensor, 3);
  EXPECT_EQ(partition.weighed[0].depth, 2);
  EXPECT_EQ(partition.weighed[0].windows, (std::vector<std::int64_t>{0, 1, -1}));
  EXPECT_EQ(partition.weighed[0].parent, 1);
  EXPECT_EQ(partition.weighed[0].parentLevel, 4);
  EXPECT_EQ(partition.weighed[0].sampled, 5);
  ASSERT_EQ(partition.variables.size(), 1u);
  EXPECT_EQ(partition.variables[0].count, std::int64_t{1} << 40);
  EXPECT_TRUE(partition.variables[0].visitsAll);
  const ProgramStep& launch = out->program.steps[1];
  EXPECT_EQ(launch.kind, ProgramStep::Kind::launch);
  EXPECT_TRUE(launch.parallel && launch.symbolic && launch.numeric);
  EXPECT_EQ(launch.tensor, 2);
  EXPECT_EQ(launch.dimension, 1);
  EXPECT_EQ(launch.count, 77);
  EXPECT_EQ(launch.kernel, "einsum_launch0");
  EXPECT_TRUE(launch.usesSlots);
  EXPECT_EQ(launch.source, 6);
  EXPECT_EQ(launch.tables, (std::vector<int>{1, 2}));
  EXPECT_EQ(launch.levels, (std::vector<int>{0, 3}));
  EXPECT_EQ(launch.teamSize, 8);
  EXPECT_EQ(launch.vectorLength, 32);
  EXPECT_EQ(launch.entry, nullptr);
}

TEST(KernelFile, NoChangedByteIsRead) {
  const std::string good = to_bytes(full_kernel());
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] ^= 1 << (at % 8);
    EXPECT_FALSE(from_bytes(bad)) << "byte " << at;
  }
}

TEST(KernelFile, NoPartIsRead) {
  const std::string good = to_bytes(full_kernel());
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_FALSE(from_bytes(good.substr(0, size))) << size << " bytes";
  EXPECT_FALSE(from_bytes(good + '\0'));
  EXPECT_FALSE(from_bytes("#!/bin/sh\necho a file of somebody else\n"));
}

TEST(KernelFile, NamesDifferWhereKeysDo) {
  EXPECT_EQ(file_name_of("a"), file_name_of("a"));
  EXPECT_NE(file_name_of("a"), file_name_of("b"));
  EXPECT_NE(file_name_of("a"), file_name_of(std::string("a\0", 2)));
}

}  // namespace
