// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DEVICE_EVALUATOR_HPP
#define STRATA_DEVICE_EVALUATOR_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <Strata_LevelFunctions.hpp>
#include <Strata_PackedIndex.hpp>

namespace Strata {

/// Read-only array of positions or coordinates whose width and signedness are
/// known at run time. Does not own; copies into kernels.
class IndexSpan {
 public:
  IndexSpan() = default;
  IndexSpan(const void* data, IndexType type)
      : m_data(data), m_code(encode(type)) {}

  KOKKOS_INLINE_FUNCTION std::int64_t operator[](std::int64_t i) const {
    switch (m_code) {
      case 0: return as<std::uint8_t>()[i];
      case 1: return as<std::uint16_t>()[i];
      case 2: return as<std::uint32_t>()[i];
      case 4: return as<std::int8_t>()[i];
      case 5: return as<std::int16_t>()[i];
      case 6: return as<std::int32_t>()[i];
      case packed_code + 0: return packed<0>(i);
      case packed_code + 1: return packed<1>(i);
      case packed_code + 2: return packed<2>(i);
      default: return as<std::int64_t>()[i];
    }
  }
  /// f(i, element i) for i in [begin, end).
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_each(std::int64_t begin, std::int64_t end, const F& f) const {
    switch (m_code) {
      case 0: return each<std::uint8_t>(begin, end, f);
      case 1: return each<std::uint16_t>(begin, end, f);
      case 2: return each<std::uint32_t>(begin, end, f);
      case 4: return each<std::int8_t>(begin, end, f);
      case 5: return each<std::int16_t>(begin, end, f);
      case 6: return each<std::int32_t>(begin, end, f);
      case packed_code + 0: return each_packed<0>(begin, end, f);
      case packed_code + 1: return each_packed<1>(begin, end, f);
      case packed_code + 2: return each_packed<2>(begin, end, f);
      default: return each<std::int64_t>(begin, end, f);
    }
  }
  /// f(elements), which it may index: an array where they are of 4 or 8 bytes, else this. For
  /// loops that look at the width once. \pre none is negative
  template <class F>
  KOKKOS_INLINE_FUNCTION auto visit(const F& f) const {
    switch (m_code) {
      case 2:
      case 6: return f(as<std::uint32_t>());
      case 3:
      case 7: return f(as<std::int64_t>());
      default: return f(*this);
    }
  }
  /// Bit i of the elements, one behind the other. \pre they are of whole bytes
  KOKKOS_INLINE_FUNCTION std::int64_t bit(std::int64_t i) const {
    const int log2  = 3 + (m_code & 3);
    const auto word = static_cast<std::uint64_t>((*this)[i >> log2]);
    return static_cast<std::int64_t>(word >> (i & ((1 << log2) - 1)) & 1);
  }
  KOKKOS_INLINE_FUNCTION const void* data() const { return m_data; }

 protected:
  static constexpr std::uint8_t packed_code = 8;

  /// log2 of the bytes, plus 4 when signed; of less than a byte, log2 of the bits plus 8.
  static std::uint8_t encode(IndexType type) {
    const int bits = type.bits();
    if (is_packed(type))
      return static_cast<std::uint8_t>(packed_code + (bits == 1 ? 0 : bits == 2 ? 1 : 2));
    const int log2 = bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3;
    return static_cast<std::uint8_t>(log2 + (type.is_signed ? 4 : 0));
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION const T* as() const {
    return static_cast<const T*>(m_data);
  }
  template <class T, class F>
  KOKKOS_INLINE_FUNCTION void each(std::int64_t begin, std::int64_t end, const F& f) const {
    const T* const data = as<T>();
    for (std::int64_t i = begin; i < end; ++i) f(i, static_cast<std::int64_t>(data[i]));
  }
  /// Element i of 2^Log2 bits.
  template <int Log2>
  KOKKOS_INLINE_FUNCTION std::int64_t packed(std::int64_t i) const {
    constexpr int log2_per_byte = 3 - Log2;
    const int shift             = static_cast<int>(i & ((1 << log2_per_byte) - 1)) << Log2;
    return as<std::uint8_t>()[i >> log2_per_byte] >> shift & ((1 << (1 << Log2)) - 1);
  }
  template <int Log2, class F>
  KOKKOS_INLINE_FUNCTION void each_packed(std::int64_t begin, std::int64_t end,
                                          const F& f) const {
    for (std::int64_t i = begin; i < end; ++i) f(i, packed<Log2>(i));
  }

  const void* m_data  = nullptr;
  std::uint8_t m_code = 3;
};

/// IndexSpan that may be written; the number must fit the width.
/// \pre the width is that of whole bytes: neighbours in a byte have several writers
class MutableIndexSpan : public IndexSpan {
 public:
  MutableIndexSpan() = default;
  MutableIndexSpan(void* data, IndexType type) : IndexSpan(data, type) {}

