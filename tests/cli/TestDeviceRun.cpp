// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strata run on a device that the host plays: what `--space cuda` does, but for the GPU.
#include <fstream>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <Strata_DeviceDouble.hpp>
#include <Strata_Error.hpp>
#include <Strata_TestMessage.hpp>
#include <strata/ExecuteOn.hpp>

namespace Strata::Tool {

/// Its memory is no memory space of Kokkos.
template <>
double measure_bandwidth(const Testing::DeviceDouble&) {
  return 1234;
}

}  // namespace Strata::Tool

namespace {

using namespace Strata;
using namespace Strata::Testing;
using namespace Strata::Tool;

using Host = Kokkos::DefaultHostExecutionSpace;

/// A command line.
struct CommandLine {
  std::string notation;
  TensorOptions tensors;
  RunOptions options = {};

  template <class Space>
  RunOutcome on(const Space& exec) const {
    const Problem problem        = parse_problem(notation, tensors);
    const LoadedTensors loaded   = load_tensors(problem, true);
    const TensorDeclarations all = declare_all(problem, loaded);
    return execute_on(exec, Host(), problem, loaded, all, options);
  }
};

class DeviceRun : public testing::Test {
 protected:
  /// 40 x 30, rows of 0 to 6 entries; a file of this test, as others run beside it.
  std::string matrix() const {
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    const std::string path =
        testing::TempDir() + "strata_device_run_" + test->name() + ".tns";
    std::ofstream file(path);
    for (int i = 1; i <= 40; ++i)
      for (int e = 0; e < i % 7; ++e)
        file << i << ' ' << 1 + (i * 3 + e * 4) % 30 << ' ' << i + e << '\n';
    return path;
  }
  CommandLine product() const {
    CommandLine out{"y(i) = A(i,j) * x(j)", {}};
    out.tensors.in   = {"A=" + matrix(), "x=@random"};
    out.tensors.dims = {"A=40x30"};
    return out;
  }
  /// Runs on both; checks, and compares entry by entry.
  static void compare(CommandLine run) {
    run.options.check      = true;
    const long before      = num_device_launches();
    const RunOutcome there = run.on(DeviceDouble());
    EXPECT_GT(num_device_launches(), before);
    const RunOutcome here = run.on(Host());
    EXPECT_EQ(there.space, "DeviceDouble");
    ASSERT_TRUE(there.check && here.check);
    EXPECT_TRUE(there.check->passed) << there.check->text;
    ASSERT_EQ(there.results.size(), here.results.size());
    for (const auto& [name, list] : there.results) {
      const CoordinateList& same = here.results.at(name);
      EXPECT_GT(list.num_entries, 0);
      EXPECT_EQ(list.coordinates, same.coordinates) << name;
      for (std::int64_t n = 0; n < list.num_entries; ++n)
        EXPECT_NEAR(list.data<double>()[n], same.data<double>()[n], 1e-9) << name;
    }
  }
};

TEST_F(DeviceRun, DenseResults) { compare(product()); }

TEST_F(DeviceRun, OldContents) {
  CommandLine run = product();
  run.notation = "y(i) += A(i,j) * x(j)";
  run.tensors.in.push_back("y=@ones");
  compare(run);
}

TEST_F(DeviceRun, SparseResults) {
  CommandLine run;
  run.notation       = "C(i,k) = A(i,j) * B(k,j)";
  run.tensors.in     = {"A=" + matrix(), "B=" + matrix()};
  run.tensors.dims   = {"A=40x30", "B=40x30"};
  run.tensors.format = {"C=CSR"};
  compare(run);
  run.options.plan.drop_zeros = true;
  compare(run);
}

TEST_F(DeviceRun, SeveralStatements) {
  CommandLine run = product();
  run.notation = "r(i) = A(i,j) * x(j); s = r(i) * r(i)";
  run.tensors.out.push_back("r=r.tns");
  compare(run);
}

TEST_F(DeviceRun, OperandsInParts) {
  CommandLine run = product();
  run.tensors.format = {"A=HYB(2)"};
  compare(run);
}

TEST_F(DeviceRun, WindowsOfOperands) {
  CommandLine run;
  run.notation       = "s = A(i(2,30,3),j) * A(i(2,30,3),j)";
  run.tensors.in     = {"A=" + matrix()};
  run.tensors.dims   = {"A=40x30"};
  run.tensors.format = {"A=CSR"};
  compare(run);
}

TEST_F(DeviceRun, Reports) {
  CommandLine run = product();
  run.options.repeat    = 3;
  run.options.explain   = true;
  run.options.bandwidth = true;
  const RunOutcome out  = run.on(DeviceDouble());
  EXPECT_EQ(out.run_ms.size(), 3u);
  EXPECT_EQ(out.bandwidth, 1234);
  EXPECT_GT(out.bytes, 0);
  expect_contains(out.explanation, "device sm_90: ");
}

TEST_F(DeviceRun, RefusesWhatIsForHosts) {
  CommandLine run = product();
  run.options.check_samples = 5;
  expect_contains(message_of<UnsupportedExpression>([&] { run.on(DeviceDouble()); }),
                  "strata run: --check-samples: expected a host space, got --space cuda; compare");
  run.options                  = {};
  run.options.plan.check_races = true;
  expect_contains(message_of<UnsupportedExpression>([&] { run.on(DeviceDouble()); }),
                  "PlanOptions::check_races: expected not set for a CUDA device");
}

TEST(Spaces, ThatKokkosHasNot) {
  EXPECT_NO_THROW(check_space(""));
  EXPECT_NO_THROW(check_space("serial"));
#ifndef KOKKOS_ENABLE_CUDA
  const std::string text = message_of<UnsupportedExpression>([] { check_space("cuda"); });
  expect_contains(text, "strata run: --space: expected serial");
  expect_contains(text, "which is what this Kokkos has, got cuda; "
                        "build Strata with a Kokkos that has CUDA");
#endif
}

}  // namespace
