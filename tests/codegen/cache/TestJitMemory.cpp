// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that are evicted give their memory back: 20,000 in one process stay under 1 GiB.
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <string>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <Strata_Einsum.hpp>
#include <Strata_KernelCache.hpp>
#include <Strata_Modules.h>
#include <Strata_PlanState.h>

namespace {

using namespace Strata;
using namespace Strata::Impl;

/// Bytes of this process that are in memory.
double resident_bytes() {
  std::ifstream facts("/proc/self/statm");
  double total = 0, resident = 0;
  facts >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// A kernel that is not linked yet: what a file of the cache holds.
strata::CompiledProgram unlinked_kernel() {
  const Kokkos::DefaultHostExecutionSpace exec;
  const auto a = assemble<double>(exec, Formats::csr(), {2, 3}, {{0, 0}, {0, 2}, {1, 1}},
                                  {1.0, 2.0, 3.0});
  const Kokkos::View<double*> x("x", 3), y("y", 2);
  const Operands operands{{"y", ref(y)}, {"A", ref(a)}, {"x", ref(x)}};
  const auto facts = facts_of(exec);
  const SpaceInstance space{facts, &exec, space_operations<Kokkos::DefaultHostExecutionSpace>()};
  const auto plan = declare_plan("y(i) = A(i,j) * x(j)", operands, {}, space);
  return compiler().compile(plan->request);
}

/// Links kernels first to last − 1, each under a key of its own, for the cache of the process.
void add_kernels(const strata::CompiledProgram& unlinked, int first, int last) {
  for (int n = first; n < last; ++n) {
    auto program = std::make_shared<strata::CompiledProgram>(unlinked);
    linker().link(*program);
    add_to_cache("kernel " + std::to_string(n), std::move(program));
  }
}

TEST(JitMemory, TwentyThousandKernelsStayUnderOneGiB) {
  const strata::CompiledProgram unlinked = unlinked_kernel();
  ASSERT_FALSE(unlinked.objects.empty());
  constexpr int full = 1200, more = 2000, all = 20000;
  add_kernels(unlinked, 0, full);
  const double before = resident_bytes();
  add_kernels(unlinked, full, full + more);
  const double each = (resident_bytes() - before) / more;
  RecordProperty("bytes_each", static_cast<int>(each));
  RecordProperty("mib_before", static_cast<int>(before / (1 << 20)));
  EXPECT_LT(before + std::max(each, 0.0) * (all - full), 1 << 30)
      << before / (1 << 20) << " MiB with " << full << " kernels, then " << each
      << " bytes for each that replaces another";
}

TEST(JitMemory, CodeGoesWithItsLastUser) {
  forget_kernels();
  const strata::CompiledProgram unlinked = unlinked_kernel();
  auto program = std::make_shared<strata::CompiledProgram>(unlinked);
  linker().link(*program);
  const std::weak_ptr<void> code = program->code;
  add_to_cache("evicted", program);
  add_kernels(unlinked, 0, 1024);
  EXPECT_FALSE(is_cached("evicted"));
  EXPECT_FALSE(code.expired());  // a plan may run it
  program.reset();
  EXPECT_TRUE(code.expired());
  EXPECT_TRUE(is_cached("kernel 1023"));
  forget_kernels();
  EXPECT_FALSE(is_cached("kernel 1023"));
}

}  // namespace
