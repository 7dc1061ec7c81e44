// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <impl/Strata_OperationChecks.hpp>

namespace Strata {

using Impl::OperationChecks;

OperationMaps elementwise_maps(const Extents& extents, std::size_t operands) {
  OperationChecks("elementwise_maps").require_extents("extents", extents);
  return {extents,
          {operands, Impl::operand_maps(IndexingMap::identity(extents))}};
}

OperationMaps broadcast_maps(const Extents& input, const Extents& output,
                             const std::vector<std::size_t>& dimensions) {
  const OperationChecks checks("broadcast_maps");
  checks.require_extents("output", output);
  checks.require_rank("dimensions", input.size(), dimensions.size());
  checks.require_dimensions("dimensions", dimensions, output.size());
  std::vector<AffineExprPtr> results;
  for (std::size_t d = 0; d < input.size(); ++d) {
    if (d > 0 && dimensions[d] < dimensions[d - 1])
      checks.fail("dimensions", "ascending dimensions",
                  Impl::numbers_text({dimensions.begin(), dimensions.end()}),
                  "transpose first");
    if (input[d] != output[dimensions[d]])
      checks.fail("input",
                  "extent " + std::to_string(output[dimensions[d]]) +
                      " in dimension " + std::to_string(d),
                  Impl::numbers_text(input), "only new dimensions are repeated");
    results.push_back(AffineExpr::dimension(dimensions[d]));
  }
  return {output,
          {Impl::operand_maps(IndexingMap::of(
              std::move(results), IndexDomain::of_extents(output)))}};
}

OperationMaps constant_maps(const Extents& output) {
  OperationChecks("constant_maps").require_extents("output", output);
  return {output, {}};
}

OperationMaps transpose_maps(const Extents& input,
                             const std::vector<std::size_t>& permutation) {
  const OperationChecks checks("transpose_maps");
  checks.require_extents("input", input);
  checks.require_permutation("permutation", permutation, input.size());
  Extents output;
  std::vector<AffineExprPtr> results(input.size());
  for (std::size_t d = 0; d < input.size(); ++d) {
    output.push_back(input[permutation[d]]);
    results[permutation[d]] = AffineExpr::dimension(d);
  }
  return {output,
          {Impl::operand_maps(IndexingMap::of(
              std::move(results), IndexDomain::of_extents(output)))}};
}

OperationMaps reverse_maps(const Extents& input,
                           const std::vector<std::size_t>& dimensions) {
  const OperationChecks checks("reverse_maps");
  checks.require_extents("input", input);
  checks.require_dimensions("dimensions", dimensions, input.size());
  std::vector<AffineExprPtr> results;
  for (std::size_t d = 0; d < input.size(); ++d) {
    const AffineExprPtr e = AffineExpr::dimension(d);
    results.push_back(Impl::is_one_of(d, dimensions) ? -e + (input[d] - 1) : e);
  }
  return {input,
          {Impl::operand_maps(IndexingMap::of(
              std::move(results), IndexDomain::of_extents(input)))}};
}

}  // namespace Strata
