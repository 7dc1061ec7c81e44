// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DEVICE_PLAN_H
#define STRATA_DEVICE_PLAN_H

#include <strata/Compiler.h>

/// \file
/// What is decided of plans for devices. Private to the runtime (a .h is not installed).
namespace Strata::Impl {

/// \throws UnsupportedExpression for options that are for hosts.
void check_device_options(const PlanOptions& options);

/// Teams and lanes, where they are left open: as many lanes as the fibres of the sparse
/// operand with the longest ones have entries on average, up to a warp, for coalesced
/// reads; a thread a row where they are short.
void choose_geometry(strata::CompileRequest& request);

}  // namespace Strata::Impl

#endif
