// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_ScalarType.hpp>

#include <algorithm>
#include <array>

namespace Strata {
namespace {

constexpr std::array<std::string_view, 15> names = {
    "bool", "i8",  "i16", "i32",  "i64", "u8",  "u16", "u32",
    "u64",  "f16", "bf16", "f32", "f64", "c64", "c128"};

/// True when the real or the parts of a complex number are double.
constexpr bool is_double(ScalarType t) {
  return t == ScalarType::f64 || t == ScalarType::c128;
}

ScalarType promote_integers(ScalarType a, ScalarType b) {
  const std::size_t bytes = std::max(size_of(a), size_of(b));
  const bool is_signed    = is_signed_integer(a) || is_signed_integer(b);
  switch (bytes) {
    case 1: return is_signed ? ScalarType::i8 : ScalarType::u8;
    case 2: return is_signed ? ScalarType::i16 : ScalarType::u16;
    case 4: return is_signed ? ScalarType::i32 : ScalarType::u32;
    default: return is_signed ? ScalarType::i64 : ScalarType::u64;
  }
}

}  // namespace

std::string_view name_of(ScalarType t) { return names[static_cast<int>(t)]; }

std::optional<ScalarType> scalar_type_from_name(std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<ScalarType>(found - names.begin());
}

ScalarType promote(ScalarType a, ScalarType b) {
  if (a == b || b == ScalarType::boolean) return a;
  if (a == ScalarType::boolean) return b;
  if (is_integer(a) && is_integer(b)) return promote_integers(a, b);
  if (is_integer(a)) return b;
  if (is_integer(b)) return a;
  const bool wide = is_double(a) || is_double(b);
  if (is_complex(a) || is_complex(b))
    return wide ? ScalarType::c128 : ScalarType::c64;
  return wide ? ScalarType::f64 : ScalarType::f32;
}

bool implicitly_convertible(ScalarType from, ScalarType to) {
  if (from == to) return true;
  if (to == ScalarType::boolean) return false;
  if (from == ScalarType::boolean || is_integer(from)) return true;
  if (is_float(from)) return is_float(to) || is_complex(to);
  return is_complex(to);
}

}  // namespace Strata
