// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_IndexRange.hpp>

#include <impl/Strata_CheckedMath.hpp>

namespace Strata {
namespace {

bool is_infinite(std::int64_t bound) {
  return bound == IndexRange::no_lower || bound == IndexRange::no_upper;
}

std::int64_t infinity(bool positive) {
  return positive ? IndexRange::no_upper : IndexRange::no_lower;
}

/// Sum of two lower or of two upper bounds.
std::int64_t add_bounds(std::int64_t a, std::int64_t b, bool is_upper) {
  std::int64_t sum = 0;
  if (is_infinite(a) || is_infinite(b)) return infinity(is_upper);
  return __builtin_add_overflow(a, b, &sum) ? infinity(is_upper) : sum;
}

/// Product of two bounds, saturated.
std::int64_t multiply_bounds(std::int64_t a, std::int64_t b) {
  if (a == 0 || b == 0) return 0;
  std::int64_t product = 0;
  const bool positive  = (a > 0) == (b > 0);
  if (is_infinite(a) || is_infinite(b) ||
      __builtin_mul_overflow(a, b, &product))
    return infinity(positive);
  return product;
}

}  // namespace

std::int64_t IndexRange::size() const {
  if (is_empty()) return 0;
  return Impl::checked_add(Impl::checked_add(upper, 1),
                           Impl::checked_mul(lower, -1));
}

std::string IndexRange::to_string() const {
  return "[" + std::to_string(lower) + ", " + std::to_string(upper) + "]";
}

IndexRange operator+(const IndexRange& a, const IndexRange& b) {
  return {add_bounds(a.lower, b.lower, false),
          add_bounds(a.upper, b.upper, true)};
}

IndexRange operator*(const IndexRange& a, const IndexRange& b) {
  const std::int64_t corners[] = {
      multiply_bounds(a.lower, b.lower), multiply_bounds(a.lower, b.upper),
      multiply_bounds(a.upper, b.lower), multiply_bounds(a.upper, b.upper)};
  return {*std::min_element(corners, corners + 4),
          *std::max_element(corners, corners + 4)};
}

IndexRange floordiv(const IndexRange& a, std::int64_t divisor) {
  const auto divide = [&](std::int64_t bound) {
    return is_infinite(bound) ? bound : Impl::floor_div(bound, divisor);
  };
  return {divide(a.lower), divide(a.upper)};
}

IndexRange mod(const IndexRange& a, std::int64_t divisor) {
  const IndexRange quotient = floordiv(a, divisor);
  if (a.is_bounded() && quotient.is_point())
    return {Impl::floor_mod(a.lower, divisor),
            Impl::floor_mod(a.upper, divisor)};
  return {0, divisor - 1};
}

}  // namespace Strata
