// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_STORAGE_PICTURE_HPP
#define STRATA_TOOLS_STORAGE_PICTURE_HPP

#include <cstdint>
#include <string>

#include <Strata_TensorRef.hpp>

namespace Strata::Tool {

/// Elements of an array that a picture shows at most, whatever is asked for.
inline constexpr std::int64_t most_rows = 1000;

/// The arrays of every level of a tensor that the host can read, side by side,
/// with arrows from position intervals to the coordinates they hold. Of an array
/// longer than `max_elements` (negative: most_rows) the first and the last
/// elements are shown. `name` is the heading.
std::string draw_storage(const std::string& name, const TensorRef& tensor,
                         std::int64_t max_elements);

}  // namespace Strata::Tool

#endif
