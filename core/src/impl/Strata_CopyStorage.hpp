// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_COPY_STORAGE_HPP
#define STRATA_IMPL_COPY_STORAGE_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <Strata_SparseView.hpp>
#include <Strata_TensorRef.hpp>

namespace Strata::Impl {

/// Throws FormatMismatch unless both tensors have one format, ShapeMismatch
/// unless they agree in extents and sizes of all arrays. A TensorRef without
/// levels or values stands for a view that is not allocated.
void check_same_shape(std::string_view operation, const TensorRef& dst,
                      const TensorRef& src, std::string_view label);

/// Throws FormatMismatch: positions and coordinates of dst are constant.
/// Throws FormatMismatch: `operation` would write more than the slice.
[[noreturn]] void throw_slice_copy(std::string_view operation,
                                   std::string_view label);
[[noreturn]] void throw_constant_pattern(std::string_view operation,
                                         std::string_view label);

/// The storage of any SparseView.
template <class Scalar, class... Properties>
const auto& storage_of(
    const SparseView<Scalar, DynamicFormat, Properties...>& view) {
  return view.storage();
}
template <StaticSparseView View>
auto storage_of(const View& view) {
  return view.make_storage();
}

/// The bytes of an array.
template <class MemorySpace>
auto bytes_of(const ErasedArray<MemorySpace>& array) {
  return Kokkos::View<std::byte*, MemorySpace>(
      static_cast<std::byte*>(array.mutable_data()),
      static_cast<std::size_t>(array.bytes()));
}

/// Copies eight bytes, or what is left of them at the end; one byte where the
/// arrays are not aligned.
struct CopyBytesFunctor {
  std::byte* m_to;
  const std::byte* m_from;
  std::int64_t m_bytes;
  int m_width;

  CopyBytesFunctor(std::byte* to, const std::byte* from, std::int64_t bytes)
      : m_to(to), m_from(from), m_bytes(bytes) {
    const auto address = [](const void* p) {
      return reinterpret_cast<std::uintptr_t>(p);
    };
    m_width = (address(to) | address(from)) % 8 == 0 ? 8 : 1;
  }
  std::int64_t size() const { return (m_bytes + m_width - 1) / m_width; }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    if (m_width == 8 && 8 * i + 8 <= m_bytes) {
      reinterpret_cast<std::uint64_t*>(m_to)[i] =
          reinterpret_cast<const std::uint64_t*>(m_from)[i];
      return;
    }
    for (std::int64_t b = m_width * i; b < m_width * i + m_width && b < m_bytes;
         ++b)
      m_to[b] = m_from[b];
  }
};

/// Copies an array on `exec` alone: by a kernel where it reaches both memories,
/// else by the copy of Kokkos between the two.
template <class ExecutionSpace, class DstSpace, class SrcSpace>
void copy_array(const ExecutionSpace& exec, const ErasedArray<DstSpace>& dst,
                const ErasedArray<SrcSpace>& src) {
  if (dst.data() == src.data() || dst.bytes() == 0) return;
  const auto to   = bytes_of(dst);
  const auto from = bytes_of(src);
  if constexpr (Kokkos::SpaceAccessibility<ExecutionSpace,
                                           DstSpace>::accessible &&
                Kokkos::SpaceAccessibility<ExecutionSpace,
                                           SrcSpace>::accessible) {
    const CopyBytesFunctor functor(to.data(), from.data(), dst.bytes());
    using policy =
        Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
    Kokkos::parallel_for("Strata::deep_copy", policy(exec, 0, functor.size()),
                         functor);
  } else {
    Kokkos::deep_copy(exec, to, from);
  }
}

/// Throws as check_same_shape() unless both views could be mirrors.
template <class DstView, class SrcView>
void check_same_tensor(std::string_view operation, const DstView& dst,
                       const SrcView& src) {
  check_same_shape(operation,
                   dst.is_allocated() ? make_ref(storage_of(dst)) : TensorRef(),
                   src.is_allocated() ? make_ref(storage_of(src)) : TensorRef(),
                   dst.label());
}

/// Throws FormatMismatch for a part of a tensor; a mirror of a part has arrays of
/// its own.
template <class View>
void check_whole(std::string_view operation, const View& view) {
  if constexpr (std::is_same_v<typename View::format_type, DynamicFormat>)
    if (view.is_allocated() && view.format().is_sliced() &&
        !view.storage()->writable_pattern)
      throw_slice_copy(operation, view.label());
}

/// Checks that dst can take what src holds and calls copy(to, from) for every
/// pair of arrays: positions and coordinates that are not the same memory, and
/// the values.
template <class DstView, class SrcView, class Copy>
void copy_arrays(const DstView& dst_view, const SrcView& src_view,
                 const Copy& copy) {
  static_assert(
      !std::is_const_v<typename DstView::value_type>,
      "Strata::deep_copy: the values of the destination must not be const");
  static_assert(std::is_same_v<typename DstView::non_const_value_type,
                               typename SrcView::non_const_value_type>,
                "Strata::deep_copy: both tensors hold one scalar type");
  if (!dst_view.is_allocated() && !src_view.is_allocated()) return;
  check_same_tensor("Strata::deep_copy", dst_view, src_view);
  const auto dst = storage_of(dst_view);
  const auto src = storage_of(src_view);
  check_whole("Strata::deep_copy", dst_view);
  const auto copy_pattern = [&](const auto& to, const auto& from) {
    if (to.data() == from.data() || to.bytes() == 0) return;
    if (!dst->writable_pattern)
      throw_constant_pattern("Strata::deep_copy", dst->label);
    copy(to, from);
  };
  for (std::size_t l = 0; l < dst->levels.size(); ++l) {
    copy_pattern(dst->levels[l].positions, src->levels[l].positions);
    copy_pattern(dst->levels[l].coordinates, src->levels[l].coordinates);
  }
  copy(dst->values, src->values);
}

/// Copies the values alone. \pre the tensors are mirrors
template <class ExecutionSpace, class DstView, class SrcView>
void copy_values(const ExecutionSpace& exec, const DstView& dst,
                 const SrcView& src) {
  copy_array(exec, storage_of(dst)->values, storage_of(src)->values);
}
template <class DstView, class SrcView>
void copy_values(const DstView& dst, const SrcView& src) {
  Kokkos::deep_copy(dst.values(), src.values());
}

template <class Values>
struct FillValuesFunctor {
  Values m_values;
  typename Values::non_const_value_type m_value;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t p) const {
    m_values(p) = m_value;
  }
};

}  // namespace Strata::Impl

#endif
