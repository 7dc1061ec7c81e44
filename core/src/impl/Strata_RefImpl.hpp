// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_REF_IMPL_HPP
#define STRATA_IMPL_REF_IMPL_HPP

#include <memory>
#include <utility>

#include <Strata_PackedIndex.hpp>
#include <Strata_Ref.hpp>

namespace Strata {

namespace Impl {
/// Unmanaged View of indices that lie in MemorySpace.
template <class MemorySpace>
ErasedArray<MemorySpace> wrap_indices(IndexType type, const void* data,
                                      std::int64_t n) {
  return visit_index_type(type, [&](auto zero) {
    using T         = decltype(zero);
    const auto size = index_bytes(type, n) / static_cast<std::int64_t>(sizeof(T));
    return ErasedArray<MemorySpace>(
        Kokkos::View<const T*, MemorySpace>(static_cast<const T*>(data),
                                            static_cast<std::size_t>(size)),
        n);
  });
}

/// \throws FormatMismatch when the tensor is strided.
void check_packed(std::string_view operation, const TensorRef& tensor);
}  // namespace Impl

template <class Scalar, class MemorySpace>
SparseView<Scalar, DynamicFormat, MemorySpace> view_of(
    const TensorRef& tensor) {
  using element_type = std::remove_const_t<Scalar>;
  Impl::check_packed("Strata::view_of", tensor);
  if (auto storage = Impl::find_storage<MemorySpace>(tensor))
    return SparseView<Scalar, DynamicFormat, MemorySpace>(std::move(storage));
  auto storage        = std::make_shared<Impl::Storage<MemorySpace>>();
  storage->format     = tensor.format;
  storage->scalar     = tensor.scalar;
  storage->extents    = tensor.extents;
  storage->whole_extents = tensor.whole_extents;
  storage->is_const   = tensor.is_const;
  storage->keep_alive = tensor.owner;
  storage->levels.resize(tensor.format.lvl_rank());
  for (int l = 0; l < tensor.format.lvl_rank(); ++l) {
    const LevelTraits traits  = level_traits(tensor.format.level(l));
    const LevelArrays& arrays = tensor.levels[l];
    auto& level               = storage->levels[l];
    if (traits.stores_positions)
      level.positions = Impl::wrap_indices<MemorySpace>(
          tensor.format.pos_type(), arrays.positions, arrays.num_positions);
    if (traits.stores_coordinates)
      level.coordinates = Impl::wrap_indices<MemorySpace>(
          tensor.format.crd_type(), arrays.coordinates, arrays.num_coordinates);
  }
  storage->values =
      Impl::ErasedArray<MemorySpace>(Kokkos::View<element_type*, MemorySpace>(
          static_cast<element_type*>(tensor.values),
          static_cast<std::size_t>(tensor.num_values)));
  return SparseView<Scalar, DynamicFormat, MemorySpace>(std::move(storage));
}

}  // namespace Strata

#endif
