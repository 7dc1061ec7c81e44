// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the operators of index notation compute, number by number.
#include <cmath>
#include <limits>

#include <Strata_Error.hpp>
#include <impl/Strata_Number.hpp>
#include <impl/Strata_OperatorAlgebra.hpp>

namespace Strata::Impl {
namespace {

using Complex = std::complex<double>;

bool has_integer(ScalarType t) { return t == ScalarType::boolean || is_integer(t); }

Number make(ScalarType type, std::int64_t i) { return from_integer(type, i); }

Number make(ScalarType type, Complex z) { return from_complex(type, z); }

double integer_as_double(const Number& n) { return as_double(n); }

[[noreturn]] void no_meaning(Operator op, ScalarType type) {
  throw UnsupportedExpression(error_message(
      "Strata::evaluate", operator_info(op).name, "an operator defined for the type",
      std::string(name_of(type))));
}

std::int64_t integer_power(std::int64_t base, std::int64_t exponent, bool is_unsigned) {
  if (exponent < 0 && !is_unsigned) {
    if (base == 1) return 1;
    return base == -1 ? (exponent % 2 == 0 ? 1 : -1) : 0;
  }
  std::uint64_t result = 1, b = static_cast<std::uint64_t>(base);
  for (auto e = static_cast<std::uint64_t>(exponent); e != 0; e >>= 1, b *= b) {
    if (e & 1) result *= b;
  }
  return static_cast<std::int64_t>(result);
}

std::int64_t quotient(std::int64_t a, std::int64_t b, bool is_unsigned, bool remainder) {
  if (b == 0) return 0;
  if (is_unsigned) {
    const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
    return static_cast<std::int64_t>(remainder ? x % y : x / y);
  }
  if (b == -1) return remainder ? 0 : static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(a));
  return remainder ? a % b : a / b;
}

/// Operators with an integer meaning of their own; false: use the real one.
bool apply_integer(Operator op, ScalarType type, std::int64_t a, std::int64_t b,
                   std::int64_t& r) {
  const bool u  = is_unsigned_integer(type) || type == ScalarType::boolean;
  const bool lt = u ? static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b) : a < b;
  const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
  switch (op) {
    case Operator::neg: r = static_cast<std::int64_t>(0 - x); return true;
    case Operator::add: r = static_cast<std::int64_t>(x + y); return true;
    case Operator::sub: r = static_cast<std::int64_t>(x - y); return true;
    case Operator::mul: r = static_cast<std::int64_t>(x * y); return true;
    case Operator::div: r = quotient(a, b, u, false); return true;
    case Operator::mod: r = quotient(a, b, u, true); return true;
    case Operator::square: r = static_cast<std::int64_t>(x * x); return true;
    case Operator::cube: r = static_cast<std::int64_t>(x * x * x); return true;
    case Operator::pow: r = integer_power(a, b, u); return true;
    case Operator::abs: r = !u && a < 0 ? static_cast<std::int64_t>(0 - x) : a; return true;
    case Operator::any: r = a; return true;
    case Operator::max: r = lt ? b : a; return true;
    case Operator::min: r = lt ? a : b; return true;
    default: return false;
  }
}

/// Operators that real and complex numbers share; false: none of them.
template <class T>
bool apply_common(Operator op, T a, T b, T& r) {
  switch (op) {
    case Operator::neg: r = -a; return true;
    case Operator::add: r = a + b; return true;
    case Operator::sub: r = a - b; return true;
    case Operator::mul: r = a * b; return true;
    case Operator::div: r = a / b; return true;
    case Operator::sqrt: r = std::sqrt(a); return true;
    case Operator::abs: r = std::abs(a); return true;
    case Operator::exp: r = std::exp(a); return true;
    case Operator::log: r = std::log(a); return true;
    case Operator::log10: r = std::log10(a); return true;
    case Operator::sin: r = std::sin(a); return true;
    case Operator::cos: r = std::cos(a); return true;
    case Operator::tan: r = std::tan(a); return true;
    case Operator::asin: r = std::asin(a); return true;
    case Operator::acos: r = std::acos(a); return true;
    case Operator::atan: r = std::atan(a); return true;
    case Operator::sinh: r = std::sinh(a); return true;
    case Operator::cosh: r = std::cosh(a); return true;
    case Operator::tanh: r = std::tanh(a); return true;
    case Operator::asinh: r = std::asinh(a); return true;
    case Operator::acosh: r = std::acosh(a); return true;
    case Operator::atanh: r = std::atanh(a); return true;
    case Operator::square: r = a * a; return true;
    case Operator::cube: r = a * a * a; return true;
    case Operator::pow: r = std::pow(a, b); return true;
    case Operator::any: r = a; return true;
    default: return false;
  }
}

