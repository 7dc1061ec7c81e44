// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DenseFill.hpp"

#include <numeric>

#include <impl/Strata_Number.hpp>

namespace Strata::Tool {
namespace {

/// Which coordinates, in row-major order, the list has.
std::vector<bool> listed_in(const CoordinateList& list, std::int64_t size) {
  std::vector<bool> listed(static_cast<std::size_t>(size));
  for (std::int64_t n = 0; n < list.num_entries; ++n) {
    std::int64_t offset = 0;
    for (int d = 0; d < list.order(); ++d)
      offset = offset * list.extents[d] + list.entry(n)[d];
    listed[static_cast<std::size_t>(offset)] = true;
  }
  return listed;
}

}  // namespace

CoordinateList with_fill(CoordinateList list, double fill) {
  const std::int64_t size = std::accumulate(list.extents.begin(), list.extents.end(),
                                            std::int64_t{1}, std::multiplies<>());
  const std::vector<bool> listed = listed_in(list, size);
  std::vector<std::int64_t> at(list.extents.size());
  visit_scalar_type(list.scalar, [&](auto zero) {
    using T              = decltype(zero);
    const Impl::Number n = Impl::from_double(list.scalar, fill);
    T value{};
    if constexpr (std::is_integral_v<T>)
      value = static_cast<T>(n.i);
    else if constexpr (std::is_floating_point_v<T> || is_two_byte_float_v<T>)
      value = static_cast<T>(n.z.real());
    else
      value = static_cast<T>(n.z);
    for (std::int64_t offset = 0; offset < size; ++offset) {
      if (listed[static_cast<std::size_t>(offset)]) continue;
      std::int64_t rest = offset;
      for (std::size_t d = at.size(); d-- > 0; rest /= list.extents[d])
        at[d] = rest % list.extents[d];
      list.push_back(at, value);
    }
  });
  return list;
}

}  // namespace Strata::Tool
