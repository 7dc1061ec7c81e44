// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_ARRAY_ROWS_HPP
#define STRATA_TOOLS_ARRAY_ROWS_HPP

#include <algorithm>
#include <cstdint>
#include <vector>

namespace Strata::Tool {

/// Which elements of an array are shown, one below the other, and where: all of
/// them, or the first and the last ones around a gap.
class ArrayRows {
 public:
  static constexpr double row = 22, gap = 44;

  /// At most `limit` elements are shown (4 at least).
  ArrayRows(std::int64_t size, std::int64_t limit) : m_size(size), m_head(size) {
    limit = std::max<std::int64_t>(limit, 4);
    if (size <= limit) return;
    m_tail = limit / 4;
    m_head = limit - m_tail;
  }

  std::int64_t size() const { return m_size; }
  std::int64_t head() const { return m_head; }
  std::int64_t tail() const { return m_tail; }
  bool hides() const { return m_head + m_tail < m_size; }
  /// First element after the gap.
  std::int64_t tail_begin() const { return m_size - m_tail; }

  std::vector<std::int64_t> shown() const {
    std::vector<std::int64_t> out;
    for (std::int64_t i = 0; i < m_head; ++i) out.push_back(i);
    for (std::int64_t i = tail_begin(); hides() && i < m_size; ++i) out.push_back(i);
    return out;
  }

  /// Upper side of element i, lower side of i − 1; hidden ones are in the gap.
  double top(std::int64_t i) const {
    if (i <= m_head) return row * static_cast<double>(i);
    const double below = row * static_cast<double>(m_head) + gap;
    if (i >= tail_begin()) return below + row * static_cast<double>(i - tail_begin());
    return below - gap / 2;
  }
  double height() const { return top(m_size); }

 private:
  std::int64_t m_size = 0, m_head = 0, m_tail = 0;
};

}  // namespace Strata::Tool

#endif
