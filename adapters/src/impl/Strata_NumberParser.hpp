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

/// True for what is written with a decimal point.
template <class T>
inline constexpr bool is_real_v =
    std::is_floating_point_v<T> || is_two_byte_float_v<T>;

/// Reads a number at `first` as std::from_chars does (no leading +); the end of
/// it, nullptr when there is none or T does not hold it. Reals are rounded to
/// nearest, to 0 where they are too small; too large ones are refused. f16 and
/// bf16 are rounded from double.
template <class T>
const char* parse_number(const char* first, const char* last, T& number) {
  if constexpr (is_two_byte_float_v<T>) {
    double wide           = 0;
    const char* const end = parse_number(first, last, wide);
    number                = T(wide);
    return end && std::isinf(static_cast<float>(number)) && !std::isinf(wide)
               ? nullptr
               : end;
  } else if constexpr (std::is_floating_point_v<T>) {
    // Versions differ in what they call out of range: the number decides.
    const auto [end, ec] = fast_float::from_chars(first, last, number);
    if (ec != std::errc{} && ec != std::errc::result_out_of_range) return nullptr;
    if (std::isinf(number)) {
      const char letter = *(first != last && *first == '-' ? first + 1 : first);
      if (letter != 'i' && letter != 'I') return nullptr;
    }
    return end;
  } else {
    const auto [end, ec] = std::from_chars(first, last, number);
    return ec == std::errc{} ? end : nullptr;
  }
}

/// True when all of `word` is a number of type T that fits.
template <class T>
bool parse_whole(std::string_view word, T& number) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  const char* const last = word.data() + word.size();
  return parse_number(word.data(), last, number) == last && !word.empty();
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

/// How the words of a file become values.
struct ValueRules {
  NumberField field     = NumberField::any;
  bool round_to_integer = false;  ///< of reals that are read as integers

  bool only_integers() const {
    return field == NumberField::integer || field == NumberField::unsigned_integer;
  }
};

/// Reads integers and bools; whole numbers written as reals count.
template <class T>
T parse_integral(const TextScanner& scanner, std::string_view word, const ValueRules& rules) {
  using Wide = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;
  Wide number{};
  double real       = 0;
  const auto narrow = [&] {
    return narrow_exactly(rules.round_to_integer ? std::nearbyint(real) : real, number);
  };
  const bool good = parse_whole(word, number) ||
                    (!rules.only_integers() && parse_whole(word, real) && narrow());
  if (!good || (std::is_same_v<T, bool> && number > Wide{1}))
    scanner.fail_at("a value of type " + describe_type<T>(), word);
  return static_cast<T>(number);
}

/// Tells what is too large from what is no number.
template <class T>
[[noreturn]] void fail_real(const TextScanner& scanner, std::string_view word) {
  double number           = 0;
  const char* const first = word.data() + (word.starts_with('+') ? 1 : 0);
  const char* const last  = word.data() + word.size();
  const bool is_number    = fast_float::from_chars(first, last, number).ptr == last;
  scanner.fail_at(is_number && std::isinf(static_cast<float>(T(number)))
                      ? "a number that the type " + describe_type<T>() + " holds"
                      : "a number",
                  word);
}

template <class T>
T parse_real(const TextScanner& scanner, std::string_view word, const ValueRules& rules) {
  T number{};
  if (!parse_whole(word, number)) fail_real<T>(scanner, word);
  if (rules.only_integers()) {
    const bool is_sign = !word.empty() && (word[0] == '-' || word[0] == '+');
    if (word.substr(is_sign).find_first_not_of("0123456789") != std::string_view::npos)
      scanner.fail_at("an integer", word);
  }
  return number;
}

/// Imaginary part of a complex field read as a type without one.
inline void expect_no_imaginary_part(const TextScanner& scanner, std::string_view word,
                                     std::string_view type) {
  if (parse_real<double>(scanner, word, {NumberField::complex}) != 0)
    scanner.fail_at("an imaginary part of 0 (the type asked for is " +
                        std::string(type) + ")",
                    word);
}

/// Reads one value of type T with `next`, a function that gives the next word.
template <class T, class NextWord>
T parse_value(const TextScanner& scanner, const ValueRules& rules, NextWord&& next) {
  const NumberField field = rules.field;
  if (field == NumberField::pattern) return T(1);
  const bool two_words =
      field == NumberField::complex ||
      (field == NumberField::any && IsComplex<T>::value && scanner.has_word() &&
       scanner.count_words() > 1);
  if constexpr (IsComplex<T>::value) {
    using Real    = typename T::value_type;
    const Real re = parse_real<Real>(scanner, next(), rules);
    return T(re, two_words ? parse_real<Real>(scanner, next(), rules) : Real(0));
  } else {
    T value;
    if constexpr (std::is_integral_v<T>)
      value = parse_integral<T>(scanner, next(), rules);
    else
      value = parse_real<T>(scanner, next(), rules);
    if (two_words) expect_no_imaginary_part(scanner, next(), name_of(scalar_type_of_v<T>));
    return value;
  }
}

}  // namespace Strata::Impl

#endif
