// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_WRAP_POINTERS_HPP
#define STRATA_WRAP_POINTERS_HPP

#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <Strata_Wrap.hpp>

/// \file
/// Tensors over arrays given by pointer and size, without a copy. The pointers
/// are to memory of MemorySpace (the first template parameter; host memory
/// unless given) and are never followed here, so device memory is as good. The
/// arrays must outlive every copy of the tensor unless `owner` keeps them.
/// Index types come from the pointers: signed, unsigned, 8 to 64 bits; const
/// values make a SparseView<const Scalar>. Nothing is checked but sizes that
/// follow from the arguments: validate(exec, ref(view)) looks at the arrays.

namespace Strata {

namespace Impl {
/// Element type of Views over values of type T: std::complex becomes
/// Kokkos::complex, an integer the one of <cstdint> with its width.
template <class T>
struct wrapped_scalar {
  using type = kokkos_scalar_t<T>;
};
template <class T>
  requires(std::is_integral_v<T> && !std::is_same_v<T, bool>)
struct wrapped_scalar<T> {
  using type = canonical_index_t<T>;
};
template <class T>
struct wrapped_scalar<const T> {
  using type = const typename wrapped_scalar<T>::type;
};
template <class T>
using wrapped_scalar_t = typename wrapped_scalar<T>::type;

/// \throws InvalidStorage when `data` is not a multiple of `alignment`.
void check_aligned(std::string_view what, const void* data,
                   std::size_t alignment);

template <class MemorySpace, class Scalar>
auto values_at(Scalar* values, std::int64_t size) {
  using element_type = wrapped_scalar_t<Scalar>;
  check_aligned("values", values, alignof(element_type));
  return Kokkos::View<element_type*, MemorySpace,
                      Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
      reinterpret_cast<element_type*>(values), static_cast<std::size_t>(size));
}
}  // namespace Impl

/// Any format: {pointer, size} of each positions and of each coordinates array,
/// from the first level on.
///
///     wrap(Formats::csf(3), {2, 3, 4}, {{p0, 2}, {p1, 3}, {p2, 4}},
///          {{c0, 2}, {c1, 3}, {c2, 5}}, values, 5);
///
/// \throws as wrap() of Views; InvalidStorage for values that are less aligned than
///   elements of a View (Kokkos::complex may be aligned to its size).
template <class MemorySpace = Kokkos::HostSpace, class Scalar>
auto wrap(const TensorFormat& format, const std::vector<std::int64_t>& extents,
          const std::vector<IndexArray<MemorySpace>>& positions,
          const std::vector<IndexArray<MemorySpace>>& coordinates,
          Scalar* values, std::int64_t size,
          std::shared_ptr<void> owner = nullptr) {
  return wrap(format, extents, positions, coordinates,
              Impl::values_at<MemorySpace>(values, size), std::move(owner));
}

/// Compressed rows: rows + 1 positions, `nnz` column numbers and values.
template <class MemorySpace = Kokkos::HostSpace, class PosT, class CrdT,
          class Scalar>
  requires std::is_integral_v<PosT>
auto wrap_csr(std::int64_t rows, std::int64_t cols, const PosT* positions,
              const CrdT* coordinates, Scalar* values, std::int64_t nnz,
              std::shared_ptr<void> owner = nullptr) {
  return wrap<MemorySpace>(Formats::csr(), {rows, cols},
                           {{positions, rows + 1}}, {{coordinates, nnz}},
                           values, nnz, std::move(owner));
}

/// Compressed columns: cols + 1 positions, `nnz` row numbers and values.
template <class MemorySpace = Kokkos::HostSpace, class PosT, class CrdT,
          class Scalar>
  requires std::is_integral_v<PosT>
auto wrap_csc(std::int64_t rows, std::int64_t cols, const PosT* positions,
              const CrdT* coordinates, Scalar* values, std::int64_t nnz,
              std::shared_ptr<void> owner = nullptr) {
  return wrap<MemorySpace>(Formats::csc(), {rows, cols},
                           {{positions, cols + 1}}, {{coordinates, nnz}},
                           values, nnz, std::move(owner));
}

/// A coordinate list: for each dimension a pointer to `nnz` coordinates;
/// entries in ascending order, none twice. The two positions it needs are
/// allocated with `exec`; asynchronous.
/// \throws ShapeMismatch for a wrong number of extents.
template <class ExecutionSpace, class CrdT, class Scalar>
  requires std::is_integral_v<CrdT>
auto wrap_coo(const ExecutionSpace& exec,
              const std::vector<std::int64_t>& extents,
              const std::vector<CrdT*>& coordinates, Scalar* values,
              std::int64_t nnz, std::shared_ptr<void> owner = nullptr) {
  using memory_space = typename ExecutionSpace::memory_space;
  std::vector<IndexArray<memory_space>> arrays;
  for (const CrdT* array : coordinates) arrays.emplace_back(array, nnz);
  return wrap_coo(exec, extents, arrays,
                  Impl::values_at<memory_space>(values, nnz), std::move(owner));
}

/// Compressed sparse fibres, dimension d at level d: arrays as for wrap().
template <class MemorySpace = Kokkos::HostSpace, class Scalar>
auto wrap_csf(const std::vector<std::int64_t>& extents,
              const std::vector<IndexArray<MemorySpace>>& positions,
              const std::vector<IndexArray<MemorySpace>>& coordinates,
              Scalar* values, std::int64_t size,
              std::shared_ptr<void> owner = nullptr) {
  return wrap<MemorySpace>(Formats::csf(static_cast<int>(extents.size())),
                           extents, positions, coordinates, values, size,
                           std::move(owner));
}

}  // namespace Strata

#endif
