// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>

#include <impl/Strata_FillValues.hpp>
#include <impl/Strata_Number.hpp>

namespace Strata::Impl {

namespace {

constexpr std::uint64_t all = ~std::uint64_t{0};

template <class Word>
std::uint64_t word_at(const void* address) {
  Word word;
  std::memcpy(&word, address, sizeof(Word));
  return word;
}

std::uint64_t first_word(const void* address, int bytes) {
  switch (bytes) {
    case 1: return word_at<std::uint8_t>(address);
    case 2: return word_at<std::uint16_t>(address);
    case 4: return word_at<std::uint32_t>(address);
    default: return word_at<std::uint64_t>(address);
  }
}

/// Bits of the first 8 bytes that are not signs of its parts.
std::uint64_t unsigned_bits(ScalarType type) {
  switch (type) {
    case ScalarType::f16:
    case ScalarType::bf16: return 0x7fff;
    case ScalarType::f32: return 0x7fffffff;
    case ScalarType::c64: return 0x7fffffff7fffffff;
    case ScalarType::f64:
    case ScalarType::c128: return 0x7fffffffffffffff;
    default: return all;
  }
}

}  // namespace

FillBits make_fill_bits(ScalarType type, double fill) {
  const Number number = from_double(type, fill);
  alignas(16) unsigned char value[16] = {};
  store(number, value);
  FillBits bits;
  bits.bytes    = static_cast<int>(size_of(type));
  bits.words[0] = first_word(value, bits.bytes);
  if (bits.bytes == 16) bits.words[1] = word_at<std::uint64_t>(value + 8);
  const std::uint64_t any_sign = unsigned_bits(type);
  // Imaginary parts are 0: the upper half of c64, the second word of c128.
  constexpr std::uint64_t lower = 0xffffffff;
  const bool is_zero = (bits.words[0] & any_sign) == 0;
  bits.masks[0]      = is_zero                    ? any_sign
                       : type == ScalarType::c64 ? any_sign | lower
                                                  : all;
  bits.masks[1]      = any_sign;
  return bits;
}

}  // namespace Strata::Impl
