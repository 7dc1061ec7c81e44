// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CONVERT_HPP
#define STRATA_CONVERT_HPP

#include <string>
#include <type_traits>
#include <utility>

#include <Kokkos_Core.hpp>
#include <Strata_Ref.hpp>
#include <Strata_StaticFormat.hpp>
#include <Strata_Tensor.hpp>
#include <impl/Strata_ConvertImpl.hpp>

namespace Strata {

/// \file
/// Any tensor in any other format, rebuilt by kernels on `exec`, which must be
/// able to read and write its memory; nothing passes through the host but sizes.
/// All overloads of convert() follow the same rules:
///
/// - The result owns its arrays, also where nothing changes (a deep copy).
/// - Entries with equal coordinates are summed (bool: or) when the target's
///   levels are unique; a target that may hold them keeps them all.
/// - The fill value stays: that of a TensorRef, or 0 (of either sign). Explicit
///   entries of it stay, too (drop_zeros() leaves them out). Values of a last level
///   that is dense become entries unless they are the fill value: from dense to
///   sparse drops zeros. Dense target levels are filled up with it.
/// - Entries are ordered as the target's levels promise, and not sorted where
///   the source has that order by its format; where its format promises none
///   they are looked at first. Sorting is stable and without comparisons.
/// - Index widths are those of the format. Values may change their type when
///   none of their parts is dropped (implicitly_convertible()), before they are
///   summed; precision may be lost, integers keep their low bits.
///
/// Blocks on `exec` (no other instance), because allocation sizes must reach the
/// host; values may still be on their way when it returns.
/// \pre the arrays are what the format says (see validate())
/// \throws FormatMismatch for a format of another order, a type that drops
///   parts, or a singleton level of the target that would need several
///   coordinates; IndexOverflow when a position or coordinate does not fit its
///   index type (names level, array and number), or dense levels grow too
///   large. Never wraps.
/// Complexity: O(entries · bits to sort by / 8) plus the size of dense levels.

namespace Impl {
template <class T>
inline constexpr bool is_static_format_v = false;
template <class PosT, class CrdT, class... Levels>
inline constexpr bool is_static_format_v<StaticFormat<PosT, CrdT, Levels...>> =
    true;

template <class ExecutionSpace, class View>
void check_convert_spaces() {
  static_assert(
      Kokkos::SpaceAccessibility<ExecutionSpace,
                                 typename View::memory_space>::accessible,
      "Strata::convert: exec must be able to read the tensor");
}
}  // namespace Impl

/// A tensor whose arrays `exec` can read, with values of type `scalar`. One that is
/// moved here is freed when it has been read, before arrays of the result are
/// allocated, where it has to be sorted.
template <class ExecutionSpace>
TensorRef convert(const ExecutionSpace& exec, TensorRef tensor,
                  const TensorFormat& format, ScalarType scalar,
                  const std::string& label = "") {
  const double fill = tensor.fill;
  TensorRef target  = Impl::make_ref<typename ExecutionSpace::memory_space>(
      Impl::convert_storage(exec, std::move(tensor), format, scalar, label,
                            Impl::StoredFill::keep));
  target.fill = fill;
  return target;
}
template <class ExecutionSpace>
TensorRef convert(const ExecutionSpace& exec, const TensorRef& tensor,
                  const TensorFormat& format, const std::string& label = "") {
  return convert(exec, tensor, format, tensor.scalar, label);
}

/// A SparseView, or a Kokkos::View of any rank, layout and stride, with values
/// of type Scalar: convert<float>(exec, a, Formats::csc()).
template <class Scalar, class ExecutionSpace, TensorView View>
  requires(!Impl::is_static_format_v<Scalar>)
SparseView<Scalar, DynamicFormat, typename ExecutionSpace::memory_space>
convert(const ExecutionSpace& exec, const View& view,
        const TensorFormat& format, const std::string& label = "") {
  Impl::check_convert_spaces<ExecutionSpace, View>();
  return SparseView<Scalar, DynamicFormat,
                    typename ExecutionSpace::memory_space>(
      Impl::convert_storage(exec, ref(view), format, scalar_type_of_v<Scalar>,
                            label, Impl::StoredFill::keep));
}
/// The same with the type of its values.
template <class ExecutionSpace, TensorView View>
auto convert(const ExecutionSpace& exec, const View& view,
             const TensorFormat& format, const std::string& label = "") {
  return convert<std::remove_const_t<typename View::value_type>>(
      exec, view, format, label);
}

/// To a compile-time format: convert<CSCFormat<int>>(exec, a). `fill` is what is
/// read where nothing is stored.
template <class Format, class ExecutionSpace, TensorView View>
  requires(Impl::is_static_format_v<Format>)
auto convert(const ExecutionSpace& exec, const View& view,
             const std::string& label = "", double fill = 0) {
  Impl::check_convert_spaces<ExecutionSpace, View>();
  using scalar = std::remove_const_t<typename View::value_type>;
  using space  = typename ExecutionSpace::memory_space;
  TensorRef tensor = ref(view);
  tensor.fill      = fill;
  return SparseView<scalar, Format, space>(
      SparseView<scalar, DynamicFormat, space>(Impl::convert_storage(
          exec, std::move(tensor), Format::dynamic(),
          scalar_type_of_v<scalar>, label, Impl::StoredFill::keep)));
}

/// The tensor in its format without entries that hold its fill value (that of a
/// TensorRef, or 0 of either sign): explicit zeros, and sums that cancelled out.
/// Duplicates in levels that may hold them are looked at one by one. What dense
/// levels below sparse ones store goes where all of a segment is the fill value;
/// all-dense tensors are copied. The rules of convert() hold.
template <class ExecutionSpace>
TensorRef drop_zeros(const ExecutionSpace& exec, TensorRef tensor,
                     const std::string& label = "") {
  const double fill         = tensor.fill;
  const TensorFormat format = tensor.format;
  const ScalarType scalar   = tensor.scalar;
  TensorRef kept = Impl::make_ref<typename ExecutionSpace::memory_space>(
      Impl::convert_storage(exec, std::move(tensor), format, scalar, label,
                            Impl::StoredFill::drop));
  kept.fill = fill;
  return kept;
}
template <class Scalar, class Format, class... Properties, class ExecutionSpace>
auto drop_zeros(const ExecutionSpace& exec,
                const SparseView<Scalar, Format, Properties...>& view,
                const std::string& label = "") {
  using view_type = SparseView<Scalar, Format, Properties...>;
  using scalar    = std::remove_const_t<Scalar>;
  using target    = SparseView<scalar, Format, typename ExecutionSpace::memory_space>;
  Impl::check_convert_spaces<ExecutionSpace, view_type>();
  const TensorRef tensor = ref(view);
  return target(SparseView<scalar, DynamicFormat,
                           typename ExecutionSpace::memory_space>(
      Impl::convert_storage(exec, tensor, tensor.format, tensor.scalar, label,
                            Impl::StoredFill::drop)));
}

}  // namespace Strata

#endif
