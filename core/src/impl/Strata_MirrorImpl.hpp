// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_MIRROR_IMPL_HPP
#define STRATA_IMPL_MIRROR_IMPL_HPP

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <Kokkos_Core.hpp>
#include <Strata_SparseView.hpp>
#include <impl/Strata_Allocate.hpp>
#include <impl/Strata_CopyStorage.hpp>

namespace Strata::Impl {

using without_initializing_t =
    std::remove_cvref_t<decltype(Kokkos::WithoutInitializing)>;

/// What Kokkos::create_mirror takes before a View.
template <class T>
concept MirrorTarget =
    !SparseViewLike<T> && !Kokkos::is_view<T>::value &&
    requires(const T& target, const Kokkos::View<double*>& view) {
  Kokkos::create_mirror(target, view);
};

/// One of them that is no space: what Kokkos::view_alloc() returns.
template <class T>
concept MirrorAllocation = MirrorTarget<T> && !SpaceLike<T>;

/// Memory space of the mirror that Kokkos makes of an array of View.
template <class View, class... Target>
using mirror_space_t = typename decltype(Kokkos::create_mirror(
    std::declval<const Target&>()...,
    std::declval<const Kokkos::View<
        double*, typename View::memory_space>&>()))::memory_space;
template <class View, class... Target>
inline constexpr bool is_own_mirror_v =
    std::is_same_v<mirror_space_t<View, Target...>,
                   typename View::memory_space>;

/// The mirror of a View type.
template <class View, class Space>
using mirror_t = SparseView<typename View::non_const_value_type,
                            typename View::format_type, Space>;

/// f(index array as its typed View, name) in an ErasedArray; none for none.
template <class Space, class MemorySpace, class F>
ErasedArray<Space> mirror_indices(IndexType type,
                                  const ErasedArray<MemorySpace>& array,
                                  const std::string& name, const F& f) {
  return visit_index_type(type, [&](auto zero) {
    using T          = decltype(zero);
    const auto* view = array.template get<const T>();
    if (!view) return ErasedArray<Space>();
    return ErasedArray<Space>(Kokkos::View<const T*, Space>(f(*view, name)), array.size());
  });
}

/// A tensor like `view` whose arrays are f(array, name).
template <class Space, class View, class F>
mirror_t<View, Space> map_arrays(const View& view, const std::string& label,
                                 const F& f) {
  using scalar       = typename View::value_type;
  using non_const    = std::remove_const_t<scalar>;
  using dynamic_type = SparseView<non_const, DynamicFormat, Space>;
  if (!view.is_allocated()) return {};
  const auto source         = storage_of(view);
  const auto& format        = source->format;
  auto storage              = std::make_shared<Storage<Space>>();
  storage->label            = label;
  storage->format           = format;
  storage->scalar           = source->scalar;
  storage->extents          = source->extents;
  storage->whole_extents    = source->whole_extents;
  storage->writable_pattern = true;
  for (std::size_t l = 0; l < source->levels.size(); ++l) {
    const std::string at = "[" + std::to_string(l) + "]";
    storage->levels.push_back(
        {mirror_indices<Space>(format.pos_type(), source->levels[l].positions,
                               array_label(label, "positions" + at), f),
         mirror_indices<Space>(format.crd_type(), source->levels[l].coordinates,
                               array_label(label, "coordinates" + at), f)});
  }
  const Kokkos::View<scalar*, typename View::memory_space> values =
      view.values();
  storage->values = ErasedArray<Space>(
      Kokkos::View<non_const*, Space>(f(values, array_label(label, "values"))));
  return mirror_t<View, Space>(dynamic_type(std::move(storage)));
}

/// Arrays allocated by f(array).
template <class Space, class View, class F>
mirror_t<View, Space> make_mirror(const View& view, const F& f) {
  const std::string label = view.label();
  return map_arrays<Space>(
      view, label.empty() ? label : label + "_mirror",
      [&](const auto& array, const std::string&) { return f(array); });
}

/// Arrays copied by f(array, name).
template <class Space, class View, class F>
mirror_t<View, Space> copy_mirror(const View& view, const std::string& label,
                                  const F& f) {
  return map_arrays<Space>(view, label.empty() ? view.label() : label, f);
}

}  // namespace Strata::Impl

#endif
