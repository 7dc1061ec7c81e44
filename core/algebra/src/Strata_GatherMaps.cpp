// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_OperationChecks.hpp>

namespace Strata {
namespace {

using Impl::OperationChecks;

void check_sizes(const OperationChecks& checks, const char* argument,
                 const Extents& input, const Extents& sizes) {
  checks.require_extents("input", input);
  checks.require_extents(argument, sizes);
  checks.require_rank(argument, input.size(), sizes.size());
  for (std::size_t d = 0; d < input.size(); ++d)
    if (sizes[d] > input[d])
      checks.fail(argument, "at most the extents " + Impl::numbers_text(input),
                  Impl::numbers_text(sizes), "slices lie inside of the input");
}

/// One start for each dimension, in scalars from operand `first` on.
std::vector<RuntimeRead> scalar_reads(const Extents& output,
                                      std::size_t first) {
  std::vector<RuntimeRead> reads;
  for (std::size_t d = 0; d < output.size(); ++d)
    reads.push_back(
        {first + d, IndexingMap::of({}, IndexDomain::of_extents(output))});
  return reads;
}

/// Ranges of the starts of slices.
std::vector<IndexRange> start_ranges(const Extents& input,
                                     const Extents& sizes) {
  std::vector<IndexRange> ranges;
  for (std::size_t d = 0; d < input.size(); ++d)
    ranges.push_back({0, input[d] - sizes[d]});
  return ranges;
}

}  // namespace

OperationMaps dynamic_slice_maps(const Extents& input, const Extents& sizes) {
  check_sizes(OperationChecks("dynamic_slice_maps"), "sizes", input, sizes);
  IndexDomain domain = IndexDomain::of_extents(sizes);
  domain.runtime     = start_ranges(input, sizes);
  std::vector<AffineExprPtr> results;
  for (std::size_t d = 0; d < input.size(); ++d)
    results.push_back(AffineExpr::dimension(d) + AffineExpr::runtime(d));
  OperationMaps maps{
      sizes,
      {Impl::operand_maps(IndexingMap::of(std::move(results), domain),
                          scalar_reads(sizes, 1))}};
  maps.operands.insert(maps.operands.end(), input.size(),
                       Impl::scalar_operand(sizes));
  return maps;
}

OperationMaps dynamic_update_slice_maps(const Extents& input,
                                        const Extents& update) {
  check_sizes(OperationChecks("dynamic_update_slice_maps"), "update", input,
              update);
  IndexDomain domain = IndexDomain::of_extents(input);
  domain.runtime     = start_ranges(input, update);
  std::vector<AffineExprPtr> results;
  for (std::size_t d = 0; d < input.size(); ++d) {
    results.push_back(AffineExpr::dimension(d) - AffineExpr::runtime(d));
    domain.constraints.push_back(
        {results.back(), IndexRange::of_extent(update[d])});
  }
  OperationMaps maps = elementwise_maps(input, 1);
  maps.operands.push_back(Impl::operand_maps(
      IndexingMap::of(std::move(results), domain), scalar_reads(input, 2)));
  maps.operands.insert(maps.operands.end(), input.size(),
                       Impl::scalar_operand(input));
  return maps;
}

OperationMaps gather_maps(const Extents& input, const Extents& indices,
                          const std::vector<std::size_t>& start_dimensions,
                          const Extents& sizes) {
  const OperationChecks checks("gather_maps");
  check_sizes(checks, "sizes", input, sizes);
  checks.require_extents("indices", indices);
  checks.require_rank("indices", 2, indices.size());
  checks.require_dimensions("start_dimensions", start_dimensions, input.size());
  if (indices[1] != static_cast<std::int64_t>(start_dimensions.size()))
    checks.fail("indices",
                std::to_string(start_dimensions.size()) + " starts per slice",
                Impl::numbers_text(indices),
                "the second extent counts the start dimensions");
  OperationMaps maps{{indices[0]}, {}};
  maps.output.insert(maps.output.end(), sizes.begin(), sizes.end());
  IndexDomain domain = IndexDomain::of_extents(maps.output);
  std::vector<AffineExprPtr> results;
  for (std::size_t d = 0; d < input.size(); ++d)
    results.push_back(AffineExpr::dimension(d + 1));
  std::vector<RuntimeRead> reads;
  const AffineExprPtr slice = AffineExpr::dimension(0);
  for (std::size_t k = 0; k < start_dimensions.size(); ++k) {
    const std::size_t d = start_dimensions[k];
    results[d]          = results[d] + AffineExpr::runtime(k);
    domain.runtime.push_back({0, input[d] - sizes[d]});
    reads.push_back(
        {1, IndexingMap::of(
                {slice, AffineExpr::constant(static_cast<std::int64_t>(k))},
                IndexDomain::of_extents(maps.output))});
  }
  maps.operands.push_back(Impl::operand_maps(
      IndexingMap::of(std::move(results), domain), std::move(reads)));
  IndexDomain of_indices = IndexDomain::of_extents(maps.output);
  of_indices.symbols     = {IndexRange::of_extent(indices[1])};
  maps.operands.push_back(Impl::operand_maps(
      IndexingMap::of({slice, AffineExpr::symbol(0)}, std::move(of_indices))));
  return maps;
}

}  // namespace Strata
