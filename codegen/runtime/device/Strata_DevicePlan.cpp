// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_DevicePlan.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include <Strata_Error.hpp>
#include <strata/Analysis/ExprUtils.h>
#include <strata/Analysis/FibreLengths.h>
#include <strata/DeviceGrid.h>

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

/// Iterations that lanes share, and how many of them one lane has under way together.
struct SharedLoop {
  double length = 0;
  int each      = 1;
};

bool is_summed(const strata::CompileRequest& request, const std::string& variable) {
  const auto& indices = request.stmt.assignment.lhs.indices;
  return std::none_of(indices.begin(), indices.end(),
                      [&](const IndexArg& index) { return index.variable == variable; });
}

/// Rows of dense operands, else the longest fibres. Sums are unrolled; of a sparse result
/// they are no sums, but insertions, one after the other.
SharedLoop shared_loop(const strata::CompileRequest& request, double least) {
  const auto fibres = strata::averageFibreLengths(request);
  SharedLoop row, fibre;
  for (const auto& [name, length] : fibres) fibre.length = std::max(fibre.length, length);
  if (fibres.empty()) return {};
  if (request.stmt.tensors.at(request.names[0]).format.is_dense())
    fibre.each = strata::deviceUnroll;
  for (const auto& [variable, extent] : dense_rows(request))
    if (static_cast<double>(extent) > row.length)
      row = {static_cast<double>(extent),
             is_summed(request, variable) ? strata::deviceUnroll : 1};
  return row.length < least ? fibre : row;
}

/// A power of two: at most one for each iteration, or for each `each` of them.
int choose_lanes(const SharedLoop& loop) {
  constexpr unsigned warp = 32;
  const auto length = static_cast<unsigned>(std::min(std::ceil(loop.length), 1024.0));
  const unsigned lanes = loop.each == 1 ? std::bit_floor(static_cast<unsigned>(loop.length))
                                        : std::bit_ceil((length + loop.each - 1) / loop.each);
  return static_cast<int>(std::clamp(lanes, 2u, warp));
}

}  // namespace

void choose_geometry(strata::CompileRequest& request) {
  PlanOptions& options = request.options;
  if (options.team_size > 0 || options.vector_length > 0) return;
  constexpr int least = 4, block = 256;
  const SharedLoop loop = shared_loop(request, least);
  if (loop.length < least) return;
  options.vector_length = choose_lanes(loop);
  options.team_size     = block / options.vector_length;
}

}  // namespace Strata::Impl
