// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_LLVMIR_HOSTFEATURES_H
#define STRATA_LIB_TARGET_LLVMIR_HOSTFEATURES_H

/// \file
/// What LLVM knows of the processor at hand.
namespace strata {

/// f16 to f32 and back are instructions.
bool hostConvertsF16();

/// A register is filled from many addresses faster than by one load for each.
bool hostGathersFast();

} // namespace strata

#endif
