// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_STORED_SEARCH_HPP
#define STRATA_STORED_SEARCH_HPP

#include <cstdint>
#include <functional>
#include <vector>

#include <Strata_TensorRef.hpp>

namespace Strata::Impl {

/// Calls f(coordinates, address of the value) for the stored values at coordinates
/// that are `wanted`, where these are not negative. Levels that are ordered are
/// searched, others under the same parent are walked; dense ones are stepped into.
/// Host memory. Returns how many coordinates it came to.
std::int64_t for_each_stored_at(
    const TensorRef& tensor, const std::vector<std::int64_t>& wanted,
    const std::function<void(const std::vector<std::int64_t>&, const void*)>& f);

/// True where the level of the first dimension that is not wanted (negative) and those
/// below it are dense, and something is stored above at the wanted coordinates. False
/// where levels store expressions.
bool is_stored_above(const TensorRef& tensor, const std::vector<std::int64_t>& wanted);

/// Coordinates of stored value number n. \pre the tensor has a level that stores
/// coordinates, and n < num_values
std::vector<std::int64_t> coordinates_of_value(const TensorRef& tensor,
                                               std::int64_t n);

}  // namespace Strata::Impl

#endif
