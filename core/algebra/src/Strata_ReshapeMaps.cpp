// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <numeric>

#include <impl/Strata_CheckedMath.hpp>
#include <impl/Strata_OperationChecks.hpp>

namespace Strata {
namespace {

/// Elements between neighbours of each dimension, in row-major order.
Extents row_major_strides(const Extents& extents) {
  Extents strides(extents.size(), 1);
  for (std::size_t d = extents.size(); d-- > 1;)
    strides[d - 1] = Impl::checked_mul(strides[d], extents[d]);
  return strides;
}

/// Output -> input of a reshape: the row-major number of an element, taken
/// apart.
IndexingMap reshape_map(const Extents& input, const Extents& output) {
  const IndexDomain domain = IndexDomain::of_extents(output);
  std::vector<AffineExprPtr> results;
  if (Impl::num_elements(output) == 0) {
    results.assign(input.size(), AffineExpr::constant(0));
    return IndexingMap::of(std::move(results), domain);
  }
  AffineExprPtr number  = AffineExpr::constant(0);
  const Extents strides = row_major_strides(output);
  for (std::size_t d = 0; d < output.size(); ++d)
    number = number + AffineExpr::dimension(d) * strides[d];
  std::int64_t above = 0;  // elements that the dimension before counts in
  for (std::int64_t stride : row_major_strides(input)) {
    const AffineExprPtr rest = above == 0 ? number : mod(number, above);
    results.push_back(stride == 1 ? rest : floordiv(rest, stride));
    above = stride;
  }
  return IndexingMap::of(std::move(results), domain);
}

Extents permuted(const Extents& extents,
                 const std::vector<std::size_t>& layout) {
  Extents result;
  for (std::size_t d : layout) result.push_back(extents[d]);
  return result;
}

std::vector<std::size_t> or_row_major(std::vector<std::size_t> layout,
                                      std::size_t rank) {
  if (!layout.empty()) return layout;
  layout.resize(rank);
  std::iota(layout.begin(), layout.end(), std::size_t(0));
  return layout;
}

void require_same_size(const Impl::OperationChecks& checks,
                       const Extents& input, const Extents& output) {
  checks.require_extents("input", input);
  checks.require_extents("output", output);
  if (Impl::num_elements(input) != Impl::num_elements(output))
    checks.fail("output",
                std::to_string(Impl::num_elements(input)) + " elements as " +
                    Impl::numbers_text(input) + " has",
                Impl::numbers_text(output), "give extents with the same product");
}

}  // namespace

OperationMaps reshape_maps(const Extents& input, const Extents& output) {
  require_same_size(Impl::OperationChecks("reshape_maps"), input, output);
  return {output, {Impl::operand_maps(reshape_map(input, output))}};
}

OperationMaps bitcast_maps(const Extents& input, const Extents& output,
                           const std::vector<std::size_t>& input_layout,
                           const std::vector<std::size_t>& output_layout) {
  const Impl::OperationChecks checks("bitcast_maps");
  require_same_size(checks, input, output);
  const auto from = or_row_major(input_layout, input.size());
  const auto to   = or_row_major(output_layout, output.size());
  checks.require_permutation("input_layout", from, input.size());
  checks.require_permutation("output_layout", to, output.size());
  // As they lie in memory, both are row major.
  const Extents memory_in     = permuted(input, from);
  const OperandMaps order     = transpose_maps(output, to).operands[0];
  const IndexingMap in_memory = compose(
      order.input_to_output, reshape_map(memory_in, permuted(output, to)));
  const OperandMaps back = transpose_maps(input, from).operands[0];
  return {output,
          {Impl::operand_maps(compose(in_memory, back.output_to_input))}};
}

}  // namespace Strata
