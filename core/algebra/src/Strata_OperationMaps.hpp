// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_OPERATION_MAPS_HPP
#define STRATA_OPERATION_MAPS_HPP

#include <cstdint>
#include <vector>

#include <Strata_IndexingMap.hpp>

namespace Strata {

using Extents = std::vector<std::int64_t>;

/// Where the value of a run-time variable is loaded from: an element of an
/// operand, for every element of the output.
struct RuntimeRead {
  std::size_t operand = 0;
  IndexingMap map;
  bool operator==(const RuntimeRead&) const = default;
};

/// Which elements of one operand make an element of the output, and which
/// elements of the output an element of the operand goes into.
struct OperandMaps {
  IndexingMap output_to_input;
  IndexingMap input_to_output;
  /// One for each run-time variable of the maps.
  std::vector<RuntimeRead> reads;
};

/// Index maps of an operation on dense extents. All intervals are closed.
/// Every function below throws ShapeMismatch, which names the operation, the
/// argument and both values, for extents that do not fit.
struct OperationMaps {
  Extents output;
  std::vector<OperandMaps> operands;
};

/// Any function element by element.
OperationMaps elementwise_maps(const Extents& extents, std::size_t operands);
/// Dimension d of the input is dimension dimensions[d] of the output; the
/// dimensions ascend.
OperationMaps broadcast_maps(const Extents& input, const Extents& output,
                             const std::vector<std::size_t>& dimensions);
/// Constants and counters: no operands.
OperationMaps constant_maps(const Extents& output);
/// Dimension d of the output is dimension permutation[d] of the input.
OperationMaps transpose_maps(const Extents& input,
                             const std::vector<std::size_t>& permutation);
OperationMaps reverse_maps(const Extents& input,
                           const std::vector<std::size_t>& dimensions);

/// Any shape to any other with as many elements, in row-major order.
OperationMaps reshape_maps(const Extents& input, const Extents& output);
/// The same bytes: tensors with dimensions in any order in memory. The layouts
/// list dimensions from the slowest to the fastest; empty: row major.
OperationMaps bitcast_maps(const Extents& input, const Extents& output,
                           const std::vector<std::size_t>& input_layout  = {},
                           const std::vector<std::size_t>& output_layout = {});

/// `inputs` tensors reduced together over some dimensions: operands are the
/// inputs, then as many initial values without dimensions; every output has
/// the same maps.
OperationMaps reduce_maps(const Extents& input, std::size_t inputs,
                          const std::vector<std::size_t>& dimensions);

struct DotDimensions {
  std::vector<std::size_t> lhs_batch, rhs_batch;
  std::vector<std::size_t> lhs_contracting, rhs_contracting;
};
/// Output: batch dimensions, the free ones of lhs, the free ones of rhs.
OperationMaps dot_maps(const Extents& lhs, const Extents& rhs,
                       const DotDimensions& dimensions);

/// Window of a reduction in one dimension: `size` elements, `dilation` apart,
/// starting every `stride` elements of the input with `low` and `high`
/// elements of padding (not read) around it.
struct WindowDimension {
  std::int64_t size = 1, stride = 1, dilation = 1, low = 0, high = 0;
};
/// Operands: `inputs` tensors, then their initial values.
OperationMaps reduce_window_maps(const Extents& input, std::size_t inputs,
                                 const std::vector<WindowDimension>& window);

/// [start : limit : stride) in one dimension.
struct SliceDimension {
  std::int64_t start = 0, limit = 0, stride = 1;
};
OperationMaps slice_maps(const Extents& input,
                         const std::vector<SliceDimension>& slice);
/// Inputs one after the other in one dimension.
OperationMaps concatenate_maps(const std::vector<Extents>& inputs,
                               std::size_t dimension);

/// Elements of padding before, behind (negative: cut off) and between.
struct PadDimension {
  std::int64_t low = 0, high = 0, interior = 0;
};
/// Operands: the input, the value of the padding.
OperationMaps pad_maps(const Extents& input,
                       const std::vector<PadDimension>& padding);

/// Operands: the input, then one start for each dimension, without dimensions.
/// Starts are such that the slice lies inside (rt in [0, extent - size]).
OperationMaps dynamic_slice_maps(const Extents& input, const Extents& sizes);
/// Operands: the input, the update written over it, the starts.
OperationMaps dynamic_update_slice_maps(const Extents& input,
                                        const Extents& update);
/// Slices of the input at starts that are loaded: operands are the input and
/// indices with extents [number of slices, number of loaded starts]. Start k
/// is of dimension start_dimensions[k]; the other dimensions start at 0.
/// Output: [number of slices] + sizes.
OperationMaps gather_maps(const Extents& input, const Extents& indices,
                          const std::vector<std::size_t>& start_dimensions,
                          const Extents& sizes);

}  // namespace Strata

#endif
