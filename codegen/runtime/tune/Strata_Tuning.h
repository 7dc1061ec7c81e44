// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TUNING_H
#define STRATA_TUNING_H

#include <memory>
#include <string>

#include "../cache/Strata_TunedPlans.h"
#include "Strata_Candidates.h"
#include "Strata_TuningTool.h"

namespace Strata::Impl {

/// What was chosen, and by which times: the first line of Plan::tuning().
std::string measured(const TunedPlan& plan);

/// The compiled plan of the statements by the strategy that is fastest on the operands,
/// or that the tool of `connect` has chosen; it is kept for later plans. Runs the
/// statements many times, on copies of dense results.
/// \throws what compile() and execute() throw; UnsupportedExpression for instrumented
///   plans.
std::shared_ptr<PlanProgram> tune(const TuningInput& input, ToolFactory connect = &connected_tool);

/// The plan of the statements, not compiled, by what tuning has found before for operands
/// like these; null where that is nothing else than `normal`, the plan without it, or the
/// options exclude it.
std::shared_ptr<PlanProgram> plan_as_tuned(PlanProgram& normal, std::string_view text,
                                           const Operands& operands,
                                           const ProgramOptions& program,
                                           const PlanOptions& options, const SpaceInstance& space);

}  // namespace Strata::Impl

#endif
