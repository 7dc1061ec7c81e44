// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DEEP_COPY_HPP
#define STRATA_DEEP_COPY_HPP

#include <cstdint>

#include <Kokkos_Core.hpp>
#include <Strata_SparseView.hpp>
#include <impl/Strata_CopyStorage.hpp>

namespace Strata {

/// Copies all arrays of `src` to those of `dst`, pattern and values, on `exec`
/// alone; asynchronous. Arrays that both share are left alone. The pattern of a
/// tensor is const to its users; this is the one operation that writes it, for
/// tensors whose arrays Strata allocated (assembled, mirrors) or that were
/// wrapped as non-const. Every view that shares them sees the new pattern.
///
/// \throws FormatMismatch when the formats differ, the pattern of dst is
///   another one and constant, or dst is a part (subview()) of a tensor; ShapeMismatch when extents or the sizes of
///   arrays differ: make dst by create_mirror(src)
template <Impl::ExecutionSpaceLike ExecutionSpace, SparseViewLike DstView,
          SparseViewLike SrcView>
void deep_copy(const ExecutionSpace& exec, const DstView& dst,
               const SrcView& src) {
  Impl::copy_arrays(dst, src, [&](const auto& to, const auto& from) {
    Impl::copy_array(exec, to, from);
  });
}

/// The same with the fences of Kokkos::deep_copy(dst, src): waits for all work
/// before and after.
template <SparseViewLike DstView, SparseViewLike SrcView>
void deep_copy(const DstView& dst, const SrcView& src) {
  Impl::copy_arrays(dst, src, [](const auto& to, const auto& from) {
    Kokkos::deep_copy(Impl::bytes_of(to), Impl::bytes_of(from));
  });
}

/// Sets every stored value; the pattern stays. Asynchronous on `exec`.
/// \throws FormatMismatch for a part (subview()) of a tensor
template <Impl::ExecutionSpaceLike ExecutionSpace, SparseViewLike View>
void deep_copy(const ExecutionSpace& exec, const View& view,
               const typename View::non_const_value_type& value) {
  static_assert(!std::is_const_v<typename View::value_type>,
                "Strata::deep_copy: the values must not be const");
  static_assert(
      Kokkos::SpaceAccessibility<ExecutionSpace,
                                 typename View::memory_space>::accessible,
      "Strata::deep_copy: exec must be able to write the values");
  if (!view.is_allocated()) return;
  Impl::check_whole("Strata::deep_copy", view);
  const auto values = view.values();
  using policy =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for(
      "Strata::deep_copy::fill", policy(exec, 0, view.nnz()),
      Impl::FillValuesFunctor<typename View::values_view_type>{values, value});
}

/// The same with the fences of Kokkos::deep_copy(view, value).
template <SparseViewLike View>
void deep_copy(const View& view,
               const typename View::non_const_value_type& value) {
  Impl::check_whole("Strata::deep_copy", view);
  Kokkos::deep_copy(view.values(), value);
}

}  // namespace Strata

#endif
