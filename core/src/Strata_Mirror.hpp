// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_MIRROR_HPP
#define STRATA_MIRROR_HPP

#include <string>
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <Strata_SparseView.hpp>
#include <impl/Strata_MirrorImpl.hpp>

/// \file
/// Mirrors as of Kokkos::View: tensors of the same format, extents and sizes in
/// another memory space. `target` is what Kokkos takes there: a memory or
/// execution space, Kokkos::WithoutInitializing, or Kokkos::view_alloc(…) of a
/// space, an execution-space instance to allocate on, and WithoutInitializing.
/// Without a target, or without a space in it: host memory.

namespace Strata {

/// New arrays, positions, coordinates and values alike zero (or uninitialised);
/// deep_copy(mirror, view) fills all of them.
template <SparseViewLike View>
auto create_mirror(const View& view) {
  return Impl::make_mirror<Impl::mirror_space_t<View>>(
      view, [](const auto& array) { return Kokkos::create_mirror(array); });
}
template <Impl::MirrorTarget Target, SparseViewLike View>
auto create_mirror(const Target& target, const View& view) {
  return Impl::make_mirror<Impl::mirror_space_t<View, Target>>(
      view,
      [&](const auto& array) { return Kokkos::create_mirror(target, array); });
}
template <Impl::SpaceLike Space, SparseViewLike View>
auto create_mirror(Impl::without_initializing_t wi, const Space& space,
                   const View& view) {
  return Impl::make_mirror<typename Space::memory_space>(
      view, [&](const auto& array) {
        return Kokkos::create_mirror(wi, space, array);
      });
}

/// `view` itself where its memory is that of the mirror, else create_mirror().
template <SparseViewLike View>
auto create_mirror_view(const View& view) {
  if constexpr (Impl::is_own_mirror_v<View>)
    return view;
  else
    return create_mirror(view);
}
template <Impl::MirrorTarget Target, SparseViewLike View>
auto create_mirror_view(const Target& target, const View& view) {
  if constexpr (Impl::is_own_mirror_v<View, Target>)
    return view;
  else
    return create_mirror(target, view);
}
template <Impl::SpaceLike Space, SparseViewLike View>
auto create_mirror_view(Impl::without_initializing_t wi, const Space& space,
                        const View& view) {
  if constexpr (Impl::is_own_mirror_v<View, Space>)
    return view;
  else
    return create_mirror(wi, space, view);
}

/// `view` itself where its memory is that of `target` (a space, or view_alloc
/// with one), else a copy there, under `label` if given. With an instance in
/// view_alloc: asynchronous on it; otherwise fenced as Kokkos does.
template <Impl::SpaceLike Space, SparseViewLike View>
auto create_mirror_view_and_copy(const Space& space, const View& view,
                                 const std::string& label = "") {
  if constexpr (Impl::is_own_mirror_v<View, Space>)
    return view;
  else
    return Impl::copy_mirror<typename Space::memory_space>(
        view, label, [&](const auto& array, const std::string& name) {
          return Kokkos::create_mirror_view_and_copy(space, array, name);
        });
}
template <Impl::MirrorAllocation Target, SparseViewLike View>
auto create_mirror_view_and_copy(const Target& target, const View& view) {
  if constexpr (Impl::is_own_mirror_v<View, Target>)
    return view;
  else
    return Impl::copy_mirror<Impl::mirror_space_t<View, Target>>(
        view, view.label(), [&](const auto& array, const std::string&) {
          return Kokkos::create_mirror_view_and_copy(target, array);
        });
}

}  // namespace Strata

#endif
