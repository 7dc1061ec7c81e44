// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 200 statements over extents up to 1e9 in an address space of 2 GiB: neither
// time nor memory may follow the extents. STRATA_RANDOM_SEED and
// STRATA_RANDOM_CASE as in random_expressions.
#include <sys/resource.h>

#include <cstdlib>
#include <iostream>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include "Strata_CaseRunner.hpp"

namespace {

using namespace Strata::Testing;

constexpr std::int64_t s_cases     = 200;
constexpr double s_refused_share   = 0.10;
constexpr rlim_t s_memory_in_bytes = rlim_t{2} << 30;

TEST(Hypersparse, RunsInTwoGibibytes) {
  const char* seed_text = std::getenv("STRATA_RANDOM_SEED");
  const char* case_text = std::getenv("STRATA_RANDOM_CASE");
  const auto seed       = seed_text ? std::strtoull(seed_text, nullptr, 10) : 20250302u;
  const std::int64_t only = case_text ? std::strtoll(case_text, nullptr, 10) : -1;
  Tally tally;
  for (std::int64_t n = only >= 0 ? only : 0; n < (only >= 0 ? only + 1 : s_cases); ++n) {
    const std::string replay = "STRATA_RANDOM_SEED=" + std::to_string(seed) +
                               " STRATA_RANDOM_CASE=" + std::to_string(n) + " hypersparse";
    const RandomCase c = draw_hypersparse_case(seed, n);
    set_crash_note("crashed in: " + replay + "\n" + c.describe());
    if (only >= 0) std::cout << c.describe() << "\n";
    const CaseOutcome outcome = run_case(c);
    tally.add(outcome);
    if (outcome.kind == CaseOutcome::Kind::failed) {
      ADD_FAILURE() << replay << "\n" << c.describe() << "\n" << outcome.reason;
    }
  }
  std::cout << tally.summary();
  EXPECT_LE(static_cast<double>(tally.refused), s_refused_share * s_cases);
}

}  // namespace

/// The limit is on the whole address space and is set before anything is mapped
/// beyond the program itself.
int main(int argc, char** argv) {
  const rlimit limit{s_memory_in_bytes, s_memory_in_bytes};
  if (::setrlimit(RLIMIT_AS, &limit) != 0) {
    std::cerr << "hypersparse: cannot limit the address space\n";
    return 2;
  }
  setenv("STRATA_KERNEL_CACHE", "off", 0);
  testing::InitGoogleTest(&argc, argv);
  Kokkos::ScopeGuard guard(argc, argv);
  return RUN_ALL_TESTS();
}
