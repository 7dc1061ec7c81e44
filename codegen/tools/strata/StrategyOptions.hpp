// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_SUM_OPTIONS_HPP
#define STRATA_TOOLS_SUM_OPTIONS_HPP

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <Strata_ConversionChoices.hpp>
#include <Strata_PlanOptions.hpp>
#include <Strata_ProgramOptions.hpp>

namespace Strata::Tool {

/// Options that say how sums are added up: --strict,
/// --deterministic, --balance, --pieces, --race.
void add_strategy_options(CLI::App& app, PlanOptions& plan);
/// --transpose, --sort-buckets: how operands and results are converted.
void add_conversion_options(CLI::App& app, ConversionChoices& choices);
/// --tune, --tune-ms, --no-tuned: strategies that are measured, or were.
void add_tuning_options(CLI::App& app, PlanOptions& plan);
/// --fuse: one kernel for a compound statement, or several.
void add_fuse_option(CLI::App& app, Fuse& fuse);
/// --share: launches of several statements, or one for each.
void add_share_option(CLI::App& app, Share& share);

/// Those of them that are not left at their defaults, as they are written.
std::vector<std::string> strategy_options(const PlanOptions& plan);

}  // namespace Strata::Tool

#endif
