// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_STORAGE_CHECK_HPP
#define STRATA_IMPL_STORAGE_CHECK_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <Strata_ScalarType.hpp>
#include <Strata_TensorFormat.hpp>

namespace Strata::Impl {

/// \throws FormatMismatch unless both formats store the same arrays; native and
///   64-bit unsigned index types are the same.
void check_same_format(std::string_view operation, std::string_view label,
                       const TensorFormat& expected, const TensorFormat& got);

/// \throws FormatMismatch when the scalar types differ.
void check_same_scalar(std::string_view operation, std::string_view label,
                       ScalarType expected, ScalarType got);

/// Throws ShapeMismatch unless there is one coordinate per dimension, each in
/// range.
void check_coordinates(std::string_view operation, std::string_view label,
                       const std::vector<std::int64_t>& extents,
                       const std::vector<std::int64_t>& coordinates);

/// Label of a tensor from the label of its values.
std::string tensor_label(std::string_view values_label);

/// \throws FormatMismatch always: level `l` of the tensor has no such array.
[[noreturn]] void throw_array_mismatch(std::string_view operation,
                                       std::string_view label,
                                       const TensorFormat& format, int l,
                                       IndexType asked);

}  // namespace Strata::Impl

#endif
