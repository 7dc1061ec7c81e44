// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_SPY_GRID_HPP
#define STRATA_TOOLS_SPY_GRID_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <Strata_CoordinateList.hpp>

namespace Strata::Tool {

/// A dimension cut into cells of equally many coordinates.
struct SpyAxis {
  static constexpr std::int64_t max_cells = 200;

  int dimension       = -1;  ///< −1: none, the axis that a vector lacks
  std::int64_t extent = 1;
  std::int64_t cell   = 1;   ///< coordinates in each cell (but the last)
  double pixels       = 0;   ///< length of its side of the plot

  std::int64_t cells() const { return (extent + cell - 1) / cell; }
};

/// Entries of a tensor counted by the cells of two of its dimensions.
class SpyGrid {
 public:
  static constexpr int num_shades = 8;

  SpyGrid(const CoordinateList& list, SpyAxis rows, SpyAxis columns);

  const SpyAxis& rows() const { return m_rows; }
  const SpyAxis& columns() const { return m_columns; }
  std::int64_t most() const { return m_most; }
  /// 0: empty; 1 … num_shades by the logarithm of the count.
  int shade(std::int64_t count) const;
  /// Smallest and largest count of a shade; empty: no cell has it.
  struct Range {
    std::int64_t first = 0, last = 0;
  };
  std::vector<Range> ranges() const;
  /// Data of an SVG path over the cells of a shade, a cell being 1 x 1.
  std::string path(int shade) const;

 private:
  std::int64_t count(std::int64_t row, std::int64_t column) const {
    return m_counts[static_cast<std::size_t>(row * m_columns.cells() + column)];
  }

  SpyAxis m_rows, m_columns;
  std::vector<std::int64_t> m_counts;
  std::int64_t m_most = 0;
};

}  // namespace Strata::Tool

#endif
