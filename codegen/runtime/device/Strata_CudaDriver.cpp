// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_CudaDriver.h"

#include <dlfcn.h>

#include <Strata_Error.hpp>

namespace Strata::Impl {

namespace {

constexpr const char* library_name = "libcuda.so.1";

template <class Function>
void look_up(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (!function)
    throw CodegenError(error_message("execute", library_name,
                                     "the CUDA driver API, with " + std::string(name),
                                     "a library without it",
                                     "install a driver of CUDA 12.0 or later"));
}

CudaDriver load_driver() {
  void* const library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* const reason = dlerror();
    throw CodegenError(error_message("execute", library_name, "the driver of a CUDA device",
                                     reason ? reason : "none",
                                     "run where the driver is installed"));
  }
  CudaDriver driver{};
  look_up(library, "cuModuleLoadDataEx", driver.module_load_data);
  look_up(library, "cuModuleUnload", driver.module_unload);
  look_up(library, "cuModuleGetFunction", driver.module_get_function);
  look_up(library, "cuLaunchKernel", driver.launch_kernel);
  look_up(library, "cuStreamGetCtx", driver.stream_get_context);
  look_up(library, "cuCtxPushCurrent_v2", driver.push_context);
  look_up(library, "cuCtxPopCurrent_v2", driver.pop_context);
  look_up(library, "cuGetErrorName", driver.get_error_name);
  look_up(library, "cuGetErrorString", driver.get_error_string);
  return driver;
}

}  // namespace

void CudaDriver::check(CudaResult result, const std::string& what,
                       const std::string& log) const {
  if (result == 0) return;
  const char *name = nullptr, *text = nullptr;
  get_error_name(result, &name);
  get_error_string(result, &text);
  throw CodegenError("execute: " + what + ": " + (name ? name : std::to_string(result)) +
                     (text ? std::string(": ") + text : "") + (log.empty() ? "" : "\n" + log));
}

const CudaDriver& cuda_driver() {
  static const CudaDriver driver = load_driver();
  return driver;
}

CurrentContext::CurrentContext(const CudaDriver& driver, CudaContext context)
    : m_driver(driver) {
  m_driver.check(m_driver.push_context(context), "the stream's context cannot be used");
}

CurrentContext::~CurrentContext() {
  CudaContext popped = nullptr;
  m_driver.pop_context(&popped);
}

}  // namespace Strata::Impl
