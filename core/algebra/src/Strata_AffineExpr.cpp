// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_AffineExpr.hpp>

#include <Strata_Error.hpp>
#include <impl/Strata_CheckedMath.hpp>

namespace Strata {
namespace {

using Kind = AffineExpr::Kind;

[[noreturn]] void refuse(const AffineExpr& e, std::string_view expected,
                         std::string_view advice) {
  throw UnsupportedExpression(error_message("evaluate", "expression", expected,
                                            "'" + to_string(e, {}) + "'",
                                            advice));
}

std::int64_t variable_value(const AffineExpr& e, const IndexPoint& point) {
  const auto& values = e.kind == Kind::dimension ? point.dimensions
                       : e.kind == Kind::symbol  ? point.symbols
                                                 : point.runtime;
  if (e.value < 0 || e.value >= static_cast<std::int64_t>(values.size()))
    refuse(e, "variables that the point has a value for",
           "give a value for every dimension, symbol and run-time variable");
  return values[static_cast<std::size_t>(e.value)];
}

/// Place of a kind in the order of terms.
int rank(Kind kind) {
  switch (kind) {
    case Kind::dimension: return 0;
    case Kind::symbol: return 1;
    case Kind::runtime: return 2;
    case Kind::count: return 3;
    case Kind::mul: return 4;
    case Kind::floordiv: return 5;
    case Kind::mod: return 6;
    case Kind::add: return 7;
    case Kind::constant: return 8;
  }
  return 9;
}

int compare_operands(const AffineExprPtr& a, const AffineExprPtr& b) {
  if (a == b) return 0;
  if (!a || !b) return a ? 1 : -1;
  return compare(*a, *b);
}

}  // namespace

AffineExprPtr AffineExpr::make(Kind kind, std::int64_t value, AffineExprPtr lhs,
                               AffineExprPtr rhs) {
  return std::make_shared<const AffineExpr>(
      AffineExpr{kind, value, std::move(lhs), std::move(rhs)});
}

AffineExprPtr AffineExpr::constant(std::int64_t value) {
  return make(Kind::constant, value);
}
AffineExprPtr AffineExpr::dimension(std::size_t number) {
  return make(Kind::dimension, static_cast<std::int64_t>(number));
}
AffineExprPtr AffineExpr::symbol(std::size_t number) {
  return make(Kind::symbol, static_cast<std::int64_t>(number));
}
AffineExprPtr AffineExpr::runtime(std::size_t number) {
  return make(Kind::runtime, static_cast<std::int64_t>(number));
}

AffineExprPtr operator+(AffineExprPtr a, AffineExprPtr b) {
  return AffineExpr::make(Kind::add, 0, std::move(a), std::move(b));
}
AffineExprPtr operator+(AffineExprPtr a, std::int64_t b) {
  return std::move(a) + AffineExpr::constant(b);
}
AffineExprPtr operator-(AffineExprPtr a, AffineExprPtr b) {
  return std::move(a) + -std::move(b);
}
AffineExprPtr operator-(AffineExprPtr a, std::int64_t b) {
  return std::move(a) + Impl::checked_mul(b, -1);
}
AffineExprPtr operator-(AffineExprPtr a) { return std::move(a) * -1; }
AffineExprPtr operator*(AffineExprPtr a, std::int64_t factor) {
  return AffineExpr::make(Kind::mul, 0, std::move(a),
                          AffineExpr::constant(factor));
}
AffineExprPtr floordiv(AffineExprPtr a, std::int64_t divisor) {
  return AffineExpr::make(Kind::floordiv, 0, std::move(a),
                          AffineExpr::constant(divisor));
}
AffineExprPtr mod(AffineExprPtr a, std::int64_t divisor) {
  return AffineExpr::make(Kind::mod, 0, std::move(a),
                          AffineExpr::constant(divisor));
}

std::int64_t evaluate(const AffineExpr& e, const IndexPoint& point) {
  if (e.kind == Kind::constant) return e.value;
  if (e.is_variable()) return variable_value(e, point);
  if (e.kind == Kind::count)
    refuse(e, "dimensions, symbols and arithmetic",
           "counting is known for stored entries only");
  const std::int64_t a = evaluate(*e.lhs, point), b = evaluate(*e.rhs, point);
  if (e.kind == Kind::add) return Impl::checked_add(a, b);
  if (e.kind == Kind::mul) return Impl::checked_mul(a, b);
  if (b <= 0)
    refuse(e, "a positive right side of floordiv and mod",
           "check the values of the symbols");
  return e.kind == Kind::mod ? Impl::floor_mod(a, b) : Impl::floor_div(a, b);
}

AffineExprPtr substitute(
    const AffineExprPtr& e,
    const std::function<AffineExprPtr(const AffineExprPtr&)>& replace) {
  if (e->is_variable()) return replace(e);
  if (e->kind == Kind::constant) return e;
  AffineExprPtr lhs = substitute(e->lhs, replace);
  AffineExprPtr rhs = e->rhs ? substitute(e->rhs, replace) : nullptr;
  if (lhs == e->lhs && rhs == e->rhs) return e;
  return AffineExpr::make(e->kind, e->value, std::move(lhs), std::move(rhs));
}

int compare(const AffineExpr& a, const AffineExpr& b) {
  if (a.kind != b.kind) return rank(a.kind) < rank(b.kind) ? -1 : 1;
  if (a.value != b.value) return a.value < b.value ? -1 : 1;
  const int lhs = compare_operands(a.lhs, b.lhs);
  return lhs != 0 ? lhs : compare_operands(a.rhs, b.rhs);
}

void for_each_variable(const AffineExpr& e,
                       const std::function<void(const AffineExpr&)>& visit) {
  if (e.is_variable()) visit(e);
  if (e.lhs) for_each_variable(*e.lhs, visit);
  if (e.rhs) for_each_variable(*e.rhs, visit);
}

}  // namespace Strata
