// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CUDA_DRIVER_H
#define STRATA_CUDA_DRIVER_H

#include <string>

/// \file
/// What launches need of the CUDA driver API, without CUDA's headers: Strata is built
/// where there is no CUDA, too. Private to the runtime (a .h is not installed).
namespace Strata::Impl {

using CudaResult   = int;  ///< 0: success
using CudaContext  = struct CUctx_st*;
using CudaModule   = struct CUmod_st*;
using CudaFunction = struct CUfunc_st*;
using CudaStream   = struct CUstream_st*;

/// Functions of libcuda.so.1 (CUDA Driver API reference manual), which is loaded on
/// first use.
struct CudaDriver {
  CudaResult (*module_load_data)(CudaModule* module, const void* image, unsigned num_options,
                                 const int* options, void** values);
  CudaResult (*module_unload)(CudaModule module);
  CudaResult (*module_get_function)(CudaFunction* function, CudaModule module,
                                    const char* name);
  CudaResult (*launch_kernel)(CudaFunction function, unsigned grid_x, unsigned grid_y,
                              unsigned grid_z, unsigned block_x, unsigned block_y,
                              unsigned block_z, unsigned shared_bytes, CudaStream stream,
                              void** parameters, void** extra);
  CudaResult (*stream_get_context)(CudaStream stream, CudaContext* context);
  CudaResult (*push_context)(CudaContext context);
  CudaResult (*pop_context)(CudaContext* context);
  CudaResult (*get_error_name)(CudaResult error, const char** name);
  CudaResult (*get_error_string)(CudaResult error, const char** text);

  /// \throws CodegenError unless `result` is success; `what` failed, and the driver said
  ///   `log`.
  void check(CudaResult result, const std::string& what, const std::string& log = {}) const;
};

/// \throws CodegenError where there is no driver, or an old one.
const CudaDriver& cuda_driver();

/// A context that is the thread's current one for a while.
class CurrentContext {
 public:
  CurrentContext(const CudaDriver& driver, CudaContext context);
  ~CurrentContext();
  CurrentContext(const CurrentContext&)            = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;

 private:
  const CudaDriver& m_driver;
};

}  // namespace Strata::Impl

#endif
