// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_SIZES_HPP
#define STRATA_IMPL_SIZES_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <Strata_Error.hpp>
#include <Strata_TensorFormat.hpp>

namespace Strata::Impl {

/// a·b of two sizes. \throws IndexOverflow when 63 bits do not hold it.
std::int64_t checked_product(std::string_view operation, std::int64_t a,
                             std::int64_t b);

/// Bytes of an array. \throws IndexOverflow when no machine holds so many.
std::int64_t checked_bytes(std::string_view label, std::int64_t count,
                           std::int64_t element);

/// \throws ShapeMismatch unless there is one non-negative extent per dimension.
void check_extents(std::string_view operation, const TensorFormat& format,
                   const std::vector<std::int64_t>& extents);

/// "(4, 5)"
std::string to_text(const std::vector<std::int64_t>& numbers);

/// "8-bit unsigned"
std::string to_text(IndexType type);

/// Throws FormatMismatch for packed numbers: what is written is of whole bytes.
void check_whole_bytes(std::string_view label, IndexType type);

/// Throws the error for an allocation the system refused.
[[noreturn]] void throw_allocation_failed(std::string_view label,
                                          std::int64_t bytes,
                                          const char* reason);

/// "Strata::<label>::<what>"; "Strata::tensor::<what>" without a label.
std::string array_label(std::string_view label, std::string_view what);

}  // namespace Strata::Impl

#endif
