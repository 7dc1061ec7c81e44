// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DEVICE_PLAN_H
#define STRATA_DEVICE_PLAN_H

#include <strata/Compiler.h>

/// \file
/// What is decided of plans for devices. Private to the runtime (a .h is not installed).
namespace Strata::Impl {

/// \throws UnsupportedExpression for options that are for hosts.
void check_device_options(const PlanOptions& options);

/// Teams and lanes, where they are left open: as many lanes, up to a warp, as rows of dense
/// operands have elements side by side that no sparse operand selects; else as the fibres
/// of the sparse operand with the longest ones have entries on average; a thread a row
/// where both are short. Reads of what lanes share are coalesced.
void choose_geometry(strata::CompileRequest& request);

}  // namespace Strata::Impl

#endif
