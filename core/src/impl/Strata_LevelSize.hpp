// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_LEVEL_SIZE_HPP
#define STRATA_IMPL_LEVEL_SIZE_HPP

#include <cstdint>
#include <string_view>

#include <impl/Strata_AnyLevel.hpp>
#include <impl/Strata_FetchIndex.hpp>
#include <impl/Strata_Sizes.hpp>

namespace Strata::Impl {

/// Positions of level l below so many parents, as its arrays tell.
/// \throws IndexOverflow for a dense level with too many
template <class ExecutionSpace>
std::int64_t num_level_positions(const ExecutionSpace& exec, std::string_view operation,
                                 const TensorRef& tensor, int l, std::int64_t parents) {
  const LevelType type      = tensor.format.level(l);
  const LevelArrays& arrays = tensor.levels[l];
  if (type.kind == LevelKind::dense)
    return checked_product(operation, parents, tensor.level_extent(l));
  if (!is_registered(type.kind)) return arrays.num_coordinates;
  const LevelDescription& d = level_definition(type.kind).description;
  const IndexSpan positions(arrays.positions, tensor.format.pos_type());
  const auto element = [&](std::int64_t i) {
    return i < 0 || i >= arrays.num_positions ? 0 : fetch(exec, positions, i);
  };
  switch (d.edges) {
    case LevelEdges::width:
    case LevelEdges::bits:
    case LevelEdges::header:
      return padded_size(type, tensor.level_extent(l), parents,
                         d.edges == LevelEdges::header ? element(0) : 0);
    case LevelEdges::sliced:
      return checked_product(operation, element(arrays.num_positions - 1),
                             type.parameters[0]);
    case LevelEdges::runs: return element(arrays.num_positions - 1);
    case LevelEdges::jagged: return element(element(0) + 1);
    default:
      return d.stores_coordinates ? arrays.num_coordinates
                                  : element(arrays.num_positions - 1);
  }
}

}  // namespace Strata::Impl

#endif
