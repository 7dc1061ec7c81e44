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
  for (int l = 0; l < out.depth; ++l) {
    const bool whole = l >= static_cast<int>(w.windows.size());
    out.offsets[l]   = whole ? 0 : w.windows[l].lo;
    out.strides[l]   = whole ? 1 : w.windows[l].stride;
  }
  for (int l = 0; l < out.levels; ++l) {
    const LevelArrays& arrays = w.tensor.levels[l];
    out.kinds[l]              = format.level(l).kind;
    out.storage[l] = {IndexSpan(arrays.positions, format.pos_type()),
                      IndexSpan(arrays.coordinates, format.crd_type()),
                      w.tensor.level_extent(l)};
    // Segments of equal coordinates are visited as one; dense levels that are cut
    // are visited where their loops come to all coordinates.
    out.counted[l] = format.level(l).unique &&
                     (out.kinds[l] != LevelKind::dense || l >= out.depth);
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

namespace {

/// Weight of the heaviest piece, in multiples of the mean.
template <class Cut>
double heaviest(const CutSearch& search, Cut&& cut) {
  std::int64_t last = 0, most = 0;
  for (std::int64_t p = 1; p <= search.pieces; ++p) {
    const std::int64_t here = search.weight_before(cut(p));
    most                    = std::max(most, here - last);
    last                    = here;
  }
  return last == 0 ? 1.0
                   : static_cast<double>(most) *
                         static_cast<double>(search.pieces) /
                         static_cast<double>(last);
}

/// Pieces between coordinates of the first `depth` levels.
double heaviest_of_levels(const TensorRef& tensor, int depth,
                          std::int64_t pieces) {
  std::vector<PartitionedVariable> variables;
  for (int l = 0; l < depth; ++l)
    variables.push_back({tensor.level_extent(l), false});
  CutSearch search = make_cut_search(variables, {{tensor, depth}}, pieces);
  std::vector<std::uint64_t> cuts((pieces + 1) * depth);
  search.cuts       = cuts.data();
  search.cut_stride = depth;
  for (std::int64_t p = 0; p <= pieces; ++p) search(p);
  return heaviest(search, [&](std::int64_t p) {
    CutSearch::cut_type cut{};
    for (int k = 0; k < depth; ++k)
      cut[k] = static_cast<std::int64_t>(cuts[p * depth + k]);
    return cut;
  });
}

}  // namespace

bool is_uneven(const TensorRef& tensor, std::int64_t pieces) {
  const TensorFormat& format = tensor.format;
  // Of the pieces of one thread, which are about ten, one may be this large.
  constexpr double rows_even_out = 4.0, pieces_even_out = 1.5;
  if (format.is_dense() || tensor.num_values == 0 || !format.level(0).ordered)
    return false;
  const std::int64_t extent = tensor.level_extent(0);
  const CutSearch rows =
      make_cut_search({{extent, false}}, {{tensor, 1}}, pieces);
  if (heaviest(rows, [&](std::int64_t p) {
        return CutSearch::cut_type{extent / pieces * p +
                                   extent % pieces * p / pieces};
      }) > rows_even_out)
    return true;
  const int deepest = std::min(format.lvl_rank() - 1, CutSearch::max_depth);
  for (int depth = 1; depth <= deepest && format.level(depth - 1).ordered;
       ++depth)
    if (heaviest_of_levels(tensor, depth, pieces) > pieces_even_out)
      return true;
  return false;
}

}  // namespace Strata::Impl
