// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <limits>

#include <impl/Strata_OperatorAlgebra.hpp>

namespace Strata::Impl {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Number number_of(Element element, ScalarType type) {
  const bool is_bool = type == ScalarType::boolean;
  switch (element) {
    case Element::one: return from_integer(ScalarType::i64, 1);
    case Element::lowest: return from_double(type, is_bool ? 0 : -infinity);
    case Element::highest: return from_double(type, infinity);
    default: return zero(type, false);
  }
}

bool is_element(Element element, const Number& n) {
  switch (element) {
    case Element::none: return false;
    case Element::every: return true;
    case Element::infinite:
      return is_float(n.type) && std::isinf(n.z.real());
    case Element::lowest:
    case Element::highest:
      if (is_complex(n.type)) return false;
      [[fallthrough]];
    default: return equals(convert(number_of(element, n.type), n.type), n);
  }
}

/// The result where an absent argument annihilates: any other one gives it.
Absence annihilated(Operator op, const Number& first, const Number& second) {
  const Number args[2] = {first, second};
  Absence a{Absence::Decides::value, apply(op, first.type, args, 2)};
  a.value.absent   = true;
  a.value.constant = false;
  return a;
}

}  // namespace

bool equals(const Number& a, const Number& b) {
  const bool nan = std::isnan(a.z.real()) && std::isnan(b.z.real());
  return a.i == b.i && (a.z == b.z || nan);
}

Absence what_absence_decides(Operator op, const Number* first,
                             const Number* second) {
  using Decides            = Absence::Decides;
  const OperatorInfo& info = operator_info(op);
  if (info.max_args < 2) return {};
  auto present = [](Number n) {
    n.absent = n.constant = false;
    return n;
  };
  auto one = [](const Number& n) {
    return convert(number_of(Element::one, n.type), n.type);
  };
  if (first && is_element(info.left.annihilator, *first))
    return annihilated(op, present(*first), one(*first));
  if (second && is_element(info.right.annihilator, *second))
    return annihilated(op, one(*second), present(*second));
  if (first && is_element(info.left.identity, *first))
    return {op == Operator::sub ? Decides::minus_second : Decides::second, {}};
  if (second && is_element(info.right.identity, *second))
    return {Decides::first, {}};
  return {};
}

Number identity(Operator op, ScalarType type) {
  const Element element = operator_info(op).right.identity;
  Number n              = convert(number_of(element, type), type);
  n.absent              = true;
  return n;
}

std::optional<Number> annihilator(Operator op, ScalarType type) {
  const Element element = operator_info(op).right.annihilator;
  const bool exact      = type == ScalarType::boolean || is_integer(type);
  if (element == Element::none || element == Element::infinite || !exact)
    return std::nullopt;
  Number n = convert(number_of(element, type), type);
  // Extreme numbers do not end loops: who looks for them pays for it.
  if (type != ScalarType::boolean && n.i != 0) return std::nullopt;
  n.absent = true;
  return n;
}

IndexExprPtr stored_literal_of(const Number& n, SourceRange where) {
  if (n.type == ScalarType::boolean) return make_literal(n.i != 0, n.type, where);
  if (is_integer(n.type)) return make_literal(n.i, n.type, where);
  if (is_complex(n.type)) return make_literal(n.z, n.type, where);
  const double x = n.z.real();
  // As one would write it: 0, not 0.0.
  if (std::trunc(x) == x && std::abs(x) < 1e15 && !(x == 0 && std::signbit(x)))
    return make_literal(static_cast<std::int64_t>(x), n.type, where);
  return make_literal(x, n.type, where);
}

IndexExprPtr literal_of(const Number& n, SourceRange where) {
  IndexExprPtr literal = stored_literal_of(n, where);
  if (!n.absent) return literal;
  IndexExpr absent = *literal;
  absent.absent    = true;
  return std::make_shared<IndexExpr>(std::move(absent));
}

}  // namespace Strata::Impl
