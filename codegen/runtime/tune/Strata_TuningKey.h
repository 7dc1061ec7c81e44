// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TUNING_KEY_H
#define STRATA_TUNING_KEY_H

#include <string>

#include "../Strata_PlanProgram.h"
#include "Strata_Strategy.h"

namespace Strata::Impl {

/// What a measurement is good for: the kernels that `program` would run, what the caller
/// has forced, the space, its threads, the processor, and the class of the operands:
/// binary logarithms of extents, of stored entries, of the mean and of the longest
/// fibre, which is measured on the instance of `space`.
std::string tuning_key(const PlanProgram& program, const Strategy& forced,
                       const SpaceInstance& space);

/// "y(i) = A(i,j) * x(j)  A: CSR", statement by statement.
std::string tuning_title(const PlanProgram& program);

/// What tells the code and the cuts of two plans of the same statements apart.
std::string plan_identity(const PlanProgram& program);

}  // namespace Strata::Impl

#endif
