// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_CheckTolerance.hpp"

#include <algorithm>
#include <cmath>

namespace Strata::Impl {

static bool computes_in_single(const IndexExpr& e) {
  return e.type == ScalarType::f32 || e.type == ScalarType::c64 ||
         std::any_of(e.args.begin(), e.args.end(),
                     [](const IndexExprPtr& a) { return computes_in_single(*a); });
}

double tolerance_of(const CheckedAssignment& checked, const TensorRef& result,
                    const CheckOptions& options) {
  if (options.tolerance > 0) return options.tolerance;
  // A step of what the result is rounded to.
  if (result.scalar == ScalarType::f16) return 2e-3;
  if (result.scalar == ScalarType::bf16) return 2e-2;
  const bool single = result.scalar == ScalarType::f32 || result.scalar == ScalarType::c64 ||
                      computes_in_single(*checked.assignment.rhs);
  return single ? 2e-5 : 1e-9;
}

double relative_error(const EvaluatedEntry& expected, const EvaluatedEntry& got,
                      ScalarType scalar) {
  const double inf = INFINITY;
  if (scalar == ScalarType::boolean || is_integer(scalar)) {
    return expected.integer == got.integer ? 0 : inf;
  }
  const auto e = expected.number, g = got.number;
  if (e == g) return 0;
  const bool finite = std::isfinite(e.real()) && std::isfinite(e.imag());
  if (!finite) {
    const bool got_finite = std::isfinite(g.real()) && std::isfinite(g.imag());
    if (is_complex(scalar)) return got_finite ? inf : 0;
    return std::isnan(e.real()) && std::isnan(g.real()) ? 0 : inf;
  }
  // Below the normal numbers a step is as large as above them.
  const double normal = scalar == ScalarType::f16    ? 0x1p-14
                        : scalar == ScalarType::bf16 ? 0x1p-126
                                                     : 0;
  const double error = std::abs(e - g);
  const double scale = std::max({expected.magnitude, std::abs(e), normal});
  if (!std::isfinite(error)) return inf;
  return scale == 0 ? inf : error / scale;
}

}  // namespace Strata::Impl
