// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_Number.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include <Strata_Error.hpp>

namespace Strata::Impl {
namespace {

using Complex = std::complex<double>;

bool has_integer(ScalarType t) { return t == ScalarType::boolean || is_integer(t); }

/// Wraps to the width of `type`; bool is v != 0.
std::int64_t narrow(std::int64_t v, ScalarType type) {
  switch (type) {
    case ScalarType::boolean: return v != 0;
    case ScalarType::i8: return static_cast<std::int8_t>(v);
    case ScalarType::i16: return static_cast<std::int16_t>(v);
    case ScalarType::i32: return static_cast<std::int32_t>(v);
    case ScalarType::u8: return static_cast<std::uint8_t>(v);
    case ScalarType::u16: return static_cast<std::uint16_t>(v);
    case ScalarType::u32: return static_cast<std::uint32_t>(v);
    default: return v;
  }
}

template <class T>
double nearest_half(T x, ScalarType type) {
  return type == ScalarType::f16 ? static_cast<float>(half_t(x)) : static_cast<float>(bhalf_t(x));
}

Complex round_to(Complex z, ScalarType type) {
  if (type == ScalarType::f32) return static_cast<float>(z.real());
  if (is_half(type)) return nearest_half(z.real(), type);
  if (type == ScalarType::f64) return z.real();
  if (type == ScalarType::c64) {
    return {static_cast<float>(z.real()), static_cast<float>(z.imag())};
  }
  return z;
}

std::int64_t saturate(double v, ScalarType type) {
  if (std::isnan(v)) return 0;
  const bool u      = is_unsigned_integer(type);
  const int bits    = static_cast<int>(8 * size_of(type)) - (u ? 0 : 1);
  const double high = std::ldexp(1.0, bits);
  if (v >= high) return static_cast<std::int64_t>(~std::uint64_t{0} >> (64 - bits));
  if (u) return v <= 0 ? 0 : static_cast<std::int64_t>(static_cast<std::uint64_t>(v));
  return v <= -high ? narrow(static_cast<std::int64_t>(std::uint64_t{1} << bits), type)
                    : static_cast<std::int64_t>(v);
}

}  // namespace

double as_double(const Number& n) {
  return is_unsigned_integer(n.type) ? static_cast<double>(static_cast<std::uint64_t>(n.i))
                                     : static_cast<double>(n.i);
}

Number from_integer(ScalarType type, std::int64_t i) {
  Number n;
  n.type = type;
  n.i    = narrow(i, type);
  n.mag  = std::abs(as_double(n));
  return n;
}

Number from_complex(ScalarType type, std::complex<double> z) {
  Number n;
  n.type = type;
  n.z    = round_to(z, type);
  n.mag  = std::abs(n.z);
  return n;
}

Number zero(ScalarType type, bool absent) {
  Number n;
  n.type   = type;
  n.absent = absent;
  return n;
}

Number load(ScalarType type, const void* address) {
  return visit_scalar_type(type, [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_same_v<T, bool>) {
      return from_integer(type, std::int64_t{*static_cast<const unsigned char*>(address) != 0});
    } else {
      T v;
      std::memcpy(&v, address, sizeof(T));
      if constexpr (std::is_integral_v<T>) {
        return from_integer(type, static_cast<std::int64_t>(v));
      } else {
        return from_complex(type, Complex(v));
      }
    }
  });
}

void store(const Number& n, void* address) {
  visit_scalar_type(n.type, [&](auto tag) {
    using T = decltype(tag);
    T v{};
    if constexpr (std::is_integral_v<T>)
      v = static_cast<T>(n.i);
    else if constexpr (std::is_constructible_v<T, Complex>)
      v = static_cast<T>(n.z);
    else
      v = static_cast<T>(n.z.real());
    std::memcpy(address, &v, sizeof(T));
  });
}

Number from_double(ScalarType type, double value) {
  return convert(from_complex(ScalarType::f64, Complex(value)), type);
}

Number from_literal(ScalarType type,
                    const std::variant<bool, std::int64_t, double, Complex>& v) {
  Number n;
  if (const auto* b = std::get_if<bool>(&v)) n = from_integer(ScalarType::boolean, std::int64_t{*b});
  if (const auto* i = std::get_if<std::int64_t>(&v)) n = from_integer(ScalarType::i64, *i);
  if (const auto* d = std::get_if<double>(&v)) n = from_complex(ScalarType::f64, Complex(*d));
  if (const auto* z = std::get_if<Complex>(&v)) n = from_complex(ScalarType::c128, *z);
  n.constant = true;
  return convert(n, type);
}

Number number_of(const IndexExpr& e) {
  Number n   = from_literal(e.type, e.literal);
  n.absent   = e.absent;
  n.constant = !e.absent;
  return n;
}

Number convert(const Number& n, ScalarType type) {
  if (n.type == type) return n;
  Number r;
  if (has_integer(n.type) && is_half(type)) {
    // Not by way of double, which rounds too.
    const bool u = is_unsigned_integer(n.type);
    r = from_complex(type, Complex(u ? nearest_half(static_cast<std::uint64_t>(n.i), type)
                             : nearest_half(n.i, type)));
  } else if (has_integer(n.type)) {
    r = has_integer(type) ? from_integer(type, n.i) : from_complex(type, Complex(as_double(n)));
  } else if (type == ScalarType::boolean) {
    r = from_integer(type, std::int64_t{n.z != Complex(0)});
  } else {
    r = is_integer(type) ? from_integer(type, saturate(n.z.real(), type)) : from_complex(type, n.z);
  }
  r.absent   = n.absent;
  r.constant = n.constant;
  r.mag    = n.mag;
  return r;
}

}  // namespace Strata::Impl
