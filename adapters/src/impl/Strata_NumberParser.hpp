// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_NUMBER_PARSER_HPP
#define STRATA_IMPL_NUMBER_PARSER_HPP

#include <charconv>
#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include <fast_float/fast_float.h>

#include <impl/Strata_TextScanner.hpp>

namespace Strata::Impl {

/// What a file says its values are; `any` lets the wanted type decide.
enum class NumberField { real, integer, unsigned_integer, complex, pattern, any };

template <class T>
struct IsComplex : std::false_type {};
template <class R>
struct IsComplex<std::complex<R>> : std::true_type {};

/// True when all of `word` is a number of type T that fits.
template <class T>
bool parse_whole(std::string_view word, T& number) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  const char* const last = word.data() + word.size();
  if constexpr (std::is_floating_point_v<T>) {
    const auto [end, ec] = fast_float::from_chars(word.data(), last, number);
    return ec == std::errc{} && end == last;
  } else {
    const auto [end, ec] = std::from_chars(word.data(), last, number);
    return ec == std::errc{} && end == last;
  }
}

/// "i8 (-128 to 127)", "bool (0 or 1)", "f64".
template <class T>
std::string describe_type() {
  std::string text(name_of(scalar_type_of_v<T>));
  if constexpr (std::is_same_v<T, bool>)
    text += " (0 or 1)";
  else if constexpr (std::is_integral_v<T>)
    text += " (" + std::to_string(std::numeric_limits<T>::min()) + " to " +
            std::to_string(std::numeric_limits<T>::max()) + ")";
  return text;
}

/// True and the number when `value` is whole and T holds it.
template <class T>
bool narrow_exactly(double value, T& number) {
  const double limit = std::ldexp(1.0, std::numeric_limits<T>::digits);
  if (!(value >= static_cast<double>(std::numeric_limits<T>::min()) && value < limit) ||
      value != std::trunc(value))
    return false;
  number = static_cast<T>(value);
  return true;
}

/// Reads integers and bools; whole numbers written as reals count.
template <class T>
T parse_integral(const TextScanner& scanner, std::string_view word, NumberField field) {
  using Wide = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;
  Wide number{};
  double real          = 0;
  const bool only_ints =
      field == NumberField::integer || field == NumberField::unsigned_integer;
  const bool good = parse_whole(word, number) ||
                    (!only_ints && parse_whole(word, real) && narrow_exactly(real, number));
  if (!good || (std::is_same_v<T, bool> && number > Wide{1}))
    scanner.fail_at("a value of type " + describe_type<T>(), word);
  return static_cast<T>(number);
}

template <class T>
T parse_real(const TextScanner& scanner, std::string_view word, NumberField field) {
  T number{};
  if (!parse_whole(word, number)) scanner.fail_at("a number", word);
  if (field == NumberField::integer || field == NumberField::unsigned_integer) {
    const bool is_sign = !word.empty() && (word[0] == '-' || word[0] == '+');
    if (word.substr(is_sign).find_first_not_of("0123456789") != std::string_view::npos)
      scanner.fail_at("an integer", word);
  }
  return number;
}

/// Imaginary part of a complex field read as a type without one.
inline void expect_no_imaginary_part(const TextScanner& scanner, std::string_view word,
                                     std::string_view type) {
  if (parse_real<double>(scanner, word, NumberField::complex) != 0)
    scanner.fail_at("an imaginary part of 0 (the type asked for is " +
                        std::string(type) + ")",
                    word);
}

/// Reads one value of type T with `next`, a function that gives the next word.
template <class T, class NextWord>
T parse_value(const TextScanner& scanner, NumberField field, NextWord&& next) {
  if (field == NumberField::pattern) return T(1);
  const bool two_words =
      field == NumberField::complex ||
      (field == NumberField::any && IsComplex<T>::value && scanner.has_word() &&
       scanner.count_words() > 1);
  if constexpr (IsComplex<T>::value) {
    using Real    = typename T::value_type;
    const Real re = parse_real<Real>(scanner, next(), field);
    return T(re, two_words ? parse_real<Real>(scanner, next(), field) : Real(0));
  } else {
    T value;
    if constexpr (std::is_integral_v<T>)
      value = parse_integral<T>(scanner, next(), field);
    else
      value = parse_real<T>(scanner, next(), field);
    if (two_words) expect_no_imaginary_part(scanner, next(), name_of(scalar_type_of_v<T>));
    return value;
  }
}

}  // namespace Strata::Impl

#endif
