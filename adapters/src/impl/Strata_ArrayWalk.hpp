// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ARRAY_WALK_HPP
#define STRATA_IMPL_ARRAY_WALK_HPP

#include <cstdint>
#include <span>
#include <vector>

#include <Strata_CoordinateList.hpp>

namespace Strata::Impl {

/// The elements that an array file lists, in its order: first dimension fastest,
/// the lower triangle of a matrix with a symmetry (without the diagonal when it
/// is skew).
class ArrayWalk {
 public:
  ArrayWalk(Symmetry symmetry, std::span<const std::int64_t> extents);

  /// Number of elements, −1 when it does not fit in 64 bits.
  std::int64_t size() const;
  /// Number of the element at `at`, which is listed.
  std::int64_t index_of(std::span<const std::int64_t> at) const;
  /// Moves to element n. \pre 0 ≤ n < size()
  void seek(std::int64_t n);
  /// Moves to the next element.
  void advance();
  std::span<const std::int64_t> at() const { return m_at; }
  bool on_diagonal() const { return m_at.size() == 2 && m_at[0] == m_at[1]; }

 private:
  /// Elements of a triangle before a column.
  std::int64_t before_column(std::int64_t column) const;

  std::vector<std::int64_t> m_extents, m_at;
  bool m_triangle;
  std::int64_t m_skew;  ///< 1: the diagonal is not listed
};

}  // namespace Strata::Impl

#endif