  KOKKOS_INLINE_FUNCTION void store(std::int64_t i, std::int64_t value) const {
    void* data = const_cast<void*>(m_data);
    switch (m_code & 3) {  // the bits do not depend on the signedness
      case 0:
        static_cast<std::uint8_t*>(data)[i] = static_cast<std::uint8_t>(value);
        break;
      case 1:
        static_cast<std::uint16_t*>(data)[i] =
            static_cast<std::uint16_t>(value);
        break;
      case 2:
        static_cast<std::uint32_t*>(data)[i] =
            static_cast<std::uint32_t>(value);
        break;
      default: static_cast<std::int64_t*>(data)[i] = value;
    }
  }
};

namespace Impl {
/// What every evaluator of level functions computes with: 64-bit numbers.
struct EvaluatorArithmetic {
  using value_type = std::int64_t;

  KOKKOS_INLINE_FUNCTION value_type constant(std::int64_t c) const { return c; }
  KOKKOS_INLINE_FUNCTION value_type add(value_type a, value_type b) const {
    return a + b;
  }
  KOKKOS_INLINE_FUNCTION value_type sub(value_type a, value_type b) const {
    return a - b;
  }
  KOKKOS_INLINE_FUNCTION value_type mul(value_type a, value_type b) const {
    return a * b;
  }
  KOKKOS_INLINE_FUNCTION value_type div(value_type a, value_type b) const {
    return a / b;
  }
  KOKKOS_INLINE_FUNCTION value_type rem(value_type a, value_type b) const {
    return a % b;
  }
  KOKKOS_INLINE_FUNCTION value_type min(value_type a, value_type b) const {
    return a < b ? a : b;
  }
  KOKKOS_INLINE_FUNCTION value_type max(value_type a, value_type b) const {
    return a > b ? a : b;
  }
};
}  // namespace Impl

/// Builder of level functions (Strata_LevelFunctions.hpp) that computes with
/// numbers, in host or device code; index types known at run time.
struct DeviceEvaluator : Impl::EvaluatorArithmetic {
  using array_type = IndexSpan;

  KOKKOS_INLINE_FUNCTION value_type load(const array_type& array,
                                         value_type i) const {
    return array[i];
  }
  KOKKOS_INLINE_FUNCTION value_type bit(const array_type& array, value_type i) const {
    return array.bit(i);
  }
  KOKKOS_INLINE_FUNCTION value_type find(const array_type& array, value_type begin,
                                         value_type end, value_type number) const {
    while (end - begin > 1) {
      const value_type middle = begin + (end - begin) / 2;
      (array[middle] <= number ? begin : end) = middle;
    }
    return begin;
  }
};

/// Array of a TypedDeviceEvaluator: positions or coordinates, the other null.
template <class PosT, class CrdT>
struct TypedIndexSpan {
  const PosT* positions   = nullptr;
  const CrdT* coordinates = nullptr;

  KOKKOS_INLINE_FUNCTION std::int64_t operator[](std::int64_t i) const {
    return positions ? static_cast<std::int64_t>(positions[i])
                     : static_cast<std::int64_t>(coordinates[i]);
  }
};

/// DeviceEvaluator for index types that are known at compile time.
template <class PosT, class CrdT>
struct TypedDeviceEvaluator : Impl::EvaluatorArithmetic {
  using array_type = TypedIndexSpan<PosT, CrdT>;

  KOKKOS_INLINE_FUNCTION value_type load(const array_type& array,
                                         value_type i) const {
    return array[i];
  }
};

}  // namespace Strata

#endif
