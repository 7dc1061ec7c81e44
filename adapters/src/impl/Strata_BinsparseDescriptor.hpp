// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_BINSPARSE_DESCRIPTOR_HPP
#define STRATA_IMPL_BINSPARSE_DESCRIPTOR_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <Strata_TensorRef.hpp>

namespace Strata::Impl {

/// What the JSON text of a binsparse container says of its arrays.
struct BinsparseDescriptor {
  TensorFormat format;
  ScalarType scalar = ScalarType::f64;
  std::vector<std::int64_t> extents;
  double fill   = 0;
  bool has_fill = false;  ///< and it is in the array fill_value
  /// Strata wrote it: arrays have checksums, positions of level 0 are there.
  bool is_ours = false;
};

/// Names of arrays.
std::string positions_name(int level);
std::string coordinates_name(int level);
inline constexpr const char* values_name = "values";
inline constexpr const char* fill_name   = "fill_value";
/// Attribute of the root that holds the descriptor.
inline constexpr const char* descriptor_name = "binsparse";

/// "uint32", "float64", "bint8", "complex[float32]".
std::string element_name(IndexType type);
std::string element_name(ScalarType type);

/// \throws IoError for a format whose arrays no container holds: packed coordinates.
void check_contained(const std::string& file, const TensorFormat& format);
/// The descriptor of a tensor.
std::string to_json(const TensorRef& tensor);
/// \throws IoError naming the key at fault.
BinsparseDescriptor parse_descriptor(std::string_view json,
                                     const std::string& file);

}  // namespace Strata::Impl

#endif
