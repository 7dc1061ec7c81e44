// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Slices.hpp"

#include <algorithm>

namespace Strata::Tool {

TensorFormat with_known_slices(const TensorFormat& format,
                               const std::vector<std::int64_t>& whole) {
  DimensionSlices slices = format.slices();
  for (std::size_t d = 0; d < slices.size() && d < whole.size(); ++d) {
    if (!slices[d]) continue;
    DimensionSlice& slice = *slices[d];
    slice.offset          = std::max<std::int64_t>(slice.offset, 0);
    if (slice.stride < 0) slice.stride = 1;
    const std::int64_t rest = std::max<std::int64_t>(whole[d] - slice.offset, 0);
    if (slice.size < 0) slice.size = rest / slice.stride + (rest % slice.stride != 0);
  }
  return format.with_slices(std::move(slices));
}

std::vector<std::int64_t> part_extents(const TensorFormat& format,
                                       const std::vector<std::int64_t>& whole) {
  if (!format.is_sliced()) return whole;
  TensorFormat part = format.whole();
  std::vector<std::int64_t> extents = whole, of_whole;
  Impl::take_part(part, extents, of_whole, with_known_slices(format, whole).slices());
  return extents;
}

}  // namespace Strata::Tool
