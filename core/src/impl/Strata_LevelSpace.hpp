// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_LEVEL_SPACE_HPP
#define STRATA_IMPL_LEVEL_SPACE_HPP

#include <cstdint>
#include <vector>

#include <Strata_LevelMap.hpp>
#include <Strata_TensorRef.hpp>

namespace Strata::Impl {

/// The tensor of the levels: the same arrays, with levels for dimensions.
TensorRef level_space(TensorRef tensor);

/// The same with the dense levels at the end as one, which makes runs of entries
/// longer; `map` is changed to go with it. \pre packed values
TensorRef with_joined_end(TensorRef levels, LevelMap& map);

/// Positions of the values that are stored at a coordinate (per dimension, in
/// range), found level by level. \pre the host can read the arrays
std::vector<std::int64_t> find_positions(
    const TensorRef& host_tensor, const std::vector<std::int64_t>& coordinates);

}  // namespace Strata::Impl

#endif
