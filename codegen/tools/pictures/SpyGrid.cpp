// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SpyGrid.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace Strata::Tool {

SpyGrid::SpyGrid(const CoordinateList& list, SpyAxis rows, SpyAxis columns)
    : m_rows(rows),
      m_columns(columns),
      m_counts(static_cast<std::size_t>(rows.cells() * columns.cells()), 0) {
  const auto cell = [&](const SpyAxis& axis, std::int64_t n) {
    return axis.dimension < 0 ? 0 : list.entry(n)[axis.dimension] / axis.cell;
  };
  for (std::int64_t n = 0; n < list.num_entries; ++n) {
    const std::int64_t at = cell(m_rows, n) * m_columns.cells() + cell(m_columns, n);
    m_most                = std::max(m_most, ++m_counts[static_cast<std::size_t>(at)]);
  }
}

int SpyGrid::shade(std::int64_t count) const {
  if (count == 0) return 0;
  if (m_most == 1) return num_shades;
  const double share =
      std::log(static_cast<double>(count)) / std::log(static_cast<double>(m_most));
  return 1 + static_cast<int>(std::min(num_shades - 1.0, share * num_shades));
}

std::vector<SpyGrid::Range> SpyGrid::ranges() const {
  std::vector<Range> out(num_shades + 1);
  for (const std::int64_t count : m_counts) {
    Range& range = out[static_cast<std::size_t>(shade(count))];
    range.first  = range.first == 0 ? count : std::min(range.first, count);
    range.last   = std::max(range.last, count);
  }
  return out;
}

std::string SpyGrid::path(int wanted) const {
  std::string out;
  for (std::int64_t r = 0; r < m_rows.cells(); ++r)
    for (std::int64_t c = 0; c < m_columns.cells(); ++c) {
      if (shade(count(r, c)) != wanted) continue;
      const std::int64_t first = c;
      while (c + 1 < m_columns.cells() && shade(count(r, c + 1)) == wanted) ++c;
      const std::int64_t width = c + 1 - first;
      out += fmt::format("M{} {}h{}v1h-{}z", first, r, width, width);
    }
  return out;
}

}  // namespace Strata::Tool
