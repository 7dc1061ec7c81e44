// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_HostResult.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>

#include <Strata_PackedIndex.hpp>

namespace Strata::Impl {

namespace {

std::vector<std::byte> host_bytes(const void* data, std::size_t size, const void* exec,
                                  const SpaceOperations& space) {
  std::vector<std::byte> out(data ? size : 0);
  if (out.empty()) return out;
  if (space.device)
    space.device->to_host(exec, out.data(), data, size);
  else
    std::memcpy(out.data(), data, size);
  return out;
}

std::vector<std::complex<double>> numbers_of(const HostResult& result) {
  std::vector<std::complex<double>> out(result.values.size() / size_of(result.scalar));
  visit_scalar_type(result.scalar, [&](auto zero) {
    for (std::size_t n = 0; n < out.size(); ++n) {
      auto value = zero;
      std::memcpy(&value, result.values.data() + n * sizeof value, sizeof value);
      if constexpr (std::is_arithmetic_v<decltype(value)>)
        out[n] = static_cast<double>(value);
      else
        out[n] = value;
    }
  });
  return out;
}

/// Infinities and what is no number agree with themselves only.
bool is_near(double a, double b, double error) {
  if (std::isfinite(a) && std::isfinite(b)) return std::abs(a - b) <= error;
  return a == b || (std::isnan(a) && std::isnan(b));
}

}  // namespace

HostResult host_result(const TensorRef& tensor, const void* exec, const SpaceOperations& space) {
  HostResult out;
  out.scalar           = tensor.scalar;
  const auto add_array = [&](const void* data, std::int64_t size, IndexType type) {
    out.structure.push_back(
        host_bytes(data, static_cast<std::size_t>(index_bytes(type, size)), exec, space));
  };
  for (const LevelArrays& level : tensor.levels) {
    add_array(level.positions, level.num_positions, tensor.format.pos_type());
    add_array(level.coordinates, level.num_coordinates, tensor.format.crd_type());
  }
  out.values = host_bytes(tensor.values,
                          static_cast<std::size_t>(span_of(tensor)) * size_of(tensor.scalar),
                          exec, space);
  return out;
}

bool agree(const HostResult& a, const HostResult& b, double tolerance) {
  if (a.structure != b.structure || a.values.size() != b.values.size()) return false;
  if (a.scalar == ScalarType::boolean || is_integer(a.scalar)) return a.values == b.values;
  const auto as = numbers_of(a), bs = numbers_of(b);
  double largest = 0;
  for (const auto& value : as)
    if (const double size = std::abs(value); std::isfinite(size))
      largest = std::max(largest, size);
  return std::equal(as.begin(), as.end(), bs.begin(), [&](const auto& x, const auto& y) {
    return is_near(x.real(), y.real(), tolerance * largest) &&
           is_near(x.imag(), y.imag(), tolerance * largest);
  });
}

}  // namespace Strata::Impl