double apply_real(Operator op, ScalarType type, double a, double b) {
  double r = 0;
  if (apply_common(op, a, b, r)) return r;
  switch (op) {
    case Operator::cbrt: return std::cbrt(a);
    case Operator::mod: return std::fmod(a, b);
    case Operator::atan2: return std::atan2(a, b);
    case Operator::max: return std::fmax(a, b);
    case Operator::min: return std::fmin(a, b);
    case Operator::heaviside: return a < 0 ? 0 : (a == 0 ? b : 1);
    default: no_meaning(op, type);
  }
}

Complex apply_complex(Operator op, ScalarType type, Complex a, Complex b) {
  Complex r;
  if (!apply_common(op, a, b, r)) no_meaning(op, type);
  return r;
}

/// -1, 0, 1; 2 when unordered (NaN). Complex numbers compare by real part.
int compare(const Number& a, const Number& b) {
  if (has_integer(a.type)) {
    const bool u = is_unsigned_integer(a.type);
    if (a.i == b.i) return 0;
    const bool lt = u ? static_cast<std::uint64_t>(a.i) < static_cast<std::uint64_t>(b.i)
                      : a.i < b.i;
    return lt ? -1 : 1;
  }
  if (a.z == b.z) return 0;
  if (std::isnan(a.z.real()) || std::isnan(b.z.real())) return 2;
  return a.z.real() < b.z.real() ? -1 : 1;
}

Number apply_comparison(Operator op, const Number& a, const Number& b) {
  const ScalarType common = promote(a.type, b.type);
  const int c             = compare(convert(a, common), convert(b, common));
  bool holds              = false;
  switch (op) {
    case Operator::gt: holds = c == 1; break;
    case Operator::lt: holds = c == -1; break;
    case Operator::gte: holds = c == 0 || c == 1; break;
    case Operator::lte: holds = c == 0 || c == -1; break;
    case Operator::eq: holds = c == 0; break;
    default: holds = c != 0; break;
  }
  return make(ScalarType::boolean, std::int64_t{holds});
}

bool apply_boolean(Operator op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case Operator::add:
    case Operator::max:
    case Operator::logical_or: return a || b;
    case Operator::sub: return a != b;
    case Operator::mul:
    case Operator::min:
    case Operator::div:
    case Operator::logical_and: return a && b;
    case Operator::mod: return false;
    case Operator::pow: return a || !b;
    case Operator::square:
    case Operator::cube:
    case Operator::neg:
    case Operator::any:
    case Operator::abs: return a;
    default: no_meaning(op, ScalarType::boolean);
  }
}

/// Where the sums make no number (0 of infinitely large terms), there are no terms.
double magnitude_of_product(double x, double y) {
  const double product = x * y;
  return std::isnan(product) ? 0 : product;
}

/// Sum of |terms| of the result `r` of op over arguments with their own sums.
double magnitude(Operator op, const Number& r, const Number* args, int n) {
  const double size = has_integer(r.type) ? std::abs(integer_as_double(r)) : std::abs(r.z);
  double sum        = 0;
  for (int k = 0; k < n; ++k) sum += args[k].mag;
  switch (op) {
    case Operator::neg:
    case Operator::add:
    case Operator::sub: return sum;
    case Operator::mul: return magnitude_of_product(args[0].mag, args[1].mag);
    case Operator::div: {
      const double d = std::abs(args[1].z);
      if (has_integer(r.type) || d == 0) return size;
      return magnitude_of_product(args[0].mag / d, args[1].mag / d);
    }
    default: return size + sum;
  }
}

