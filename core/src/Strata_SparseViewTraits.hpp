// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_SPARSE_VIEW_TRAITS_HPP
#define STRATA_SPARSE_VIEW_TRAITS_HPP

#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <Strata_KokkosScalar.hpp>
#include <Strata_StaticFormat.hpp>

namespace Strata {

/// Sparse tensor with the value semantics of Kokkos::View: copies are cheap and
/// share reference-counted arrays. The pattern (positions, coordinates) is
/// immutable, values are written through values() unless Scalar is const.
///
/// \tparam Scalar element type, const for values that are only read; complex
///   types are Kokkos::complex
/// \tparam Format a StaticFormat, or DynamicFormat: known at run time only
/// \tparam Properties in any order, each at most once: a memory space,
///   execution space or Kokkos::Device (default: the memory of the default
///   execution space) and Kokkos::MemoryTraits. Unmanaged: the arrays are not
///   kept alive. RandomAccess and Restrict hold for values and pattern, Atomic
///   for values only (the pattern is never written).
///
/// Implicit conversions are those of the Kokkos::View of the values, within one
/// format: to const Scalar, to other memory traits, to an accessible spelling
/// of the space; and from any StaticFormat to DynamicFormat. DynamicFormat to
/// StaticFormat is explicit and checked.
template <class Scalar, class Format = DynamicFormat, class... Properties>
class SparseView;

template <class T>
struct is_sparse_view : std::false_type {};
template <class Scalar, class Format, class... Properties>
struct is_sparse_view<SparseView<Scalar, Format, Properties...>>
    : std::true_type {};
template <class T>
struct is_sparse_view<const T> : is_sparse_view<T> {};
/// True for every SparseView type, const or not.
template <class T>
inline constexpr bool is_sparse_view_v = is_sparse_view<T>::value;

/// A SparseView of any scalar type, format and properties.
template <class T>
concept SparseViewLike = is_sparse_view_v<T>;
/// A SparseView whose format is a type.
template <class T>
concept StaticSparseView = SparseViewLike<T> &&
    !std::is_same_v<typename T::format_type, DynamicFormat>;
/// A SparseView whose format is a run-time object.
template <class T>
concept DynamicSparseView =
    SparseViewLike<T> && std::is_same_v<typename T::format_type, DynamicFormat>;

namespace Impl {
template <class T>
concept ExecutionSpaceLike = Kokkos::is_execution_space_v<T>;
/// A memory space, execution space or device.
template <class T>
concept SpaceLike = Kokkos::is_space<T>::value;

template <class T>
inline constexpr bool is_space_property_v =
    Kokkos::is_execution_space<T>::value || Kokkos::is_memory_space<T>::value ||
    Kokkos::is_device<T>::value;

template <class T>
inline constexpr bool is_memory_traits_v = false;
template <unsigned Traits>
inline constexpr bool is_memory_traits_v<Kokkos::MemoryTraits<Traits>> = true;

/// First of Properties that is a space, Default when there is none.
template <class Default, class... Properties>
struct FindSpace {
  using type = Default;
};
template <class Default, class First, class... Rest>
struct FindSpace<Default, First, Rest...>
    : std::conditional_t<is_space_property_v<First>, std::type_identity<First>,
                         FindSpace<Default, Rest...>> {};

template <class... Properties>
struct FindMemoryTraits {
  using type = Kokkos::MemoryTraits<0>;
};
template <class First, class... Rest>
struct FindMemoryTraits<First, Rest...>
    : std::conditional_t<is_memory_traits_v<First>, std::type_identity<First>,
                         FindMemoryTraits<Rest...>> {};

/// View type of an array; the plain spelling where the traits are the default.
template <class T, class Space, class MemoryTraits>
using array_view_t =
    std::conditional_t<std::is_same_v<MemoryTraits, Kokkos::MemoryTraits<0>>,
                       Kokkos::View<T*, Space>,
                       Kokkos::View<T*, Space, MemoryTraits>>;

/// What the properties of a SparseView say.
template <class... Properties>
struct SparseViewProperties {
  static_assert(((is_space_property_v<Properties> ||
                  is_memory_traits_v<Properties>)&&...),
                "Strata::SparseView: a property is a Kokkos memory space, "
                "execution space, device or MemoryTraits");
  static_assert((int{is_space_property_v<Properties>} + ... + 0) <= 1 &&
                    (int{is_memory_traits_v<Properties>} + ... + 0) <= 1,
                "Strata::SparseView: at most one space and one MemoryTraits");

  using space = typename FindSpace<Kokkos::DefaultExecutionSpace::memory_space,
                                   Properties...>::type;
  using memory_space    = typename space::memory_space;
  using execution_space = typename space::execution_space;
  using device_type     = Kokkos::Device<execution_space, memory_space>;
  using memory_traits   = typename FindMemoryTraits<Properties...>::type;
  // A pattern is never written: atomic access means nothing for it.
  using pattern_traits = Kokkos::MemoryTraits<
      (memory_traits::is_unmanaged ? unsigned{Kokkos::Unmanaged} : 0u) |
      (memory_traits::is_random_access ? unsigned{Kokkos::RandomAccess} : 0u) |
      (memory_traits::is_restrict ? unsigned{Kokkos::Restrict} : 0u)>;

  template <class T>
  using values_view = array_view_t<T, space, memory_traits>;
  template <class T>
  using pattern_view = array_view_t<const T, space, pattern_traits>;
};

/// Types that a SparseView shares with Kokkos::View.
template <class Scalar, class Format, class... Properties>
struct SparseViewTypes {
  static_assert(
      std::is_same_v<Scalar, kokkos_scalar_t<Scalar>>,
      "Strata::SparseView: use Kokkos::complex instead of std::complex");
  using properties           = SparseViewProperties<Properties...>;
  using value_type           = Scalar;
  using non_const_value_type = std::remove_const_t<Scalar>;
  using const_value_type     = std::add_const_t<Scalar>;
  using format_type          = Format;
  using memory_space         = typename properties::memory_space;
  using execution_space      = typename properties::execution_space;
  using device_type          = typename properties::device_type;
  using memory_traits        = typename properties::memory_traits;
  using size_type            = std::int64_t;  ///< of coordinates too
  using values_view_type = typename properties::template values_view<Scalar>;
  using reference_type   = typename values_view_type::reference_type;

  using const_type = SparseView<const_value_type, Format, Properties...>;
  using non_const_type =
      SparseView<non_const_value_type, Format, Properties...>;
  using host_mirror_space =
      typename values_view_type::host_mirror_space::memory_space;
  using host_mirror_type =
      SparseView<non_const_value_type, Format, host_mirror_space>;
  using HostMirror = host_mirror_type;  ///< older spelling of Kokkos
};

/// True when a view of `To` may refer to the values of a SparseView of these
/// parameters.
template <class To, class Scalar, class... Properties>
inline constexpr bool is_assignable_v = std::is_convertible_v<
    typename SparseViewProperties<Properties...>::template values_view<Scalar>,
    To>;

template <class MemorySpace>
inline constexpr bool host_accessible_v =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, MemorySpace>::accessible;
}  // namespace Impl

}  // namespace Strata

#endif
