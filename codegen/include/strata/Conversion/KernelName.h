// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CONVERSION_KERNELNAME_H
#define STRATA_CONVERSION_KERNELNAME_H

namespace strata {

/// Attribute of a kernel: what it is called in C++; labels begin with it.
inline constexpr const char *kernelNameAttr = "strata.kernel";

} // namespace strata

#endif
