// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ANALYSIS_RANGES_H
#define STRATA_ANALYSIS_RANGES_H

#include "strata/Analysis/ExprUtils.h"

namespace strata {

/// A level of an operand that stores coordinates of a variable.
struct SampledLevel {
  Access access;
  int level = 0;
};

/// Where operands of \p expr store coordinates of \p variable, all of them: ranges of it
/// are to have about equal work in them and beneath.
std::vector<SampledLevel> sampledLevels(const IndexExprPtr &expr, const std::string &variable,
                                        const Strata::TensorDeclarations &tensors);

} // namespace strata

#endif
