// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_MIRROR_HPP
#define STRATA_IMPL_MIRROR_HPP

#include <limits>
#include <type_traits>

#include <impl/Strata_NumberParser.hpp>

namespace Strata::Impl {

/// What a symmetry says about the other triangle of a matrix. Faults are told of
/// the line of a scanner that where() gives.
template <class Where>
class Mirror {
 public:
  Mirror(Symmetry symmetry, Where where) : m_symmetry(symmetry), m_where(where) {}

  /// Value at (j, i) of what is at (i, j).
  template <class T>
  T operator()(const T& value) const {
    if (m_symmetry == Symmetry::skew_symmetric) {
      check_negative(value);
      if constexpr (!std::is_same_v<T, bool>) return static_cast<T>(-value);
    }
    if constexpr (IsComplex<T>::value) {
      if (m_symmetry == Symmetry::hermitian) return std::conj(value);
    }
    return value;
  }

  template <class T>
  void check_diagonal(const T& value) const {
    if (m_symmetry == Symmetry::skew_symmetric && value != T(0))
      fail("a diagonal entry of 0 in a skew-symmetric file");
    if constexpr (IsComplex<T>::value) {
      if (m_symmetry == Symmetry::hermitian && value.imag() != 0)
        fail("a real diagonal entry in a hermitian file");
    }
  }

 private:
  template <class T>
  void check_negative(const T& value) const {
    if constexpr (std::is_integral_v<T>) {
      if (value != T(0) && (std::is_unsigned_v<T> || value == std::numeric_limits<T>::min()))
        fail("a value whose negative the type " +
             std::string(name_of(scalar_type_of_v<T>)) + " holds");
    }
  }
  [[noreturn]] void fail(const std::string& expected) const {
    const TextScanner& s = m_where();
    s.fail_at(expected, s.line());
  }

  Symmetry m_symmetry;
  Where m_where;
};

}  // namespace Strata::Impl

#endif
