// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_NotationLiteral.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace Strata::Impl {
namespace {

using Kind  = IndexExpr::Kind;
using Value = decltype(IndexExpr::literal);

/// The number as an integer, when it is one that int64 holds.
std::optional<std::int64_t> as_integer(const Value& v) {
  if (const bool* b = std::get_if<bool>(&v)) return *b ? 1 : 0;
  if (const std::int64_t* i = std::get_if<std::int64_t>(&v)) return *i;
  const double* d = std::get_if<double>(&v);
  if (!d || std::trunc(*d) != *d || std::abs(*d) >= 0x1p63) return std::nullopt;
  return static_cast<std::int64_t>(*d);
}

/// The number as a double. \pre not complex.
double as_double(const Value& v) {
  if (const double* d = std::get_if<double>(&v)) return *d;
  return static_cast<double>(as_integer(v).value_or(0));
}

bool holds(ScalarType t, std::int64_t v) {
  if (t == ScalarType::boolean) return v == 0 || v == 1;
  const int bits = static_cast<int>(8 * size_of(t));
  if (is_unsigned_integer(t)) return v >= 0 && (bits == 64 || v >> bits == 0);
  if (bits == 64) return true;
  const std::int64_t limit = std::int64_t{1} << (bits - 1);
  return v >= -limit && v < limit;
}

/// Least signed integer type beside `hint` that holds v.
ScalarType integer_type(std::int64_t v, ScalarType hint) {
  if (holds(hint, v)) return hint;
  if (hint == ScalarType::boolean)
    return holds(ScalarType::i32, v) ? ScalarType::i32 : ScalarType::i64;
  for (ScalarType t : {ScalarType::i8, ScalarType::i16, ScalarType::i32})
    if (holds(t, v) && holds(promote(t, hint), v)) return promote(t, hint);
  return ScalarType::i64;
}

ScalarType default_type(const Value& v) {
  constexpr ScalarType types[] = {ScalarType::boolean, ScalarType::i64,
                                  ScalarType::f64, ScalarType::c128};
  return types[v.index()];
}

ScalarType adapted_type(const Value& v, std::optional<ScalarType> hint) {
  if (!hint) return default_type(v);
  if (std::holds_alternative<std::complex<double>>(v)) {
    const bool single = *hint == ScalarType::c64 ||
                        (is_float(*hint) && *hint != ScalarType::f64);
    return single ? ScalarType::c64 : ScalarType::c128;
  }
  if (is_float(*hint) || is_complex(*hint)) return *hint;
  const auto integer = as_integer(v);
  return integer ? integer_type(*integer, *hint) : ScalarType::f64;
}

/// The value in the alternative that belongs to `type`.
Value normalized(const Value& v, ScalarType type) {
  if (std::holds_alternative<std::complex<double>>(v)) return v;
  if (is_complex(type)) return std::complex<double>(as_double(v));
  if (is_float(type)) return as_double(v);
  const std::int64_t integer = as_integer(v).value_or(0);
  if (type == ScalarType::boolean) return integer != 0;
  return integer;
}

/// The literal as its own type rounds it.
Value rounded(const IndexExpr& e) {
  if (!is_float(e.type)) return e.literal;
  return visit_scalar_type(e.type, [&](auto zero) -> Value {
    if constexpr (std::convertible_to<decltype(zero), float>)
      return static_cast<double>(
          static_cast<decltype(zero)>(as_double(e.literal)));
    else
      return e.literal;
  });
}

}  // namespace

bool is_weak(const IndexExpr& e) {
  if (e.kind == Kind::literal) return true;
  if (e.kind == Kind::apply && e.op == Operator::select)
    return is_weak(*e.args[1]) && is_weak(*e.args[2]);
  return (e.kind == Kind::apply || e.kind == Kind::reduce) &&
         std::all_of(e.args.begin(), e.args.end(),
                     [](const IndexExprPtr& arg) { return is_weak(*arg); });
}

IndexExprPtr adapt_literal(const IndexExpr& e, std::optional<ScalarType> hint) {
  const ScalarType type = adapted_type(e.literal, hint);
  return make_literal(normalized(e.literal, type), type, e.where);
}

IndexExprPtr convert_to(ScalarType type, const IndexExprPtr& e) {
  if (e->type == type) return e;
  if (e->kind == Kind::literal && !is_complex(e->type) &&
      (is_float(type) || is_complex(type)))
    return make_literal(normalized(rounded(*e), type), type, e->where);
  return make_cast(type, e, e->where);
}

}  // namespace Strata::Impl
