// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PROGRAM_OPTIONS_HPP
#define STRATA_PROGRAM_OPTIONS_HPP

#include <Strata_IndexNotation.hpp>

namespace Strata {

/// Options of compile() that say which statements a plan runs and what stands between
/// them; the kernels themselves are chosen by PlanOptions.
struct ProgramOptions {
  /// Tensors that statements assign and that are not among the operands. Extents may
  /// be left out, or be −1: then they are those of the index variables.
  TensorDeclarations temporaries;
};

}  // namespace Strata

#endif
