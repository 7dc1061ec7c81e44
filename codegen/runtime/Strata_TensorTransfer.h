// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TENSOR_TRANSFER_H
#define STRATA_TENSOR_TRANSFER_H

#include <Strata_Plan.hpp>

/// \file
/// Tensors between hosts and devices, whole, with new arrays. Private to the runtime (a .h
/// is not installed).
namespace Strata::Impl {

/// A tensor of the host where the instance `exec` can use it: itself on a host space, else
/// a copy in device memory. Done when it returns.
TensorRef to_space(const SpaceOperations& space, const void* exec, TensorRef tensor);

/// A tensor of the instance `exec` where the host can read it: itself on a host space,
/// whose work on it has to be done, else a copy.
TensorRef from_space(const SpaceOperations& space, const void* exec, TensorRef tensor);

}  // namespace Strata::Impl

#endif
