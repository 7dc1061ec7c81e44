// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_INDEX_RANGE_HPP
#define STRATA_INDEX_RANGE_HPP

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

namespace Strata {

/// Closed range of integers [lower, upper]; empty when lower > upper. The
/// smallest and the largest 64-bit number stand for "without bound".
struct IndexRange {
  static constexpr std::int64_t no_lower =
      std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t no_upper =
      std::numeric_limits<std::int64_t>::max();

  std::int64_t lower = 0;
  std::int64_t upper = -1;

  /// [0, extent - 1]
  static IndexRange of_extent(std::int64_t extent) { return {0, extent - 1}; }
  static IndexRange all() { return {no_lower, no_upper}; }

  bool is_empty() const { return lower > upper; }
  bool is_point() const { return lower == upper; }
  bool is_bounded() const { return lower != no_lower && upper != no_upper; }
  bool contains(std::int64_t value) const {
    return lower <= value && value <= upper;
  }
  bool contains(const IndexRange& other) const {
    return lower <= other.lower && other.upper <= upper;
  }
  /// Number of integers. \throws IndexOverflow beyond 64 bits.
  std::int64_t size() const;
  IndexRange intersect(const IndexRange& other) const {
    return {std::max(lower, other.lower), std::min(upper, other.upper)};
  }
  /// "[lower, upper]"
  std::string to_string() const;
  bool operator==(const IndexRange&) const = default;
};

/// What sums, multiples, quotients and remainders of values in ranges lie in;
/// the ranges are not empty, divisors are positive. Nothing overflows: bounds
/// beyond 64 bits are "without bound".
IndexRange operator+(const IndexRange& a, const IndexRange& b);
IndexRange operator*(const IndexRange& a, const IndexRange& b);
IndexRange floordiv(const IndexRange& a, std::int64_t divisor);
IndexRange mod(const IndexRange& a, std::int64_t divisor);

}  // namespace Strata

#endif
