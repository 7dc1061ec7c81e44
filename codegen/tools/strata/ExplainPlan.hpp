// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_EXPLAIN_PLAN_HPP
#define STRATA_TOOLS_EXPLAIN_PLAN_HPP

#include <optional>
#include <string>

#include <Strata_Explain.h>
#include <Strata_IndexNotation.hpp>

#include "Loading.hpp"
#include "Problem.hpp"
#include "Run.hpp"

namespace Strata::Tool {

/// A tensor that a plan would have to know the contents of, and that no file gives; empty:
/// there is none, or nothing was read at all.
std::string tensor_without_contents(const Problem& problem, const LoadedTensors& loaded);

struct PlanExplanation {
  std::string text;
  std::optional<Impl::Explanation> picture;  ///< of one kernel, if it was asked for
};

/// What `strata run --explain` would say before it runs. \pre Kokkos is initialised, no
/// tensor lacks contents \throws as compile(); UsageError for pictures of several kernels.
PlanExplanation explain_plan(const Problem& problem, const LoadedTensors& loaded,
                             const RunOptions& options, bool has_picture);

}  // namespace Strata::Tool

#endif
