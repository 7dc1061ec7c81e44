// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_SCALAR_TYPE_HPP
#define STRATA_SCALAR_TYPE_HPP

#include <complex>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include <Strata_Half.hpp>

namespace Strata {

/// Element types of tensors. The order matters to nothing but printing.
enum class ScalarType : std::uint8_t {
  boolean, i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64, c64, c128
};

constexpr bool is_complex(ScalarType t) { return t >= ScalarType::c64; }
constexpr bool is_float(ScalarType t) {
  return t >= ScalarType::f16 && t <= ScalarType::f64;
}
/// True for f16 and bf16, which are stored but not computed in.
constexpr bool is_half(ScalarType t) {
  return t == ScalarType::f16 || t == ScalarType::bf16;
}
/// Type of arithmetic on `t`: f32 for f16 and bf16, else `t`.
constexpr ScalarType compute_type(ScalarType t) {
  return is_half(t) ? ScalarType::f32 : t;
}
constexpr bool is_signed_integer(ScalarType t) {
  return t >= ScalarType::i8 && t <= ScalarType::i64;
}
constexpr bool is_unsigned_integer(ScalarType t) {
  return t >= ScalarType::u8 && t <= ScalarType::u64;
}
/// True for i8..i64 and u8..u64, not for bool.
constexpr bool is_integer(ScalarType t) {
  return is_signed_integer(t) || is_unsigned_integer(t);
}

/// Bytes of one element in memory (bool is one byte, 0 or 1).
constexpr std::size_t size_of(ScalarType t) {
  constexpr std::size_t bytes[] = {1, 1, 2, 4, 8, 1, 2, 4,
                                   8, 2, 2, 4, 8, 8, 16};
  return bytes[static_cast<int>(t)];
}

/// "bool", "i8" … "u64", "f16", "bf16", "f32", "f64", "c64", "c128".
std::string_view name_of(ScalarType t);
/// Inverse of name_of; empty when the name is unknown.
std::optional<ScalarType> scalar_type_from_name(std::string_view name);

/// Type that holds both a and b: the wider type; bool gives way to anything;
/// two integers of different signedness give the signed one of the wider width;
/// integer with float gives the float; f16 with bf16 gives f32; real with
/// complex gives the complex type of the wider precision. A binary operation
/// computes in compute_type of it.
ScalarType promote(ScalarType a, ScalarType b);

/// True when a value of type `from` may be stored as `to` without naming a
/// cast: any integer or bool to any number, real to real or complex, complex to
/// complex. Not float to integer, complex to real, or a number to bool.
bool implicitly_convertible(ScalarType from, ScalarType to);

/// Trait: ScalarType of a C++ type. Strata_Core adds Kokkos::complex.
template <class T>
struct scalar_type_of;
template <> struct scalar_type_of<bool> { static constexpr auto value = ScalarType::boolean; };
template <> struct scalar_type_of<std::int8_t> { static constexpr auto value = ScalarType::i8; };
template <> struct scalar_type_of<std::int16_t> { static constexpr auto value = ScalarType::i16; };
template <> struct scalar_type_of<std::int32_t> { static constexpr auto value = ScalarType::i32; };
template <> struct scalar_type_of<std::int64_t> { static constexpr auto value = ScalarType::i64; };
template <> struct scalar_type_of<std::uint8_t> { static constexpr auto value = ScalarType::u8; };
template <> struct scalar_type_of<std::uint16_t> { static constexpr auto value = ScalarType::u16; };
template <> struct scalar_type_of<std::uint32_t> { static constexpr auto value = ScalarType::u32; };
template <> struct scalar_type_of<std::uint64_t> { static constexpr auto value = ScalarType::u64; };
template <> struct scalar_type_of<half_t> { static constexpr auto value = ScalarType::f16; };
template <> struct scalar_type_of<bhalf_t> { static constexpr auto value = ScalarType::bf16; };
template <> struct scalar_type_of<float> { static constexpr auto value = ScalarType::f32; };
template <> struct scalar_type_of<double> { static constexpr auto value = ScalarType::f64; };
template <> struct scalar_type_of<std::complex<float>> { static constexpr auto value = ScalarType::c64; };
template <> struct scalar_type_of<std::complex<double>> { static constexpr auto value = ScalarType::c128; };

template <class T>
inline constexpr ScalarType scalar_type_of_v =
    scalar_type_of<std::remove_cv_t<T>>::value;

/// Calls f(T{}) with the C++ type of `t`; complex types are std::complex.
template <class F>
decltype(auto) visit_scalar_type(ScalarType t, F&& f) {
  switch (t) {
    case ScalarType::boolean: return f(bool{});
    case ScalarType::i8: return f(std::int8_t{});
    case ScalarType::i16: return f(std::int16_t{});
    case ScalarType::i32: return f(std::int32_t{});
    case ScalarType::i64: return f(std::int64_t{});
    case ScalarType::u8: return f(std::uint8_t{});
    case ScalarType::u16: return f(std::uint16_t{});
    case ScalarType::u32: return f(std::uint32_t{});
    case ScalarType::u64: return f(std::uint64_t{});
    case ScalarType::f16: return f(half_t{});
    case ScalarType::bf16: return f(bhalf_t{});
    case ScalarType::f32: return f(float{});
    case ScalarType::f64: return f(double{});
    case ScalarType::c64: return f(std::complex<float>{});
    default: return f(std::complex<double>{});
  }
}

}  // namespace Strata

#endif
