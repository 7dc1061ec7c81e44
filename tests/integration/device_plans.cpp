// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans for CUDA devices, on a device that the host plays: what runs between kernels, how
// kernels are launched, and that no memory of the device is touched by the host. The rest of
// the notation is tested so by strata-conformance --space device.
#include <cstdio>

#include <Strata_DevicePlan.hpp>
#include <Strata_Error.hpp>
#include <Strata_TestMessage.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;

using Host = Kokkos::DefaultHostExecutionSpace;

const std::int64_t rows = 700;

DevicePlan spmv(const CooData& matrix) {
  return {"y(i) = A(i,j) * x(j)",
          "y",
          {{"A", make(Formats::csr(), matrix)},
           {"x", make(Formats::dense(1), vector_of(rows))},
           {"y", make(Formats::dense(1), vector_of(rows))}}};
}

DevicePlan product() {
  const std::int64_t n = 150;
  return {"C(i,j) = A(i,k) * B(k,j)",
          "C",
          {{"A", make(Formats::csr(), banded_matrix(n, 9))},
           {"B", make(Formats::csr(), uneven_matrix(n))},
           {"C", wanted(Formats::csr(), {n, n})}}};
}

TEST(DeviceDouble, MemoryIsNotForTheHost) {
  const TensorRef there = to_space(DeviceDouble(), make(Formats::dense(1), vector_of(8)));
  EXPECT_DEATH(std::printf("%f", *static_cast<const double*>(there.values)), "");
}

TEST(DevicePlans, UnevenRows) {
  DevicePlan plan = spmv(uneven_matrix(rows));
  plan.run();
  plan.options.balance = Balance::work;
  plan.run();
}

TEST(DevicePlans, ShortAndLongRows) {
  spmv(banded_matrix(rows, 2)).run();
  spmv(banded_matrix(rows, 60)).run();
}

TEST(DevicePlans, ChoosesLanesByTheLengthOfRows) {
  const auto explained = [](std::int64_t width) {
    return spmv(banded_matrix(rows, width)).compile().explain();
  };
  expect_contains(explained(2),
                  "device sm_90: a thread for each unit; entries of a fibre on average: A 2\n");
  expect_contains(explained(9), "device sm_90: teams of 64 threads of 4 lanes; ");
  expect_contains(explained(60), "device sm_90: teams of 16 threads of 16 lanes; ");
}

TEST(DevicePlans, ProductsWithEveryWorklist) {
  for (const Worklist worklist :
       {Worklist::automatic, Worklist::dense, Worklist::hashed, Worklist::sorted}) {
    DevicePlan plan       = product();
    plan.options.worklist = worklist;
    plan.run();
    plan.options.team_size     = 8;
    plan.options.vector_length = 32;
    plan.run();
  }
}

TEST(DevicePlans, StructureAndValuesApart) {
  const DevicePlan plan = product();
  const Plan compiled   = plan.compile();
  compiled.assemble(plan.exec);
  for (int execution = 0; execution < 2; ++execution) {
    compiled.compute(plan.exec);
    plan.check(compiled);
  }
}

TEST(DevicePlans, OperandsInOtherFormats) {
  DevicePlan plan{"C(i,j) = A(i,j) + A(j,i)",
                  "C",
                  {{"A", make(Formats::csr(), uneven_matrix(rows))},
                   {"C", wanted(Formats::csr(), {rows, rows})}}};
  plan.run();
  plan.options.drop_zeros = true;
  plan.run();
}

TEST(DevicePlans, SeveralStatements) {
  DevicePlan plan = spmv(banded_matrix(rows, 12));
  plan.notation   = "t(i) = A(i,j) * x(j); y(i) = t(i) * t(i)";
  const Plan compiled = plan.compile();
  compiled.execute(plan.exec);
  plan.notation = "y(i) = (sum(j, A(i,j) * x(j))) * (sum(k, A(i,k) * x(k)))";
  plan.check(compiled);
}

TEST(DevicePlans, ResultsThatAreOperandsToo) {
  DevicePlan plan = spmv(banded_matrix(rows, 12));
  plan.notation   = "y(i) += A(i,j) * y(j)";
  plan.on_host.erase("x");
  const Plan compiled = plan.compile();
  compiled.execute(plan.exec);
  Operands inputs          = plan.on_host;
  const CheckReport report = check_result(plan.notation, inputs, from_space(DeviceDouble(), compiled.result()));
  EXPECT_TRUE(report.passed()) << report.to_string();
}

TEST(DevicePlans, EveryKernelRunsOnTheDevice) {
  const DevicePlan plan = product();
  const Plan compiled   = plan.compile();
  const long before     = num_device_launches();
  compiled.execute(plan.exec);
  EXPECT_EQ(num_device_launches() - before, compiled.num_launches());
}

TEST(DevicePlans, ForTheSpaceTheyWereCompiledFor) {
  const DevicePlan plan = spmv(banded_matrix(rows, 2));
  const Plan device     = plan.compile();
  const Plan host       = compile(Host(), plan.notation, plan.on_host);
  expect_contains(message_of<UnsupportedExpression>([&] { device.execute(Host()); }),
                  "Plan::execute: exec: expected an instance of DeviceDouble");
  expect_contains(message_of<UnsupportedExpression>([&] { host.execute(plan.exec); }),
                  "Plan::execute: exec: expected an instance of");
  device.execute(plan.exec);
  expect_contains(message_of<UnsupportedExpression>([&] { device.check(plan.exec, 10); }),
                  "Plan::check: exec: expected a host execution space, got DeviceDouble");
}

TEST(DevicePlans, OptionsOfHosts) {
  DevicePlan plan          = spmv(banded_matrix(rows, 2));
  plan.options.check_races = true;
  expect_contains(message_of<UnsupportedExpression>([&] { plan.compile(); }),
                  "PlanOptions::check_races");
  plan.options         = {};
  plan.options.backend = Backend::cxx;
  expect_contains(message_of<UnsupportedExpression>([&] { plan.compile(); }),
                  "PlanOptions::backend");
}

}  // namespace
