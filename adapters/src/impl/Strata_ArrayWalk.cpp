// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_ArrayWalk.hpp>

namespace Strata::Impl {

ArrayWalk::ArrayWalk(Symmetry symmetry, std::span<const std::int64_t> extents)
    : m_extents(extents.begin(), extents.end()),
      m_at(extents.size(), 0),
      m_triangle(symmetry != Symmetry::general),
      m_skew(symmetry == Symmetry::skew_symmetric ? 1 : 0) {
  if (m_triangle) m_at[0] = m_skew;
}

std::int64_t ArrayWalk::size() const {
  std::int64_t product = 1;
  for (const auto e : m_extents)
    if (__builtin_mul_overflow(product, e, &product)) return -1;
  return m_triangle ? before_column(m_extents[1]) : product;
}

std::int64_t ArrayWalk::before_column(std::int64_t column) const {
  return column * (m_extents[0] - m_skew) - column * (column - 1) / 2;
}

std::int64_t ArrayWalk::index_of(std::span<const std::int64_t> at) const {
  if (m_triangle) return before_column(at[1]) + at[0] - at[1] - m_skew;
  std::int64_t n = 0;
  for (std::size_t d = at.size(); d-- > 0;) n = n * m_extents[d] + at[d];
  return n;
}

void ArrayWalk::seek(std::int64_t n) {
  if (!m_triangle) {
    for (std::size_t d = 0; d < m_at.size(); ++d) {
      m_at[d] = n % m_extents[d];
      n /= m_extents[d];
    }
    return;
  }
  std::int64_t low = 0, high = m_extents[1];  // the column is in [low, high)
  while (high - low > 1) {
    const std::int64_t middle                     = low + (high - low) / 2;
    (before_column(middle) <= n ? low : high) = middle;
  }
  m_at[1] = low;
  m_at[0] = low + m_skew + n - before_column(low);
}

void ArrayWalk::advance() {
  for (std::size_t d = 0; d < m_at.size(); ++d) {
    if (++m_at[d] < m_extents[d]) break;
    m_at[d] = 0;
  }
  if (m_triangle && m_at[0] == 0) m_at[0] = m_at[1] + m_skew;
}

}  // namespace Strata::Impl
