// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CONVERT_VALUES_HPP
#define STRATA_IMPL_CONVERT_VALUES_HPP

#include <cstdint>
#include <string>

#include <Kokkos_Core.hpp>
#include <Strata_TensorRef.hpp>
#include <impl/Strata_Allocate.hpp>
#include <impl/Strata_AssembleValues.hpp>
#include <impl/Strata_ConvertWalk.hpp>

namespace Strata::Impl {

/// Where the values of an all-dense tensor lie: packed, or with strides.
struct ValueOffsets {
  int num_levels = 0;  ///< 0: packed
  Kokkos::Array<std::int64_t, max_levels> extents{};
  Kokkos::Array<std::int64_t, max_levels> strides{};

  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t e) const {
    if (num_levels == 0) return e;
    std::int64_t offset = 0;
    for (int l = num_levels - 1; l >= 0; --l) {
      offset += e % extents[l] * strides[l];
      e /= extents[l];
    }
    return offset;
  }
};
ValueOffsets make_value_offsets(const TensorRef& tensor);

/// Element `i` of an array of numbers of `type` as U; complex arrays are read as
/// arrays of their parts.
template <class U>
KOKKOS_FUNCTION U load_as(ScalarType type, const void* data, std::int64_t i) {
  const auto as = [&](auto zero) {
    return static_cast<U>(static_cast<const decltype(zero)*>(data)[i]);
  };
  switch (type) {
    case ScalarType::boolean: return as(bool{});
    case ScalarType::i8: return as(std::int8_t{});
    case ScalarType::i16: return as(std::int16_t{});
    case ScalarType::i32: return as(std::int32_t{});
    case ScalarType::i64: return as(std::int64_t{});
    case ScalarType::u8: return as(std::uint8_t{});
    case ScalarType::u16: return as(std::uint16_t{});
    case ScalarType::u32: return as(std::uint32_t{});
    case ScalarType::u64: return as(std::uint64_t{});
    case ScalarType::f16: return as(half_t{});
    case ScalarType::bf16: return as(bhalf_t{});
    case ScalarType::f32:
    case ScalarType::c64: return as(float{});
    default: return as(double{});
  }
}

/// to[e] = from[offset(e)] as another type; U is the real type of a complex one.
/// Real values become complex ones with imaginary parts 0.
template <class U>
struct CastValuesFunctor {
  const void* m_from;
  ScalarType m_type;
  U* m_to;
  ValueOffsets m_offset;
  int m_from_parts, m_to_parts;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t e) const {
    const std::int64_t from = m_offset(e) * m_from_parts;
    for (int part = 0; part < m_to_parts; ++part)
      m_to[e * m_to_parts + part] =
          part < m_from_parts ? load_as<U>(m_type, m_from, from + part) : U{};
  }
};

/// Values of `tensor`, packed, as `scalar`; the caller's own where they are.
template <class ExecutionSpace>
class PackedValues {
 public:
  /// `own`: an array is made even if the values are packed and of the type.
  PackedValues(const ExecutionSpace& exec, const TensorRef& tensor,
               ScalarType scalar, bool own, const std::string& label)
      : m_data(tensor.values) {
    if (own || tensor.scalar != scalar || !tensor.strides.empty())
      make(exec, tensor, scalar, label);
  }
  const void* data() const { return m_data; }
  /// The array where one was made; empty otherwise.
  const ErasedArray<typename ExecutionSpace::memory_space>& array() const {
    return m_array;
  }

 private:
  void make(const ExecutionSpace& exec, const TensorRef& tensor,
            ScalarType scalar, const std::string& label) {
    m_array = allocate_values(exec, scalar, tensor.num_values, label);
    m_data  = m_array.data();
    visit_components(scalar, [&](auto zero, int parts) {
      using U = decltype(zero);
      Kokkos::parallel_for(
          "Strata::convert::cast_values",
          IndexRange<ExecutionSpace>(exec, 0, tensor.num_values),
          CastValuesFunctor<U>{tensor.values, tensor.scalar,
                               static_cast<U*>(m_array.mutable_data()),
                               make_value_offsets(tensor),
                               is_complex(tensor.scalar) ? 2 : 1, parts});
    });
  }

  const void* m_data;
  ErasedArray<typename ExecutionSpace::memory_space> m_array;
};

}  // namespace Strata::Impl

#endif
