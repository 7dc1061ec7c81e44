// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results of two candidates: when they count as the same.
#include <cmath>
#include <limits>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <Strata_Einsum.hpp>
#include <tune/Strata_HostResult.h>

namespace {

using namespace Strata;
using namespace Strata::Impl;

HostResult result_of(const char* format, std::int64_t column, double value) {
  const Kokkos::DefaultHostExecutionSpace exec;
  const auto a = assemble<double>(exec, TensorFormat::parse(format, 2), {1, 4}, {{0, column}}, {value});
  exec.fence("Strata::test::host_result");
  return host_result(ref(a), &exec, space_operations<Kokkos::DefaultHostExecutionSpace>());
}

TEST(HostResults, OtherCoordinatesAreOtherResults) {
  for (const char* format : {"CSR", "CSR<8>", "COO", "CSR<64, 4>", "CSR<64, 2>"}) {
    EXPECT_TRUE(agree(result_of(format, 1, 1), result_of(format, 1, 1), 1e-9)) << format;
    EXPECT_FALSE(agree(result_of(format, 1, 1), result_of(format, 2, 1), 1e-9)) << format;
  }
}

TEST(HostResults, ValuesAgreeToRounding) {
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  const auto of = [](double value) { return result_of("CSR", 1, value); };
  EXPECT_TRUE(agree(of(1), of(1 + 1e-12), 1e-9));
  EXPECT_FALSE(agree(of(1), of(1.1), 1e-9));
  EXPECT_TRUE(agree(of(nan), of(nan), 1e-9));
  EXPECT_FALSE(agree(of(nan), of(1), 1e-9));
  EXPECT_TRUE(agree(of(inf), of(inf), 1e-9));
  EXPECT_FALSE(agree(of(inf), of(-inf), 1e-9));
}

}  // namespace
