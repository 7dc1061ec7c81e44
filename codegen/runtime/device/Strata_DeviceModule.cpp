// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_DeviceModule.h"

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <impl/Strata_DeviceLaunch.hpp>

#include "../Strata_Modules.h"

namespace Strata::Impl {

/// The driver may be gone, or the device reset, when the last plan goes: nobody is told.
DeviceModule::~DeviceModule() {
  for (const auto& [context, loaded] : m_loaded) {
    if (cuda_driver().push_context(context) != 0) continue;
    cuda_driver().module_unload(loaded.module);
    CudaContext popped = nullptr;
    cuda_driver().pop_context(&popped);
  }
}

CudaModule DeviceModule::load() const {
  // CUjit_option: where errors are written to, and how much room there is.
  constexpr std::array<int, 2> options{5, 6};
  std::array<char, 4096> log{};
  std::array<void*, 2> values{log.data(), reinterpret_cast<void*>(log.size())};
  CudaModule module = nullptr;
  const CudaResult result = cuda_driver().module_load_data(
      &module, m_ptx.c_str(), options.size(), options.data(), values.data());
  log.back() = '\0';
  cuda_driver().check(result, "the driver does not take the kernel's PTX", log.data());
  return module;
}

CudaFunction DeviceModule::kernel(CudaContext context, const std::string& name) const {
  std::lock_guard lock(m_mutex);
  Loaded& loaded = m_loaded[context];
  if (!loaded.module) loaded.module = load();
  CudaFunction& function = loaded.kernels[name];
  if (!function)
    cuda_driver().check(
        cuda_driver().module_get_function(&function, loaded.module, name.c_str()),
        "the kernel '" + name + "' cannot be found");
  return function;
}

void launch_kernel(void* stream_handle, const DeviceLaunch& launch,
                   const std::uint64_t* words, std::int64_t units) {
  const CudaDriver& driver = cuda_driver();
  auto* const stream       = static_cast<CudaStream>(stream_handle);
  CudaContext context      = nullptr;
  driver.check(driver.stream_get_context(stream, &context),
               "the stream of the execution space instance is not valid");
  const CurrentContext current(driver, context);
  const std::string name = launch.kernel;
  const CudaFunction kernel = launch.module->kernel(context, name);
  // The driver copies what these point to before it returns.
  std::vector<void*> parameters;
  for (std::size_t w = 0; w < launch.num_words; ++w)
    parameters.push_back(const_cast<std::uint64_t*>(words + w));
  parameters.push_back(&units);
  driver.check(driver.launch_kernel(kernel, static_cast<unsigned>(launch.blocks), 1, 1,
                                    launch.block_x, launch.block_y, 1, 0, stream,
                                    parameters.data(), nullptr),
               "the kernel '" + name + "' cannot be launched");
}

void make_runnable(strata::CompiledProgram& program) {
  if (program.ptx.empty()) return linker().link(program);
  program.code = std::make_shared<DeviceModule>(std::move(program.ptx));
  program.ptx  = {};
}

}  // namespace Strata::Impl
