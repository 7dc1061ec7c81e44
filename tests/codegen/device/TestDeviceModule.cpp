// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches through the driver API, with a driver that records them.
#include <dlfcn.h>

#include <gtest/gtest.h>

#include <Strata_TestMessage.hpp>
#include <device/Strata_DeviceModule.h>
#include <impl/Strata_DeviceLaunch.hpp>

#include "Strata_RecordedCalls.hpp"

namespace {

using namespace Strata;
using namespace Strata::Impl;
using namespace Strata::Testing;

class DeviceModules : public testing::Test {
 protected:
  DeviceModules() {
    void* const driver = dlopen("libcuda.so.1", RTLD_NOW);
    if (!driver) throw std::runtime_error(dlerror());
    m_calls  = reinterpret_cast<RecordedCalls* (*)()>(dlsym(driver, "recorded_calls"))();
    *m_calls = {};
    m_calls->num_parameters = 3;
  }

  /// On a stream of context stream / 10.
  void launch(const DeviceModule& module, const char* kernel, std::uintptr_t stream,
              std::int64_t blocks = 5) {
    const std::uint64_t words[2] = {0x7fff00000000, 42};
    launch_kernel(reinterpret_cast<void*>(stream), {&module, kernel, blocks, 32, 8, 2}, words,
                  1000);
  }

  RecordedCalls* m_calls = nullptr;
};

TEST_F(DeviceModules, LaunchesOnTheStream) {
  const DeviceModule module(".version 8.0");
  launch(module, "spmv_launch0", 12);
  ASSERT_EQ(m_calls->launches.size(), 1u);
  const RecordedCalls::Launch& l = m_calls->launches[0];
  EXPECT_EQ(l.kernel, "spmv_launch0");
  EXPECT_EQ(l.sizes, (std::vector<unsigned>{5, 1, 1, 32, 8, 1, 0}));
  EXPECT_EQ(l.stream, 12u);
  EXPECT_EQ(l.context, 1u);
  EXPECT_EQ(l.parameters, (std::vector<std::uint64_t>{0x7fff00000000, 42, 1000}));
  EXPECT_FALSE(l.has_extra);
  EXPECT_TRUE(m_calls->current.empty());
}

TEST_F(DeviceModules, LoadsOncePerDevice) {
  {
    const DeviceModule module(".version 8.0");
    for (const std::uintptr_t stream : {11u, 12u, 21u, 11u}) launch(module, "a", stream);
    launch(module, "b", 11);
    ASSERT_EQ(m_calls->loaded.size(), 2u);
    EXPECT_EQ(m_calls->loaded[0].context, 1u);
    EXPECT_EQ(m_calls->loaded[1].context, 2u);
    EXPECT_EQ(m_calls->loaded[0].ptx, ".version 8.0");
    EXPECT_EQ(m_calls->functions.size(), 3u);  // a on both, b
    EXPECT_TRUE(m_calls->unloaded.empty());
  }
  ASSERT_EQ(m_calls->unloaded.size(), 2u);
  for (const auto& unloaded : m_calls->unloaded) EXPECT_EQ(unloaded.context, unloaded.module);
  EXPECT_TRUE(m_calls->current.empty());
}

TEST_F(DeviceModules, SaysWhatTheDriverSays) {
  const DeviceModule wrong("wrong"), right(".version 8.0");
  const auto text = [&](const DeviceModule& module, const char* kernel, std::int64_t blocks) {
    return message_of<CodegenError>([&] { launch(module, kernel, 11, blocks); });
  };
  const std::string assembling = text(wrong, "a", 1);
  expect_contains(assembling, "does not take the kernel's PTX: CUDA_ERROR_INVALID_PTX: in words");
  expect_contains(assembling, "line 7: syntax error");
  expect_contains(text(right, "missing", 1), "'missing' cannot be found: CUDA_ERROR_NOT_FOUND");
  expect_contains(text(right, "a", 13), "'a' cannot be launched: CUDA_ERROR_LAUNCH_FAILED");
  EXPECT_TRUE(m_calls->current.empty());
}

}  // namespace
