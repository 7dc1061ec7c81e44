// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_REF_HPP
#define STRATA_REF_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_SparseView.hpp>
#include <Strata_TensorRef.hpp>
#include <impl/Strata_Allocate.hpp>

namespace Strata {

namespace Impl {
/// Dense tensor over memory with `strides` (in elements) per dimension. Levels
/// are ordered by decreasing stride; dimensions of extent 1 keep their place.
TensorRef dense_ref(ScalarType scalar, const void* data,
                    std::vector<std::int64_t> extents,
                    const std::vector<std::int64_t>& strides, bool is_const,
                    std::shared_ptr<void> owner);

/// Positions below the last level of an all-dense format.
/// \throws IndexOverflow when their number does not fit.
std::int64_t dense_size(const TensorFormat& format,
                        const std::vector<std::int64_t>& extents);

/// Dense levels that are sliced as a tensor with strides; others as they are.
TensorRef with_strides(TensorRef tensor);

/// \throws FormatMismatch unless every level of `format` is dense.
void check_dense(std::string_view operation, const TensorFormat& format);
}  // namespace Impl

/// Identity, so that templates may call ref() on any operand.
inline TensorRef ref(const TensorRef& tensor) { return tensor; }

namespace Impl {
/// \throws FormatMismatch for a view that holds nothing.
void check_allocated(std::string_view operation, bool is_allocated);
}  // namespace Impl

/// The tensor with its types erased; keeps the arrays alive.
/// \throws FormatMismatch for a default-constructed view with a run-time format.
template <class Scalar, class... Properties>
TensorRef ref(const SparseView<Scalar, DynamicFormat, Properties...>& view) {
  Impl::check_allocated("Strata::ref", view.is_allocated());
  TensorRef tensor = Impl::with_strides(Impl::make_ref(view.storage()));
  tensor.is_const  = tensor.is_const || std::is_const_v<Scalar>;
  return tensor;
}
template <class Scalar, class PosT, class CrdT, class... Levels,
          class... Properties>
TensorRef ref(const SparseView<Scalar, StaticFormat<PosT, CrdT, Levels...>,
                               Properties...>& view) {
  return Impl::make_ref(view.make_storage());
}

/// A Kokkos::View of any rank, layout and stride as a dense tensor; keeps a
/// managed View alive. Never touches the data.
template <class DataType, class... Properties>
TensorRef ref(const Kokkos::View<DataType, Properties...>& view) {
  using view_type    = Kokkos::View<DataType, Properties...>;
  using element_type = typename view_type::value_type;
  constexpr int rank = static_cast<int>(view_type::rank());
  std::vector<std::int64_t> extents, strides;
  for (int d = 0; d < rank; ++d) {
    extents.push_back(static_cast<std::int64_t>(view.extent(d)));
    strides.push_back(static_cast<std::int64_t>(view.stride(d)));
  }
  return Impl::dense_ref(Impl::erased_scalar_type<element_type>(), view.data(),
                         std::move(extents), strides,
                         std::is_const_v<element_type>,
                         std::make_shared<view_type>(view));
}

/// Owning all-dense tensor, zero-initialised on `exec` (asynchronous).
/// \throws FormatMismatch when a level is not dense; IndexOverflow when the
///   size does not fit.
template <class ExecutionSpace>
TensorRef make_dense(const ExecutionSpace& exec, const TensorFormat& format,
                     ScalarType scalar,
                     const std::vector<std::int64_t>& extents,
                     const std::string& label = "") {
  using storage_type = Impl::Storage<typename ExecutionSpace::memory_space>;
  Impl::check_dense("Strata::make_dense", format);
  const std::int64_t size   = Impl::dense_size(format, extents);
  auto storage              = std::make_shared<storage_type>();
  storage->label            = label;
  storage->format           = format;
  storage->scalar           = scalar;
  storage->extents          = extents;
  storage->writable_pattern = true;
  storage->levels.resize(format.lvl_rank());
  storage->values = Impl::allocate_values(exec, scalar, size,
                                          Impl::array_label(label, "values"));
  Impl::zero_fill(exec, storage->values.mutable_data(),
                  size * static_cast<std::int64_t>(size_of(scalar)));
  return Impl::make_ref<typename ExecutionSpace::memory_space>(
      std::move(storage));
}

/// The tensor behind a TensorRef as a SparseView; shares the arrays: those of a
/// SparseView come back as they were, others are owned by the SparseView
/// (through `tensor.owner`), not by the Views it hands out.
/// \pre the arrays are in MemorySpace
/// \throws FormatMismatch when the scalar type differs, or for strided tensors.
template <class Scalar,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
SparseView<Scalar, DynamicFormat, MemorySpace> view_of(const TensorRef& tensor);

}  // namespace Strata

#include <impl/Strata_RefImpl.hpp>

#endif
