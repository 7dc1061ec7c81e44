// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_KERNEL_OPERANDS_HPP
#define STRATA_KERNEL_OPERANDS_HPP

#include <type_traits>

#include <Kokkos_Core.hpp>
#include <Strata_Ref.hpp>
#include <Strata_SparseView.hpp>
#include <Strata_TensorRef.hpp>

/// \file
/// Operands of generated kernels from tensors whose types are erased.

namespace Strata {

namespace Impl {
template <class T, int Rank>
struct AddPointers {
  using type = typename AddPointers<T*, Rank - 1>::type;
};
template <class T>
struct AddPointers<T, 0> {
  using type = T;
};

/// \throws FormatMismatch unless `tensor` is a dense one of `rank` dimensions
///   whose elements are `scalar`, writable if need be.
void check_dense_operand(const TensorRef& tensor, ScalarType scalar, int rank,
                         bool is_written);

/// Elements between neighbours in each dimension of a dense tensor.
std::vector<std::int64_t> dimension_strides(const TensorRef& tensor);
}  // namespace Impl

/// View of a dense tensor in the order of its dimensions, whatever the order of
/// its levels.
template <class Scalar, int Rank, class MemorySpace>
using DenseOperand =
    Kokkos::View<typename Impl::AddPointers<Scalar, Rank>::type,
                 Kokkos::LayoutStride, MemorySpace,
                 Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// The dense tensor as an unmanaged View: `tensor` owns the elements.
/// \pre the elements are in MemorySpace
/// \throws FormatMismatch unless all levels are dense, the rank is `Rank` and the
///   elements are `Scalar`; for const elements where `Scalar` is not const.
template <class Scalar, int Rank, class MemorySpace = Kokkos::HostSpace>
DenseOperand<Scalar, Rank, MemorySpace> dense_operand(const TensorRef& tensor) {
  using element_type = std::remove_const_t<Scalar>;
  Impl::check_dense_operand(tensor, Impl::erased_scalar_type<element_type>(),
                            Rank, !std::is_const_v<Scalar>);
  Kokkos::LayoutStride layout;
  const std::vector<std::int64_t> strides = Impl::dimension_strides(tensor);
  for (int d = 0; d < Rank; ++d) {
    layout.dimension[d] = static_cast<std::size_t>(tensor.extents[d]);
    layout.stride[d]    = static_cast<std::size_t>(strides[d]);
  }
  return DenseOperand<Scalar, Rank, MemorySpace>(
      static_cast<element_type*>(tensor.values), layout);
}

/// The tensor as a SparseView of a format known at compile time; shares the
/// arrays, keeps `tensor.owner` only as long as this call runs.
/// \pre the arrays are in MemorySpace
/// \throws FormatMismatch when the format or the elements differ.
template <class Scalar, class Format, class MemorySpace = Kokkos::HostSpace>
SparseView<Scalar, Format, MemorySpace> sparse_operand(
    const TensorRef& tensor) {
  return SparseView<Scalar, Format, MemorySpace>(
      view_of<Scalar, MemorySpace>(tensor));
}

/// What a kernel assigns its result to: the extents and the old contents, if
/// there are any, of `tensor`.
/// \throws FormatMismatch when the format or the elements differ.
template <class Scalar, class Format, class MemorySpace = Kokkos::HostSpace>
SparseView<Scalar, Format, MemorySpace> sparse_result(TensorRef tensor) {
  tensor.is_const = false;  // it is assigned to, the arrays are not written
  return sparse_operand<Scalar, Format, MemorySpace>(tensor);
}

}  // namespace Strata

#endif
