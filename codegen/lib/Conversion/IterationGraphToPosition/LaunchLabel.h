// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_LAUNCHLABEL_H
#define STRATA_LIB_CONVERSION_LAUNCHLABEL_H

#include "strata/Analysis/ConcreteNotation.h"
#include "llvm/ADT/StringMap.h"

namespace strata {

/// Labels of a kernel's launches, as profilers show them.
class LaunchLabels {
public:
  /// \p kernel is the name of the kernel in C++, "einsum" where it has none.
  explicit LaunchLabels(std::string kernel) : kernel(std::move(kernel)) {}

  /// "Strata::spmv[y(i) = A(i,j) * x(j); A: CSR<32>]": what this launch
  /// computes, and the formats of its sparse tensors. A label that another
  /// launch of the kernel has is numbered.
  std::string next(const ConcreteStatement &statement,
                   const Strata::TensorDeclarations &tensors);

private:
  std::string kernel;
  llvm::StringMap<int> used;
};

} // namespace strata

#endif
