// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_DevicePlan.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>

#include <Strata_Error.hpp>
#include <strata/Analysis/ExprUtils.h>
#include <strata/Analysis/FibreLengths.h>

#include "../Strata_CheckForms.h"

namespace Strata::Impl {

void check_device_options(const PlanOptions& options) {
  const char* const option = options.count_iterations         ? "count_iterations"
                             : options.check_races            ? "check_races"
                             : options.permute >= 0           ? "permute"
                             : options.backend == Backend::cxx ? "backend"
                                                              : nullptr;
  if (option)
    throw UnsupportedExpression(error_message(
        "compile", std::string("PlanOptions::") + option, "not set for a CUDA device", "set",
        "use it on a host space; emitted C++ is compiled with the application"));
  check_sums(options, "a CUDA device");
}

namespace {

/// Variables of rows that dense operands have in memory, and no sparse one.
std::map<std::string, std::int64_t> dense_rows(const strata::CompileRequest& request) {
  std::map<std::string, std::int64_t> rows;
  std::set<std::string> sparse;
  strata::walk(request.stmt.assignment.rhs, [&](const IndexExprPtr& e) {
    if (e->kind != IndexExpr::Kind::access) return;
    const Access& access       = e->access;
    const TensorFormat& format = request.stmt.tensors.at(access.tensor).format;
    const auto unit            = request.unitLevels.find(access.tensor);
    for (const IndexArg& index : access.indices)
      if (!format.is_dense()) sparse.insert(index.variable);
    if (!format.is_dense() || unit == request.unitLevels.end()) return;
    const IndexArg& index = access.indices[format.dimension_of_level(unit->second)];
    const auto extent     = request.stmt.extents.find(index.variable);
    if (!index.is_restricted() && extent != request.stmt.extents.end())
      rows[index.variable] = extent->second;
  });
  for (const std::string& variable : sparse) rows.erase(variable);
  return rows;
}

/// What lanes share: rows of dense operands, else the longest fibres.
double shared_length(const strata::CompileRequest& request, double least) {
  const auto fibres = strata::averageFibreLengths(request);
  double row = 0, fibre = 0;
  for (const auto& [name, length] : fibres) fibre = std::max(fibre, length);
  if (fibres.empty()) return 0;
  for (const auto& [variable, extent] : dense_rows(request))
    row = std::max(row, static_cast<double>(extent));
  return row < least ? fibre : row;
}

}  // namespace

void choose_geometry(strata::CompileRequest& request) {
  PlanOptions& options = request.options;
  if (options.team_size > 0 || options.vector_length > 0) return;
  constexpr int warp = 32, least = 4, block = 256;
  const double length = std::min(shared_length(request, least), double{warp});
  const int lanes     = static_cast<int>(std::bit_floor(static_cast<unsigned>(length)));
  if (lanes < least) return;
  options.vector_length = lanes;
  options.team_size     = block / lanes;
}

}  // namespace Strata::Impl
