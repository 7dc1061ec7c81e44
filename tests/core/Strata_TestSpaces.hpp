// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TEST_SPACES_HPP
#define STRATA_TEST_SPACES_HPP

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <Strata_Core.hpp>
#include <Strata_TestMessage.hpp>

namespace Strata::Testing {

/// Host execution spaces of this Kokkos.
#if defined(KOKKOS_ENABLE_SERIAL) && defined(KOKKOS_ENABLE_OPENMP)
using ExecutionSpaces = testing::Types<Kokkos::Serial, Kokkos::OpenMP>;
#elif defined(KOKKOS_ENABLE_OPENMP)
using ExecutionSpaces = testing::Types<Kokkos::OpenMP>;
#else
using ExecutionSpaces = testing::Types<Kokkos::Serial>;
#endif

/// The same and devices: for tests that touch tensors through Strata alone.
#ifdef KOKKOS_ENABLE_CUDA
template <class Spaces>
struct WithDevices;
template <class... Spaces>
struct WithDevices<testing::Types<Spaces...>> {
  using type = testing::Types<Spaces..., Kokkos::Cuda>;
};
using AllExecutionSpaces = WithDevices<ExecutionSpaces>::type;
#else
using AllExecutionSpaces = ExecutionSpaces;
#endif

struct SpaceNames {
  template <class ExecutionSpace>
  static std::string GetName(int) {
    return ExecutionSpace::name();
  }
};

#define STRATA_TYPED_SUITE_OF(suite, spaces) \
  template <class ExecutionSpace>            \
  class suite : public testing::Test {       \
   public:                                   \
    ExecutionSpace exec;                     \
  };                                         \
  TYPED_TEST_SUITE(suite, spaces, Strata::Testing::SpaceNames)
#define STRATA_TYPED_SUITE(suite) \
  STRATA_TYPED_SUITE_OF(suite, Strata::Testing::ExecutionSpaces)

/// One thread is enough for tensors this small; two would wait for each other
/// where several tests share the processors.
template <class ExecutionSpace>
ExecutionSpace one_thread(const ExecutionSpace& exec) {
#ifdef KOKKOS_ENABLE_OPENMP
  if constexpr (std::is_same_v<ExecutionSpace, Kokkos::OpenMP>)
    return Kokkos::OpenMP(1);
#endif
  return exec;
}

using Coordinates = std::vector<std::vector<std::int64_t>>;

/// Entries summed by coordinate: what a tensor must mean.
using EntryMap = std::map<std::vector<std::int64_t>, double>;

inline EntryMap to_map(const Coordinates& coordinates,
                       const std::vector<double>& values) {
  EntryMap map;
  for (std::size_t e = 0; e < values.size(); ++e)
    map[coordinates[e]] += values[e];
  return map;
}

/// Stored entries of a f64 tensor; fails on a coordinate that is stored twice.
inline EntryMap to_map(const Entries& entries) {
  EntryMap map;
  for (std::int64_t e = 0; e < entries.size(); ++e) {
    const std::int64_t* c = entries.coordinate(e);
    double value;
    std::memcpy(&value, entries.value(e), sizeof value);
    EXPECT_TRUE(
        map.emplace(std::vector<std::int64_t>(c, c + entries.order), value)
            .second);
  }
  return map;
}

/// Array of level l as numbers.
inline std::vector<std::int64_t> positions_of(const TensorRef& t, int l) {
  const IndexSpan span(t.levels[l].positions, t.format.pos_type());
  std::vector<std::int64_t> numbers;
  for (std::int64_t i = 0; i < t.levels[l].num_positions; ++i)
    numbers.push_back(span[i]);
  return numbers;
}
inline std::vector<std::int64_t> coordinates_of(const TensorRef& t, int l) {
  const IndexSpan span(t.levels[l].coordinates, t.format.crd_type());
  std::vector<std::int64_t> numbers;
  for (std::int64_t i = 0; i < t.levels[l].num_coordinates; ++i)
    numbers.push_back(span[i]);
  return numbers;
}
template <class T = double>
std::vector<T> values_of(const TensorRef& t) {
  const T* values = static_cast<const T*>(t.values);
  return std::vector<T>(values, values + t.num_values);
}

using Numbers = std::vector<std::int64_t>;
using Reals   = std::vector<double>;

/// Random entries, duplicates likely in small extents.
struct RandomEntries {
  Coordinates coordinates;
  std::vector<double> values;

  RandomEntries(unsigned seed, std::size_t size,
                const std::vector<std::int64_t>& extents) {
    std::mt19937_64 random(seed);
    for (std::size_t e = 0; e < size; ++e) {
      coordinates.emplace_back();
      for (const std::int64_t extent : extents)
        coordinates.back().push_back(static_cast<std::int64_t>(
            random() % static_cast<std::uint64_t>(extent)));
      values.push_back(static_cast<double>(random() % 16) + 1);
    }
  }
};

}  // namespace Strata::Testing

#endif
