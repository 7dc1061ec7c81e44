// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <Strata_Seam.hpp>
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

std::vector<std::int64_t> scan_counts(std::int64_t* words,
                                      std::int64_t pieces, int levels) {
  std::vector<std::int64_t> totals(levels, 0);
  std::vector<bool> open(levels, false);
  for (std::int64_t p = 0; p < pieces; ++p)
    for (int l = 0; l < levels; ++l) {
      std::int64_t& cursor     = words[(2 * p) * levels + l];
      std::int64_t& seam       = words[(2 * p + 1) * levels + l];
      const std::int64_t count = cursor;
      const bool was_open      = open[l];
      const bool goes_on       = was_open && (seam & Seam::first) != 0;
      open[l] = count > 0 ? (seam & Seam::last) != 0
                          : was_open && (seam & Seam::inside) != 0;
      cursor  = totals[l] - (was_open ? 1 : 0);
      seam    = was_open ? 1 : 0;
      totals[l] += count - (goes_on ? 1 : 0);
    }
  return totals;
}

}  // namespace Strata::Impl
