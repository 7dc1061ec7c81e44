// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_SUBVIEW_HPP
#define STRATA_SUBVIEW_HPP

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_Ref.hpp>

namespace Strata {

namespace Impl {
/// Makes the shape of a tensor that of a part of it: slices of slices are slices of
/// the whole.
/// \throws ShapeMismatch unless there is one part per dimension, inside of it;
///   FormatMismatch for a part without offset, size or stride.
void take_part(TensorFormat& format, std::vector<std::int64_t>& extents,
               std::vector<std::int64_t>& whole_extents,
               const DimensionSlices& parts);

inline std::optional<DimensionSlice> slice_of(const Kokkos::ALL_t&) {
  return std::nullopt;
}
inline std::optional<DimensionSlice> slice_of(const DimensionSlice& slice) {
  return slice;
}
template <template <class, class> class Pair, std::integral First,
          std::integral Second>
  requires(std::is_same_v<Pair<First, Second>, std::pair<First, Second>> ||
           std::is_same_v<Pair<First, Second>, Kokkos::pair<First, Second>>)
std::optional<DimensionSlice> slice_of(const Pair<First, Second>& range) {
  const auto begin = static_cast<std::int64_t>(range.first);
  return DimensionSlice{begin, static_cast<std::int64_t>(range.second) - begin,
                        1};
}
template <std::integral Coordinate>
std::optional<DimensionSlice> slice_of(Coordinate) {
  static_assert(!std::is_same_v<Coordinate, Coordinate>,
                "Strata::subview: a part keeps every dimension: pass "
                "Kokkos::pair(c, c + 1) instead of a coordinate c");
  return std::nullopt;
}
}  // namespace Impl

/// A part of a tensor, without a copy: per dimension Kokkos::ALL, a pair
/// (begin, end), or a DimensionSlice{offset, size, stride}. Shares positions,
/// coordinates and values: changed values are seen through both, and nnz(),
/// bytes(), positions(), coordinates() and values() are those of the whole
/// tensor. Parts of parts are parts of the whole.
///
/// A part is an operand as any tensor is; a part of a tensor of dense levels is a
/// result too. Functions that go through all entries (convert(), extract(),
/// parallel_for_each()) pass over those of the whole tensor.
/// \throws ShapeMismatch unless there is one part per dimension, inside of it;
///   FormatMismatch for a view that holds nothing, or a slice without numbers.
template <class Scalar, class... Properties>
SparseView<Scalar, DynamicFormat, Properties...> subview(
    const SparseView<Scalar, DynamicFormat, Properties...>& view,
    const DimensionSlices& parts) {
  using view_type    = SparseView<Scalar, DynamicFormat, Properties...>;
  using storage_type = typename view_type::storage_type;
  Impl::check_allocated("Strata::subview", view.is_allocated());
  auto storage = std::make_shared<storage_type>(*view.storage());
  Impl::take_part(storage->format, storage->extents, storage->whole_extents,
                  parts);
  if (storage->format.is_sliced()) storage->writable_pattern = false;
  return view_type(std::shared_ptr<const storage_type>(std::move(storage)));
}
template <class Scalar, class... Properties, class... Parts>
  requires(!(sizeof...(Parts) == 1 &&
             (std::is_same_v<Parts, DimensionSlices> && ...)))
SparseView<Scalar, DynamicFormat, Properties...> subview(
    const SparseView<Scalar, DynamicFormat, Properties...>& view,
    const Parts&... parts) {
  return subview(view, DimensionSlices{Impl::slice_of(parts)...});
}

/// The same of a view whose format is a type; that of the part is not.
template <class Scalar, class PosT, class CrdT, class... Levels,
          class... Properties, class... Parts>
SparseView<Scalar, DynamicFormat, Properties...> subview(
    const SparseView<Scalar, StaticFormat<PosT, CrdT, Levels...>,
                     Properties...>& view,
    const Parts&... parts) {
  return subview(SparseView<Scalar, DynamicFormat, Properties...>(view),
                 parts...);
}

/// The same of a tensor whose type is erased; a part of an all-dense one is
/// strided.
TensorRef subview(TensorRef tensor, const DimensionSlices& parts);

}  // namespace Strata

#endif
