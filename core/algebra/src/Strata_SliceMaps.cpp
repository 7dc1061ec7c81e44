// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_CheckedMath.hpp>
#include <impl/Strata_OperationChecks.hpp>

namespace Strata {

using Impl::OperationChecks;

OperationMaps slice_maps(const Extents& input,
                         const std::vector<SliceDimension>& slice) {
  const OperationChecks checks("slice_maps");
  checks.require_extents("input", input);
  checks.require_rank("slice", input.size(), slice.size());
  Extents output;
  std::vector<AffineExprPtr> results;
  for (std::size_t d = 0; d < input.size(); ++d) {
    const SliceDimension& s = slice[d];
    if (s.start < 0 || s.limit < s.start || s.limit > input[d] || s.stride < 1)
      checks.fail("slice",
                  "0 <= start <= limit <= " + std::to_string(input[d]) +
                      " and stride >= 1 in dimension " + std::to_string(d),
                  Impl::numbers_text({s.start, s.limit, s.stride}),
                  "slices are [start : limit : stride)");
    output.push_back(Impl::ceil_div(s.limit - s.start, s.stride));
    results.push_back(AffineExpr::dimension(d) * s.stride + s.start);
  }
  return {output,
          {Impl::operand_maps(IndexingMap::of(
              std::move(results), IndexDomain::of_extents(output)))}};
}

OperationMaps concatenate_maps(const std::vector<Extents>& inputs,
                               std::size_t dimension) {
  const OperationChecks checks("concatenate_maps");
  if (inputs.empty() || dimension >= inputs[0].size())
    checks.fail("dimension", "inputs, and a dimension that they have",
                std::to_string(inputs.size()) + " inputs, dimension " +
                    std::to_string(dimension),
                "dimensions are counted from 0");
  OperationMaps maps{inputs[0], {}};
  maps.output[dimension] = 0;
  for (const Extents& input : inputs) {
    checks.require_extents("inputs", input);
    Extents same = input;
    if (same.size() == maps.output.size())
      same[dimension] = inputs[0][dimension];
    if (same != inputs[0])
      checks.fail("inputs",
                  Impl::numbers_text(inputs[0]) + " but for dimension " +
                      std::to_string(dimension),
                  Impl::numbers_text(input), "the other extents agree");
    const std::int64_t offset        = maps.output[dimension];
    IndexingMap map                  = IndexingMap::identity(input);
    map.domain.dimensions[dimension] = {offset, offset + input[dimension] - 1};
    map.map.results[dimension]       = map.map.results[dimension] - offset;
    maps.operands.push_back(Impl::operand_maps(map));
    maps.output[dimension] = Impl::checked_add(offset, input[dimension]);
  }
  return maps;
}

OperationMaps pad_maps(const Extents& input,
                       const std::vector<PadDimension>& padding) {
  const OperationChecks checks("pad_maps");
  checks.require_extents("input", input);
  checks.require_rank("padding", input.size(), padding.size());
  Extents output;
  IndexDomain domain;
  std::vector<AffineExprPtr> results;
  for (std::size_t d = 0; d < input.size(); ++d) {
    const PadDimension& p = padding[d];
    if (p.interior < 0)
      checks.fail("padding", "interior padding of 0 or more",
                  std::to_string(p.interior),
                  "check dimension " + std::to_string(d));
    const std::int64_t step = Impl::checked_add(p.interior, 1);
    const std::int64_t span =
        input[d] == 0 ? 0 : Impl::checked_mul(input[d] - 1, step) + 1;
    const std::int64_t extent =
        Impl::checked_add(Impl::checked_add(span, p.low), p.high);
    if (extent < 0)
      checks.fail("padding", "at most " + std::to_string(span) + " cut off",
                  Impl::numbers_text({p.low, p.high}),
                  "check dimension " + std::to_string(d));
    output.push_back(extent);
    const IndexRange inside{p.low, p.low + span - 1};
    domain.dimensions.push_back(
        inside.intersect(IndexRange::of_extent(output.back())));
    const AffineExprPtr from_first = AffineExpr::dimension(d) - p.low;
    domain.constraints.push_back({mod(from_first, step), {0, 0}});
    results.push_back(floordiv(from_first, step));
  }
  return {output,
          {Impl::operand_maps(
               IndexingMap::of(std::move(results), std::move(domain))),
           Impl::scalar_operand(output)}};
}

}  // namespace Strata
