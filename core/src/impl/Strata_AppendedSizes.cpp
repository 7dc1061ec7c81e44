// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <impl/Strata_AppendedSizes.hpp>
#include <impl/Strata_AssembleLevels.hpp>
#include <impl/Strata_Sizes.hpp>

namespace Strata::Impl {

AppendedSizes::AppendedSizes(const TensorFormat& format,
                             const std::vector<std::int64_t>& extents,
                             const std::vector<std::int64_t>& entries) {
  constexpr const char* operation = "Strata::append";
  positions.resize(format.lvl_rank());
  coordinates.resize(format.lvl_rank());
  std::size_t group = 0;
  for (int l = 0; l < format.lvl_rank(); ++l) {
    const LevelTraits traits  = level_traits(format.level(l));
    const std::int64_t extent = extents[format.dimension_of_level(l)];
    if (traits.full) {
      values = checked_product(operation, values, extent);
      continue;
    }
    if (extent > 0)
      check_index_fits(operation, "coordinate", l, extent - 1,
                       format.crd_type());
    if (traits.stores_positions) {
      positions[l] = values + 1;
      values       = entries[group++];
      check_index_fits(operation, "position", l, values, format.pos_type());
    }
    coordinates[l] = values;
  }
}

bool AppendedSizes::is_incomplete(int level,
                                  const std::vector<int>& incomplete) {
  return std::find(incomplete.begin(), incomplete.end(), level) !=
         incomplete.end();
}

std::vector<std::int64_t> scan_counts(std::int64_t* counts,
                                      std::int64_t pieces, int levels) {
  std::vector<std::int64_t> totals(levels, 0);
  for (std::int64_t p = 0; p < pieces; ++p)
    for (int l = 0; l < levels; ++l) {
      std::int64_t& count   = counts[p * levels + l];
      const std::int64_t at = totals[l];
      totals[l] += count;
      count = at;
    }
  return totals;
}

}  // namespace Strata::Impl
