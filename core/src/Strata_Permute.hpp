// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PERMUTE_HPP
#define STRATA_PERMUTE_HPP

#include <memory>
#include <utility>
#include <vector>

#include <Strata_SparseView.hpp>

namespace Strata {

namespace Impl {
/// The format with dimension order[d] named d.
/// \throws ShapeMismatch when `order` is not a permutation of the dimensions.
TensorFormat permuted_format(const TensorFormat& format,
                             const std::vector<int>& order);

/// Place of `value` in Order.
template <int... Order>
constexpr int place_of(int value) {
  constexpr int order[] = {Order..., -1};
  int place             = 0;
  while (order[place] != value) ++place;
  return place;
}
template <int... Order>
constexpr bool is_permutation_of_dimensions() {
  constexpr int rank  = static_cast<int>(sizeof...(Order));
  bool seen[rank + 1] = {};
  for (const int d : {Order...}) {
    if (d < 0 || d >= rank || seen[d]) return false;
    seen[d] = true;
  }
  return true;
}

template <class Format, int... Order>
struct PermutedFormat;
template <class PosT, class CrdT, LevelKind... Kind, int... Dimension,
          bool... Unique, bool... Ordered, int... Order>
struct PermutedFormat<
    StaticFormat<PosT, CrdT, StaticLevel<Kind, Dimension, Unique, Ordered>...>,
    Order...> {
  static_assert(sizeof...(Order) == sizeof...(Kind) &&
                    is_permutation_of_dimensions<Order...>(),
                "Strata::permuted<Order...>: Order is a permutation of the "
                "dimensions 0, 1, ... of the view");
  using type = StaticFormat<
      PosT, CrdT,
      StaticLevel<Kind, place_of<Order...>(Dimension), Unique, Ordered>...>;
};
template <class Format, int... Order>
using permuted_format_t = typename PermutedFormat<Format, Order...>::type;
}  // namespace Impl

/// The same tensor with its dimensions in another order, without a copy:
/// dimension d of the result is dimension order[d] of `view`. Only index map
/// and extents change; a CSR matrix becomes its transpose in CSC.
/// \throws ShapeMismatch when `order` is not a permutation of the dimensions
template <class Scalar, class... Properties>
SparseView<Scalar, DynamicFormat, Properties...> permuted(
    const SparseView<Scalar, DynamicFormat, Properties...>& view,
    const std::vector<int>& order) {
  using view_type    = SparseView<Scalar, DynamicFormat, Properties...>;
  using storage_type = typename view_type::storage_type;
  if (!view.is_allocated()) return {};
  auto storage       = std::make_shared<storage_type>(*view.storage());
  storage->format    = Impl::permuted_format(view.format(), order);
  for (std::size_t d = 0; d < order.size(); ++d) {
    storage->extents[d] = view.extent(order[d]);
    if (view.format().is_sliced())
      storage->whole_extents[d] = view.storage()->whole_extents[order[d]];
  }
  return view_type(std::shared_ptr<const storage_type>(std::move(storage)));
}

/// The same for a format that is a type: permuted<2, 0, 1>(view).
template <int... Order, class Scalar, class PosT, class CrdT, class... Levels,
          class... Properties>
auto permuted(const SparseView<Scalar, StaticFormat<PosT, CrdT, Levels...>,
                               Properties...>& view) {
  using format = StaticFormat<PosT, CrdT, Levels...>;
  using result_type =
      SparseView<Scalar, Impl::permuted_format_t<format, Order...>,
                 Properties...>;
  using dynamic_type = SparseView<Scalar, DynamicFormat, Properties...>;
  if (!view.is_allocated()) return result_type();
  return result_type(permuted(dynamic_type(view), {Order...}));
}

/// The transpose of a matrix, without a copy.
/// \throws ShapeMismatch when a view with a run-time format is not a matrix
template <class Scalar, class... Properties>
auto transposed(const SparseView<Scalar, DynamicFormat, Properties...>& view) {
  return permuted(view, {1, 0});
}
template <class Scalar, class PosT, class CrdT, class Rows, class Columns,
          class... Properties>
auto transposed(
    const SparseView<Scalar, StaticFormat<PosT, CrdT, Rows, Columns>,
                     Properties...>& view) {
  return permuted<1, 0>(view);
}

}  // namespace Strata

#endif
