// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CHECKED_MATH_HPP
#define STRATA_IMPL_CHECKED_MATH_HPP

#include <cstdint>
#include <string>

#include <Strata_Error.hpp>

namespace Strata::Impl {

[[noreturn]] inline void fail_overflow(std::int64_t a, const char* op,
                                       std::int64_t b) {
  throw IndexOverflow(error_message(
      "index map", "arithmetic", "values that 64 bits hold",
      std::to_string(a) + op + std::to_string(b), "use smaller extents"));
}

inline std::int64_t checked_add(std::int64_t a, std::int64_t b) {
  std::int64_t value = 0;
  if (__builtin_add_overflow(a, b, &value)) fail_overflow(a, " + ", b);
  return value;
}

inline std::int64_t checked_mul(std::int64_t a, std::int64_t b) {
  std::int64_t value = 0;
  if (__builtin_mul_overflow(a, b, &value)) fail_overflow(a, " * ", b);
  return value;
}

/// \pre b > 0
inline std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}
inline std::int64_t floor_mod(std::int64_t a, std::int64_t b) {
  return a % b + (a % b < 0 ? b : 0);
}
inline std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return a / b + (a % b > 0 ? 1 : 0);
}

}  // namespace Strata::Impl

#endif
