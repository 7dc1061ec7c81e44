// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DEVICE_CODE_HPP
#define STRATA_DEVICE_CODE_HPP

#include <string>
#include <string_view>

#include <Strata_Plan.hpp>

namespace Strata {

/// What emit_ptx() makes code for.
struct DeviceTarget {
  /// Of a CUDA device: "sm_90".
  std::string chip = "sm_90";
};

/// The launches of statements as CUDA kernels in PTX, for declarations without data: what
/// a driver can load, or ptxas assemble. A kernel is called like the function of its
/// statement (EmitNames::function) and numbered: "kernel_launch0". A comment before the
/// code says what its blocks are and what its parameters: 64 bits each, addresses of
/// device memory, extents and strides, then the number of units (rows, pieces or
/// teams). What stands between the launches is not part of it. Needs no GPU.
/// \throws what emit() throws; UnsupportedExpression for lanes that are no power of two up
///   to 32 and teams of more than 1024 threads; CodegenError where mathematical functions need libdevice and no
///   CUDA toolkit is found (CUDA_HOME).
std::string emit_ptx(std::string_view text, const TensorDeclarations& tensors,
                     const PlanOptions& options = {}, const EmitNames& names = {},
                     Share share = Share::automatic, const DeviceTarget& target = {});

}  // namespace Strata

#endif
