// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Target/LLVMIR/HostLibrary.h"

#include <complex>

#include <impl/Strata_Number.hpp>

namespace strata {

using Strata::Operator;
using Strata::ScalarType;
using Strata::Impl::Number;

static std::int64_t power(ScalarType type, std::int64_t base,
                          std::int64_t exponent) {
  const Number args[] = {Strata::Impl::from_integer(type, base),
                         Strata::Impl::from_integer(type, exponent)};
  return Strata::Impl::apply(Operator::pow, type, args, 2).i;
}
static std::int64_t signedPower(std::int64_t base, std::int64_t exponent) {
  return power(ScalarType::i64, base, exponent);
}
static std::int64_t unsignedPower(std::int64_t base, std::int64_t exponent) {
  return power(ScalarType::u64, base, exponent);
}

/// numbers[0] = op(numbers[0], numbers[1])
template <class Real, Operator op>
static void applyComplex(std::complex<Real> *numbers) {
  const ScalarType type = Strata::scalar_type_of_v<std::complex<Real>>;
  const int count = Strata::operator_info(op).max_args;
  Number args[2];
  for (int i = 0; i < count; ++i)
    args[i] = Strata::Impl::from_complex(type, std::complex<double>(numbers[i]));
  numbers[0] = static_cast<std::complex<Real>>(
      Strata::Impl::apply(op, type, args, count).z);
}

template <Operator... ops>
struct ComplexFunctions {
  template <class Define>
  static void define(const Define &define) {
    auto both = [&](const char *name, auto *narrow, auto *wide) {
      define(complexFunctionName(name, 32), reinterpret_cast<void *>(narrow));
      define(complexFunctionName(name, 64), reinterpret_cast<void *>(wide));
    };
    (both(Strata::operator_info(ops).name, &applyComplex<float, ops>,
          &applyComplex<double, ops>),
     ...);
  }
};

void forEachFunction(
    const std::function<void(const std::string &, void *)> &define) {
  define(processName("sort_coordinates", 32),
         reinterpret_cast<void *>(&sortCoordinates<std::uint32_t>));
  define(processName("sort_coordinates", 64),
         reinterpret_cast<void *>(&sortCoordinates<std::uint64_t>));
  define(processName("order_coordinates", 32),
         reinterpret_cast<void *>(&orderCoordinates<std::uint32_t>));
  define(processName("order_coordinates", 64),
         reinterpret_cast<void *>(&orderCoordinates<std::uint64_t>));
  define(powerName(true), reinterpret_cast<void *>(&signedPower));
  define(powerName(false), reinterpret_cast<void *>(&unsignedPower));
  ComplexFunctions<Operator::sqrt, Operator::exp, Operator::log,
                   Operator::log10, Operator::sin, Operator::cos, Operator::tan,
                   Operator::asin, Operator::acos, Operator::atan,
                   Operator::sinh, Operator::cosh, Operator::tanh,
                   Operator::asinh, Operator::acosh, Operator::atanh,
                   Operator::pow>::define(define);
}

} // namespace strata
