// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <string>

#include <Strata_Error.hpp>
#include <Strata_Partition.hpp>

namespace Strata::Impl {

namespace {

/// A tensor, and which of those before it stands above, at which of its levels.
struct Listed {
  const WeighedTensor* weighed;
  int parent = -1, parent_level = 0;
};

/// Those above come before those beneath them; of many the first.
void list(std::vector<Listed>& out, const WeighedTensor& w, int parent,
          int level) {
  if (out.size() == CutSearch::max_tensors) return;
  const auto number = static_cast<int>(out.size());
  out.push_back({&w, parent, level});
  for (const WeighedTensor::Beneath& b : w.beneath)
    if (b.level < WeighedLevels::max_levels)
      list(out, b.weighed, number, b.level);
}

std::vector<Listed> listed(const std::vector<WeighedTensor>& tensors) {
  std::vector<Listed> out;
  // Cuts follow those at the top: none of them is left out for one beneath.
  for (const WeighedTensor& w : tensors)
    if (out.size() < CutSearch::max_tensors) out.push_back({&w});
  for (std::size_t top = 0, end = out.size(); top < end; ++top)
    for (const WeighedTensor::Beneath& b : out[top].weighed->beneath)
      if (b.level < WeighedLevels::max_levels)
        list(out, b.weighed, static_cast<int>(top), b.level);
  return out;
}

/// What loops come to of level l: a window of the slice that the dimension is.
Window window_of(const WeighedTensor& w, int l) {
  Window out;
  if (l < static_cast<int>(w.windows.size())) out = w.windows[l];
  const TensorFormat& format = w.tensor.format;
  if (!format.is_sliced()) return out;
  const auto& slice = format.slices()[format.dimension_of_level(l)];
  if (!slice) return out;
  const std::int64_t end = out.hi < 0 ? slice->size : out.hi;
  return {slice->offset + slice->stride * out.lo, slice->stride * out.stride,
          slice->offset + slice->stride * end};
}

/// Levels that are weighed: those above the first registered one.
int num_weighed(const TensorFormat& format) {
  int levels = 0;
  while (levels < std::min(format.lvl_rank(), WeighedLevels::max_levels) &&
         !is_registered(format.level(levels).kind))
    ++levels;
  return levels;
}

LevelStorage<DeviceEvaluator> storage_of(const TensorRef& tensor, int l) {
  const LevelArrays& arrays = tensor.levels[l];
  return {IndexSpan(arrays.positions, tensor.format.pos_type()),
          IndexSpan(arrays.coordinates, tensor.format.crd_type()), tensor.level_extent(l)};
}

WeighedLevels levels_of(const Listed& listed, const WeighedLevels* parent) {
  const WeighedTensor& w     = *listed.weighed;
  const TensorFormat& format = w.tensor.format;
  WeighedLevels out;
  out.parent       = listed.parent;
  out.parent_level = listed.parent_level;
  out.levels = num_weighed(format);
  out.depth  = std::min({w.depth, out.levels, CutSearch::max_depth});
  if (parent) {
    out.start = parent->start + listed.parent_level;
    if (listed.parent_level >= parent->depth) out.depth = 0;
  }
  for (int l = 0; l < out.levels; ++l) {
    out.windows[l] = window_of(w, l);
    out.kinds[l]   = format.level(l).kind;
    out.storage[l] = storage_of(w.tensor, l);
    // Segments of equal coordinates are visited as one; dense levels that are cut
    // are visited where their loops come to all coordinates, and those that a
    // coordinate is located in are not.
    const bool located = l < std::max(out.depth, parent ? 1 : 0);
    out.counted[l] = format.level(l).unique &&
                     (out.kinds[l] != LevelKind::dense || !located);
  }
  return out;
}

/// Positions of each level.
std::vector<std::int64_t> num_positions(const TensorRef& tensor) {
  std::vector<std::int64_t> out;
  std::int64_t above = 1;
  for (int l = 0; l < tensor.format.lvl_rank(); ++l) {
    const bool dense = tensor.format.level(l).kind == LevelKind::dense;
    above = dense ? above * tensor.level_extent(l)
                  : tensor.levels[l].num_coordinates;
    out.push_back(above);
  }
  return out;
}

}  // namespace

SampledCoordinates sample_of(const TensorRef& tensor, int level) {
  SampledCoordinates out;
  const std::vector<std::int64_t> positions = num_positions(tensor);
  out.stored                                = positions[level];
  WeighedLevels& levels                     = out.levels;
  for (int l = level; l < tensor.format.lvl_rank() && levels.levels < WeighedLevels::max_levels;
       ++l) {
    const LevelType type = tensor.format.level(l);
    if (l > level && is_registered(type.kind)) break;
    const int n       = levels.levels++;
    levels.kinds[n]   = type.kind;
    levels.storage[n] = storage_of(tensor, l);
    // Equal coordinates that are stored apart are drawn from each.
    levels.counted[n] = l == level || type.unique;
    if (levels.counted[n]) out.weight += positions[l];
  }
  return out;
}

std::vector<WeighedLevel> weighed_levels(
    const std::vector<WeighedTensor>& tensors) {
  const std::vector<Listed> all = listed(tensors);
  std::vector<WeighedLevel> out;
  for (int t = static_cast<int>(all.size()) - 1; t >= 0; --t) {
    const WeighedTensor& w = *all[t].weighed;
    const int levels = num_weighed(w.tensor.format);
    int first = levels, last = -1;
    const auto add = [&](int level) {
      first = std::min(first, level);
      last  = std::max(last, level);
    };
    for (const Listed& l : all)
      if (l.parent == t && l.parent_level < levels) add(l.parent_level);
    for (int l = 1; l < levels; ++l)
      if (!window_of(w, l).is_all()) add(l - 1);
    const std::vector<std::int64_t> positions = num_positions(w.tensor);
    for (int l = last; l >= first; --l) out.push_back({t, l, positions[l]});
  }
  return out;
}

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
        variables[k].visit + (inner ? search.visits[k + 1] * search.extents[k + 1] : 0);
  }
  for (const Listed& l : listed(tensors)) {
    const WeighedLevels* parent =
        l.parent < 0 ? nullptr : &search.tensors[l.parent];
    search.tensors[search.num_tensors++] = levels_of(l, parent);
  }
  return search;
}

}  // namespace Strata::Impl
