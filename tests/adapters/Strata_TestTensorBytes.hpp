// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TEST_TENSOR_BYTES_HPP
#define STRATA_TEST_TENSOR_BYTES_HPP

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include <Kokkos_Core.hpp>
#include <Strata_TensorRef.hpp>

#include "../core/Strata_TestSpaces.hpp"

namespace Strata::Test {

/// One thread is enough for small tensors.
inline Kokkos::DefaultHostExecutionSpace host() {
  return Testing::one_thread(Kokkos::DefaultHostExecutionSpace());
}

inline std::string bytes_of(const void* data, std::int64_t bytes) {
  return bytes == 0 ? std::string()
                    : std::string(static_cast<const char*>(data),
                                  static_cast<std::size_t>(bytes));
}

/// Everything that a tensor without strides is, as text that can be compared.
inline std::string image_of(const TensorRef& t) {
  std::string image = t.format.to_string() + " " + std::string(name_of(t.scalar));
  for (const std::int64_t e : t.extents) image += " " + std::to_string(e);
  image += bytes_of(&t.fill, sizeof t.fill);
  for (const LevelArrays& l : t.levels)
    image += " positions " +
             bytes_of(l.positions, l.num_positions * t.format.pos_type().bytes()) +
             " coordinates " +
             bytes_of(l.coordinates, l.num_coordinates * t.format.crd_type().bytes());
  return image + " values " +
         bytes_of(t.values, t.num_values * static_cast<std::int64_t>(size_of(t.scalar)));
}

inline std::string contents_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void put_contents(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace Strata::Test

#endif
