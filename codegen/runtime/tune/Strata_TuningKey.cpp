// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_TuningKey.h"

#include <algorithm>
#include <bit>

#include <impl/Strata_Allocate.hpp>

#include "../cache/Strata_DiskCache.h"
#include "../cache/Strata_KernelKey.h"

namespace Strata::Impl {

namespace {

/// Numbers of the same size give the same text.
std::string size_class(std::int64_t number) {
  return std::to_string(std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(number, 0))));
}

/// The last level with segments; −1: there is none.
int segmented_level(const TensorRef& tensor) {
  for (int l = tensor.format.lvl_rank() - 1; l >= 0; --l)
    if (static_cast<std::size_t>(l) < tensor.levels.size() && tensor.levels[l].positions &&
        tensor.format.level(l).kind == LevelKind::compressed && tensor.levels[l].num_positions > 1)
      return l;
  return -1;
}

std::string class_of(const TensorRef& tensor, const SpaceInstance& space) {
  std::string out;
  for (const std::int64_t extent : tensor.extents) out += size_class(extent) + "x";
  if (tensor.format.is_dense()) return out;
  out += " " + size_class(tensor.num_values);
  const int l = segmented_level(tensor);
  if (l < 0) return out;
  const LevelArrays& level = tensor.levels[l];
  out += "/" + size_class(level.num_coordinates / (level.num_positions - 1));
  return out + "^" +
         size_class(space.operations.measures.longest_segment(space.exec, level,
                                                              tensor.format.pos_type()));
}

}  // namespace

std::string plan_identity(const PlanProgram& program) {
  std::string out;
  for (const PlanState* kernel : program.kernels())
    out += signature(kernel->request, kernel->concrete) + "|" +
           std::to_string(kernel->request.options.pieces) + (kernel->any_pieces ? "any" : "") +
           "|" + std::to_string(static_cast<int>(kernel->request.options.passes)) + "\n";
  return out;
}

std::string tuning_title(const PlanProgram& program) {
  std::string out;
  for (const PlannedStatement& s : program.statements)
    out += (out.empty() ? "" : "; ") + title_of(s.plan->request);
  return out;
}

std::string tuning_key(const PlanProgram& program, const Strategy& forced,
                       const SpaceInstance& space) {
  std::string key = std::string(space.facts.name) + " " + std::to_string(space.facts.concurrency) + "|" +
                    to_string(forced) + "|";
  for (const PlanState* kernel : program.kernels()) {
    key += key_between_processes(kernel->request, signature(kernel->request, kernel->concrete),
                                 kernel_maker());
    for (const std::string& name : kernel->request.names)
      key += "|" + name + " " + class_of(kernel->operands.at(name), space);
    key += "\n";
  }
  return key;
}

}  // namespace Strata::Impl
