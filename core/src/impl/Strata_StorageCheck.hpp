// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_STORAGE_CHECK_HPP
#define STRATA_IMPL_STORAGE_CHECK_HPP

#include <string_view>

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

/// \throws FormatMismatch always: level `l` of the tensor has no such array.
[[noreturn]] void throw_array_mismatch(std::string_view operation,
                                       std::string_view label,
                                       const TensorFormat& format, int l,
                                       IndexType asked);

}  // namespace Strata::Impl

#endif
