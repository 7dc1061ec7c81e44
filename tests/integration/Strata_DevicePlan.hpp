// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DEVICE_PLAN_HPP
#define STRATA_DEVICE_PLAN_HPP

/// \file
/// Plans on a device that the host plays, and operands of theirs.

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <Strata_Einsum.hpp>
#include <Strata_SpaceCopies.hpp>
#include <Strata_TestTensors.hpp>

namespace Strata::Testing {

/// Row i has about rows / (i + 1) entries: some much more than others.
inline CooData uneven_matrix(std::int64_t rows) {
  CooData data{ScalarType::f64, {rows, rows}, {}, {}};
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < rows; j += i + 1) {
      data.add({i, (i + j) % rows}, 1.0 / static_cast<double>(i + j + 1));
    }
  }
  return data;
}

inline CooData banded_matrix(std::int64_t rows, std::int64_t width) {
  CooData data{ScalarType::f64, {rows, rows}, {}, {}};
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = i; j < std::min(rows, i + width); ++j) {
      data.add({i, j}, 1.0 / static_cast<double>(i + j + 1));
    }
  }
  return data;
}

inline CooData vector_of(std::int64_t extent) {
  CooData data{ScalarType::f64, {extent}, {}, {}};
  for (std::int64_t i = 0; i < extent; ++i) data.add({i}, 1.0 / static_cast<double>(i + 3));
  return data;
}

inline TensorRef make(const TensorFormat& format, const CooData& data) {
  return make_tensor(Kokkos::DefaultHostExecutionSpace(), format, data);
}

inline TensorRef wanted(const TensorFormat& format, const std::vector<std::int64_t>& extents) {
  TensorRef result;
  result.format  = format;
  result.extents = extents;
  result.levels.resize(static_cast<std::size_t>(format.lvl_rank()));
  return result;
}

/// Runs `notation` on the device and compares with the dense evaluator.
struct DevicePlan {
  std::string notation, result;
  Operands on_host;  ///< the result too
  PlanOptions options = {};
  DeviceDouble exec   = DeviceDouble();

  Plan compile() const {
    Operands there;
    for (const auto& [name, tensor] : on_host) there[name] = to_space(DeviceDouble(), tensor);
    return Strata::compile(exec, notation, there, options);
  }
  void check(const Plan& plan) const {
    Operands inputs = on_host;
    inputs.erase(result);
    const CheckReport report = check_result(notation, inputs, from_space(DeviceDouble(), plan.result()));
    EXPECT_TRUE(report.passed()) << notation << ": " << report.to_string();
  }
  void run() const {
    const Plan plan = compile();
    for (int execution = 0; execution < 2; ++execution) {
      plan.execute(exec);
      check(plan);
    }
  }
};

}  // namespace Strata::Testing

#endif
