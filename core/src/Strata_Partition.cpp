// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <string>

#include <Strata_Error.hpp>
#include <Strata_Partition.hpp>

namespace Strata::Impl {

namespace {

WeighedLevels weighed(const WeighedTensor& w) {
  const TensorFormat& format = w.tensor.format;
  WeighedLevels out;
  out.levels = std::min(format.lvl_rank(), WeighedLevels::max_levels);
  out.depth  = std::min({w.depth, out.levels, CutSearch::max_depth});
  for (int l = 0; l < out.levels; ++l) {
    const LevelArrays& arrays = w.tensor.levels[l];
    out.kinds[l]              = format.level(l).kind;
    out.storage[l] = {IndexSpan(arrays.positions, format.pos_type()),
                      IndexSpan(arrays.coordinates, format.crd_type()),
                      w.tensor.level_extent(l)};
  }
  return out;
}

}  // namespace

CutSearch make_cut_search(const std::vector<PartitionedVariable>& variables,
                          const std::vector<WeighedTensor>& tensors,
                          std::int64_t pieces) {
  if (variables.empty() || variables.size() > CutSearch::max_depth)
    throw CodegenError("Strata::partition: variables: expected 1 to " +
                       std::to_string(CutSearch::max_depth) + ", given " +
                       std::to_string(variables.size()));
  CutSearch search;
  search.depth  = static_cast<int>(variables.size());
  search.pieces = pieces;
  for (int k = search.depth - 1; k >= 0; --k) {
    search.extents[k] = variables[k].extent;
    if (!variables[k].visits_all) continue;
    const bool inner = k + 1 < search.depth && variables[k + 1].visits_all;
    search.visits[k] =
        1 + (inner ? search.visits[k + 1] * search.extents[k + 1] : 0);
  }
  for (const WeighedTensor& t : tensors)
    if (search.num_tensors < CutSearch::max_tensors)
      search.tensors[search.num_tensors++] = weighed(t);
  return search;
}

}  // namespace Strata::Impl
