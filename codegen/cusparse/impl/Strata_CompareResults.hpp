// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_COMPARE_RESULTS_HPP
#define STRATA_IMPL_COMPARE_RESULTS_HPP

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include <Kokkos_Core.hpp>
#include <Strata_CuSparseError.hpp>
#include <Strata_TensorRef.hpp>

// Two results that lie where `exec` reads them.
namespace Strata::CuSparse::Impl {

template <class ExecutionSpace>
using EntryRange = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;

struct CountDifferences {
  const unsigned char *m_a, *m_b;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& different) const {
    different += m_a[i] != m_b[i] ? 1 : 0;
  }
};

template <class T>
struct LargestDifference {
  const T *m_a, *m_b;
  KOKKOS_FUNCTION void operator()(std::int64_t i, double& difference) const {
    const double d = Kokkos::abs(m_a[i] - m_b[i]);
    // Not a number: as large as can be.
    if (!(d <= difference)) difference = d == d ? d : std::numeric_limits<double>::infinity();
  }
};

template <class T>
struct LargestValue {
  const T* m_a;
  KOKKOS_FUNCTION void operator()(std::int64_t i, double& largest) const {
    const double d = Kokkos::abs(m_a[i]);
    if (d > largest) largest = d;
  }
};

template <class ExecutionSpace>
bool same_bytes(const ExecutionSpace& exec, const void* a, const void* b, std::int64_t bytes) {
  std::int64_t different = 0;
  Kokkos::parallel_reduce(
      "Strata::CuSparse::einsum_checked::pattern", EntryRange<ExecutionSpace>(exec, 0, bytes),
      CountDifferences{static_cast<const unsigned char*>(a), static_cast<const unsigned char*>(b)},
      different);
  return different == 0;
}

[[noreturn]] inline void throw_different(const std::string& operation, const std::string& expected,
                                         const std::string& got) {
  throw LibraryError(error_message("Strata::CuSparse::einsum_checked", operation, expected, got,
                                   "take the generated kernel, Strata::einsum"));
}

template <class T, class ExecutionSpace>
void check_same_values(const ExecutionSpace& exec, const std::string& operation, const void* got,
                       const void* expected, std::int64_t size, double unit) {
  const auto *a = static_cast<const T*>(got), *b = static_cast<const T*>(expected);
  const EntryRange<ExecutionSpace> range(exec, 0, size);
  double difference = 0, largest = 0;
  Kokkos::parallel_reduce("Strata::CuSparse::einsum_checked::difference", range,
                          LargestDifference<T>{a, b}, Kokkos::Max<double>(difference));
  Kokkos::parallel_reduce("Strata::CuSparse::einsum_checked::largest", range,
                          LargestValue<T>{b}, Kokkos::Max<double>(largest));
  exec.fence("Strata::CuSparse::einsum_checked");
  if (size > 0 && !(difference <= 1e4 * unit * largest))
    throw_different(operation, "the values of the generated kernel, up to " +
                                   std::to_string(largest),
                    "a difference of " + std::to_string(difference));
}

/// \throws LibraryError unless `got` is `expected`, both in one format and packed.
template <class ExecutionSpace>
void check_same_result(const ExecutionSpace& exec, const std::string& operation,
                       const TensorRef& got, const TensorRef& expected) {
  if (got.num_values != expected.num_values)
    throw_different(operation, std::to_string(expected.num_values) + " entries",
                    std::to_string(got.num_values));
  for (std::size_t l = 0; l < got.levels.size(); ++l) {
    const LevelArrays &a = got.levels[l], &b = expected.levels[l];
    if (!same_bytes(exec, a.positions, b.positions,
                    b.num_positions * expected.format.pos_type().bytes()) ||
        !same_bytes(exec, a.coordinates, b.coordinates,
                    b.num_coordinates * expected.format.crd_type().bytes()))
      throw_different(operation, "the pattern of the generated kernel's result",
                      "another one at level " + std::to_string(l));
  }
  constexpr double f32 = std::numeric_limits<float>::epsilon(),
                   f64 = std::numeric_limits<double>::epsilon();
  const std::int64_t n = expected.num_values;
  const void *a = got.values, *b = expected.values;
  switch (expected.scalar) {
    case ScalarType::f32: return check_same_values<float>(exec, operation, a, b, n, f32);
    case ScalarType::f64: return check_same_values<double>(exec, operation, a, b, n, f64);
    case ScalarType::c64:
      return check_same_values<Kokkos::complex<float>>(exec, operation, a, b, n, f32);
    default:
      return check_same_values<Kokkos::complex<double>>(exec, operation, a, b, n, f64);
  }
}

}  // namespace Strata::CuSparse::Impl

#endif
