// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DEVICE_MODULE_H
#define STRATA_DEVICE_MODULE_H

#include <cstddef>
#include <map>
#include <mutex>
#include <string>

#include <strata/Compiler.h>

#include "Strata_CudaDriver.h"

namespace Strata::Impl {

/// The kernels of a program on the devices that they have run on: the driver assembles
/// the PTX for a device at the first launch there. Safe to call from any thread.
class DeviceModule {
 public:
  explicit DeviceModule(std::string ptx) : m_ptx(std::move(ptx)) {}
  ~DeviceModule();
  DeviceModule(const DeviceModule&)            = delete;
  DeviceModule& operator=(const DeviceModule&) = delete;

  /// The kernel `name` in the context of `stream`, which has to be the current one.
  /// \throws CodegenError with the driver's words.
  CudaFunction kernel(CudaContext context, const std::string& name) const;

 private:
  struct Loaded {
    CudaModule module = nullptr;
    std::map<std::string, CudaFunction> kernels;
  };
  CudaModule load() const;

  std::string m_ptx;
  mutable std::mutex m_mutex;
  mutable std::map<CudaContext, Loaded> m_loaded;
};

/// Takes the object file, or the PTX, out of a program and gives it the code that its
/// launches run: entries are linked now, PTX is assembled where it is launched.
/// \throws CodegenError when the linker's module cannot be found.
void make_runnable(strata::CompiledProgram& program);

}  // namespace Strata::Impl

#endif
