// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_WEIGHED_TENSORS_H
#define STRATA_WEIGHED_TENSORS_H

#include <vector>

#include <Strata_Partition.hpp>
#include <strata/Compiler.h>

#include "Strata_ExecutionTensors.h"

namespace Strata::Impl {

/// What a partition weighs, those that stand beneath others inside of these.
std::vector<WeighedTensor> weighed_tensors(const strata::ProgramStep& step,
                                           const ExecutionTensors& tensors);

}  // namespace Strata::Impl

#endif
