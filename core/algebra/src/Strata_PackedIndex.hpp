// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PACKED_INDEX_HPP
#define STRATA_PACKED_INDEX_HPP

#include <cstdint>

#include <Strata_TensorFormat.hpp>

/// \file
/// Coordinates of 1, 2 or 4 bits (`crdWidth = 2`): several to a byte, the first one in the
/// lowest bits of the first byte. They are read where they are; what is written is written
/// in whole bytes and then packed.

namespace Strata {

constexpr bool is_packed_width(std::int64_t width) {
  return width == 1 || width == 2 || width == 4;
}
constexpr bool is_packed(IndexType type) { return is_packed_width(type.width); }

/// The narrowest type of whole bytes that holds the same numbers.
constexpr IndexType unpacked(IndexType type) { return is_packed(type) ? IndexType{8} : type; }

/// Bytes of an array of `count` numbers.
inline std::int64_t index_bytes(IndexType type, std::int64_t count) {
  if (!is_packed(type)) return count * type.bytes();
  const std::int64_t per_byte = 8 / type.width;
  return count / per_byte + (count % per_byte > 0 ? 1 : 0);
}

}  // namespace Strata

#endif
