// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_LEVEL_TREE_HPP
#define STRATA_IMPL_LEVEL_TREE_HPP

#include <cstdint>
#include <tuple>

#include <Kokkos_Core.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <Strata_LevelSearch.hpp>
#include <Strata_StaticFormat.hpp>
#include <impl/Strata_Storage.hpp>

namespace Strata::Impl {

/// \file
/// The levels of one tensor as kernels see them: `visit<L>(f)` calls
/// f(Level{}, storage) with the level functions and arrays of level L. Own
/// nothing.

/// Arrays of the levels, and for the compressed ones the positions above.
template <class Evaluator, int Rank>
struct LevelArraysOf {
  // One element more, so that order 0 needs no arrays of size 0.
  Kokkos::Array<LevelStorage<Evaluator>, Rank + 1> storage{};
  Kokkos::Array<std::int64_t, Rank + 1> parents{};
};

/// Kinds known at compile time.
template <class Format>
struct StaticTree;
template <class PosT, class CrdT, class... Levels>
struct StaticTree<StaticFormat<PosT, CrdT, Levels...>> {
  using evaluator_type      = TypedDeviceEvaluator<PosT, CrdT>;
  static constexpr int rank = static_cast<int>(sizeof...(Levels));
  template <int L>
  using level = std::tuple_element_t<L, std::tuple<Levels...>>;

  LevelArraysOf<evaluator_type, rank> arrays;

  template <int L>
  KOKKOS_INLINE_FUNCTION LevelType type() const {
    return level<L>::type;
  }
  template <int L>
  KOKKOS_INLINE_FUNCTION constexpr int dimension() const {
    return level<L>::dimension;
  }
  template <int L, class F>
  KOKKOS_INLINE_FUNCTION decltype(auto) visit(F&& f) const {
    return f(level_of_kind_t<level<L>::kind>{}, arrays.storage[L]);
  }
};

/// Kinds and index types known at run time: one kernel for all formats of one
/// order.
template <int Rank>
struct DynamicTree {
  using evaluator_type      = DeviceEvaluator;
  static constexpr int rank = Rank;

  LevelArraysOf<evaluator_type, rank> arrays;
  Kokkos::Array<LevelType, rank + 1> types{};
  Kokkos::Array<int, rank + 1> dimensions{};

  template <int L>
  KOKKOS_INLINE_FUNCTION LevelType type() const {
    return types[L];
  }
  template <int L>
  KOKKOS_INLINE_FUNCTION int dimension() const {
    return dimensions[L];
  }
  template <int L, class F>
  KOKKOS_INLINE_FUNCTION decltype(auto) visit(F&& f) const {
    return visit_level(types[L].kind, [&](auto level) -> decltype(auto) {
      return f(level, arrays.storage[L]);
    });
  }
};

/// \pre the tensor has order Rank
template <int Rank, class MemorySpace>
DynamicTree<Rank> make_tree(const Storage<MemorySpace>& storage) {
  DynamicTree<Rank> tree;
  const TensorFormat& format = storage.format;
  for (int l = 0; l < Rank; ++l) {
    const StoredLevel<MemorySpace>& level = storage.levels[l];
    tree.types[l]                         = format.level(l);
    tree.dimensions[l]                    = format.dimension_of_level(l);
    tree.arrays.storage[l]                = {
                       IndexSpan(level.positions.data(), format.pos_type()),
                       IndexSpan(level.coordinates.data(), format.crd_type()),
                       storage.extents[format.dimension_of_level(l)]};
    tree.arrays.parents[l] = level.positions.size() - 1;
  }
  return tree;
}

}  // namespace Strata::Impl

#endif