/// op(args…) as if all arguments were there.
Number compute(Operator op, ScalarType type, const Number* args, int n) {
  if (is_comparison(op)) return apply_comparison(op, args[0], args[1]);
  if (op == Operator::logical_not)
    return make(ScalarType::boolean, std::int64_t{convert(args[0], ScalarType::boolean).i == 0});
  if (op == Operator::abs && is_complex(args[0].type) && !is_complex(type))
    return make(type, Complex(std::abs(args[0].z)));
  Number a[2] = {convert(args[0], type), n > 1 ? convert(args[1], type) : zero(type, false)};
  Number r;
  if (type == ScalarType::boolean) {
    r = make(type, std::int64_t{apply_boolean(op, a[0].i, a[1].i)});
  } else if (std::int64_t i = 0; is_integer(type) && apply_integer(op, type, a[0].i, a[1].i, i)) {
    r = make(type, i);
  } else if (is_integer(type)) {
    r = from_double(type, apply_real(op, type, integer_as_double(a[0]), integer_as_double(a[1])));
  } else if (is_complex(type)) {
    r = make(type, apply_complex(op, type, a[0].z, a[1].z));
  } else {
    r = make(type, Complex(apply_real(op, type, a[0].z.real(), a[1].z.real())));
  }
  r.mag = magnitude(op, r, a, n);
  return r;
}

/// A literal that what is stored decides on is there; what only absent operands decide
/// is absent where it is false.
Number select(const Number& condition, ScalarType type, const Number* cases) {
  const bool holds = convert(condition, ScalarType::boolean).i != 0;
  Number r         = convert(cases[holds ? 0 : 1], type);
  if (!condition.absent && !condition.constant) {
    r.absent = r.constant = false;
  } else if (r.constant && (condition.absent || !holds)) {
    r.absent   = !holds;
    r.constant = false;
  }
  return r;
}

Number stored(const Number& n) {
  Number r = make(ScalarType::boolean, std::int64_t{!n.absent});
  r.absent = true;
  return r;
}

}  // namespace

bool is_comparison(Operator op) {
  return op >= Operator::gt && op <= Operator::neq;
}

/// What an absent identity leaves of the other argument: a literal beside something
/// absent is absent too, but for any(), which asks.
static Number left_alone(Operator op, const Number& other, ScalarType type) {
  Number r = convert(other, type);
  if (op == Operator::any) return r;
  r.absent   = other.absent || other.constant;
  r.constant = false;
  return r;
}

Number apply(Operator op, ScalarType type, const Number* args, int num_args) {
  if (op == Operator::select) return select(args[0], type, args + 1);
  if (op == Operator::stored) return stored(args[0]);
  Absence absence;
  if (num_args == 2)
    absence = what_absence_decides(op, args[0].absent ? &args[0] : nullptr,
                                   args[1].absent ? &args[1] : nullptr);
  switch (absence.decides) {
    case Absence::Decides::value: return absence.value;
    case Absence::Decides::first: return left_alone(op, args[0], type);
    case Absence::Decides::second: return left_alone(op, args[1], type);
    case Absence::Decides::minus_second: {
      Number minus   = compute(Operator::neg, type, &args[1], 1);
      minus.absent   = args[1].absent;
      minus.constant = args[1].constant;
      return left_alone(op, minus, type);
    }
    case Absence::Decides::nothing: break;
  }
  Number r = compute(op, type, args, num_args);
  bool any = false, known = true;
  for (int k = 0; k < num_args; ++k) {
    any |= args[k].absent;
    known &= args[k].absent || args[k].constant;
  }
  r.absent   = any && known;
  r.constant = !any && known;
  return r;
}

}  // namespace Strata::Impl
