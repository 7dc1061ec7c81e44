// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_APPENDED_SIZES_HPP
#define STRATA_IMPL_APPENDED_SIZES_HPP

#include <cstdint>
#include <vector>

#include <Kokkos_Macros.hpp>
#include <Strata_TensorFormat.hpp>

namespace Strata::Impl {

/// Lengths of the arrays of a tensor, by level, from the number of entries of
/// each level that has positions.
struct AppendedSizes {
  /// \throws IndexOverflow when a position or coordinate does not fit its type,
  ///   or dense levels grow too large.
  AppendedSizes(const TensorFormat& format,
                const std::vector<std::int64_t>& extents,
                const std::vector<std::int64_t>& entries);

  static bool is_incomplete(int level, const std::vector<int>& incomplete);
  /// The outermost level has positions: nobody closes it.
  bool has_root_positions() const {
    return !positions.empty() && positions[0] == 2;
  }

  std::vector<std::int64_t> positions, coordinates;
  std::int64_t values = 1;
};

/// Inclusive scan with the maximum.
template <class T>
struct MaximumScan {
  using value_type = T;
  T* m_data;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, T& largest,
                                         bool final) const {
    if (largest < m_data[i]) largest = m_data[i];
    if (final) m_data[i] = largest;
  }
  KOKKOS_INLINE_FUNCTION void init(T& largest) const { largest = 0; }
  KOKKOS_INLINE_FUNCTION void join(T& a, const T& b) const {
    if (a < b) a = b;
  }
};

/// Of each piece, two words a level: how many entries it appends, and bits of
/// Seam. They become the position where it begins, and whether (1) an entry that a
/// piece before has begun is there. Returns the numbers of entries.
std::vector<std::int64_t> scan_counts(std::int64_t* words,
                                      std::int64_t pieces, int levels);

}  // namespace Strata::Impl

#endif
