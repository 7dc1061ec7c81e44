// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A CUDA driver that writes down what it is asked for: what stands where libcuda.so.1 is
// looked for in tests.
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "Strata_RecordedCalls.hpp"

using Strata::Testing::RecordedCalls;

namespace {

constexpr int invalid_ptx = 218, not_found = 500, launch_failed = 719;

RecordedCalls s_calls;

std::uintptr_t number_of(const void* handle) { return reinterpret_cast<std::uintptr_t>(handle); }

}  // namespace

extern "C" {

RecordedCalls* recorded_calls() { return &s_calls; }

int cuStreamGetCtx(void* stream, void** context) {
  *context = reinterpret_cast<void*>(number_of(stream) / 10);  // streams 10 to 19 are of 1
  return 0;
}

int cuCtxPushCurrent_v2(void* context) {
  s_calls.current.push_back(number_of(context));
  return 0;
}

int cuCtxPopCurrent_v2(void** context) {
  *context = reinterpret_cast<void*>(s_calls.current.back());
  s_calls.current.pop_back();
  return 0;
}

int cuModuleLoadDataEx(void** module, const void* image, unsigned num_options, const int* options,
                       void** values) {
  const std::string ptx = static_cast<const char*>(image);
  if (ptx.find("wrong") != std::string::npos) {
    constexpr int log_buffer = 5, log_size = 6;
    if (num_options == 2 && options[0] == log_buffer && options[1] == log_size &&
        number_of(values[1]) > 20)
      std::strcpy(static_cast<char*>(values[0]), "line 7: syntax error");
    return invalid_ptx;
  }
  s_calls.loaded.push_back({s_calls.current.back(), ptx});
  *module = reinterpret_cast<void*>(s_calls.loaded.size());
  return 0;
}

int cuModuleUnload(void* module) {
  s_calls.unloaded.push_back({s_calls.current.back(), number_of(module)});
  return 0;
}

int cuModuleGetFunction(void** function, void* module, const char* name) {
  if (std::string(name) == "missing") return not_found;
  s_calls.functions.push_back({number_of(module), name});
  *function = reinterpret_cast<void*>(s_calls.functions.size());
  return 0;
}

int cuLaunchKernel(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                   unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                   void* stream, void** parameters, void** extra) {
  if (grid_x == 13) return launch_failed;
  RecordedCalls::Launch launch{s_calls.functions.at(number_of(function) - 1).name,
                               {grid_x, grid_y, grid_z, block_x, block_y, block_z, shared},
                               number_of(stream),
                               s_calls.current.back(),
                               {},
                               extra != nullptr};
  for (int p = 0; p < s_calls.num_parameters; ++p)
    launch.parameters.push_back(*static_cast<const std::uint64_t*>(parameters[p]));
  s_calls.launches.push_back(std::move(launch));
  return 0;
}

int cuGetErrorName(int error, const char** name) {
  *name = error == invalid_ptx     ? "CUDA_ERROR_INVALID_PTX"
          : error == not_found     ? "CUDA_ERROR_NOT_FOUND"
          : error == launch_failed ? "CUDA_ERROR_LAUNCH_FAILED"
                                   : nullptr;
  return 0;
}

int cuGetErrorString(int, const char** text) {
  *text = "in words";
  return 0;
}

}  // extern "C"
