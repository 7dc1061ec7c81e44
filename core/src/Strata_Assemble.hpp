// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ASSEMBLE_HPP
#define STRATA_ASSEMBLE_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_Ref.hpp>
#include <impl/Strata_AssembleImpl.hpp>

namespace Strata {

/// Stores `size` entries in `format`. Entries come in any order; those with
/// equal coordinates are summed (bool: or), explicit zeros stay. Runs on exec;
/// returns when the sizes are known, values may still be on their way.
///
/// \param fill the tensor's fill value, of coordinates without an entry; dense
///   levels are filled up with it
/// \param coordinates size × order, row-major, readable by exec
/// \param values size elements of `scalar`, readable by exec
/// \throws ShapeMismatch for a coordinate out of range (names entry, dimension,
///   extent) or a wrong number of extents; IndexOverflow when a position or
///   coordinate does not fit its index type, or dense levels grow too large.
/// Complexity: O(size · bits of the extents / 8) plus the size of dense levels.
template <class ExecutionSpace>
TensorRef assemble(const ExecutionSpace& exec, const TensorFormat& format,
                   ScalarType scalar, const std::vector<std::int64_t>& extents,
                   const std::int64_t* coordinates, const void* values,
                   std::int64_t size, const std::string& label = "",
                   double fill = 0) {
  const Impl::CoordinateSpan span{coordinates,
                                  static_cast<std::int64_t>(extents.size()), 1};
  TensorRef tensor = Impl::make_ref<typename ExecutionSpace::memory_space>(
      Impl::assemble_storage(exec, format, scalar, extents, span, values, size,
                             label, fill));
  tensor.fill = fill;
  return tensor;
}

/// The same from Views: coordinates(entry, dimension) and values(entry).
/// \throws ShapeMismatch also when the Views do not agree.
template <class Scalar, class ExecutionSpace, class... CoordinateProperties,
          class... ValueProperties, class ValueType>
SparseView<Scalar, DynamicFormat, typename ExecutionSpace::memory_space>
assemble(const ExecutionSpace& exec, const TensorFormat& format,
         const std::vector<std::int64_t>& extents,
         const Kokkos::View<const std::int64_t**, CoordinateProperties...>&
             coordinates,
         const Kokkos::View<ValueType*, ValueProperties...>& values,
         const std::string& label = "") {
  static_assert(std::is_same_v<std::remove_const_t<ValueType>, Scalar>,
                "Strata::assemble<Scalar>: values must be a View of Scalar");
  static_assert(
      Kokkos::SpaceAccessibility<
          ExecutionSpace,
          typename Kokkos::View<ValueType*,
                                ValueProperties...>::memory_space>::accessible,
      "Strata::assemble: exec must be able to read the coordinates and the "
      "values");
  const auto size = static_cast<std::int64_t>(values.extent(0));
  Impl::check_assemble_views(extents.size(), coordinates.extent(0),
                             coordinates.extent(1), values.extent(0),
                             values.span_is_contiguous());
  const Impl::CoordinateSpan span{
      coordinates.data(), static_cast<std::int64_t>(coordinates.stride(0)),
      static_cast<std::int64_t>(coordinates.stride(1))};
  return SparseView<Scalar, DynamicFormat,
                    typename ExecutionSpace::memory_space>(
      Impl::assemble_storage(exec, format, scalar_type_of_v<Scalar>, extents,
                             span, values.data(), size, label, 0));
}
template <class Scalar, class ExecutionSpace, class... CoordinateProperties,
          class... ValueProperties, class ValueType>
SparseView<Scalar, DynamicFormat, typename ExecutionSpace::memory_space>
assemble(
    const ExecutionSpace& exec, const TensorFormat& format,
    const std::vector<std::int64_t>& extents,
    const Kokkos::View<std::int64_t**, CoordinateProperties...>& coordinates,
    const Kokkos::View<ValueType*, ValueProperties...>& values,
    const std::string& label = "") {
  using const_view = typename Kokkos::View<std::int64_t**,
                                           CoordinateProperties...>::const_type;
  return assemble<Scalar>(exec, format, extents, const_view(coordinates),
                          values, label);
}

/// The same from host containers, one list of coordinates per entry; for small
/// tensors (copied to the memory of exec; waits for exec).
template <class Scalar, class ExecutionSpace>
SparseView<Scalar, DynamicFormat, typename ExecutionSpace::memory_space>
assemble(const ExecutionSpace& exec, const TensorFormat& format,
         const std::vector<std::int64_t>& extents,
         const std::vector<std::vector<std::int64_t>>& coordinates,
         const std::vector<Scalar>& values, const std::string& label = "") {
  using memory_space = typename ExecutionSpace::memory_space;
  Impl::check_assemble_lists(extents.size(), coordinates, values.size());
  Kokkos::View<std::int64_t**, Kokkos::LayoutRight, memory_space> crd(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing,
                         "Strata::assemble::coordinates"),
      values.size(), extents.size());
  Kokkos::View<Scalar*, memory_space> val(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing,
                         "Strata::assemble::given_values"),
      values.size());
  const auto host =
      Kokkos::view_alloc(Kokkos::HostSpace{}, Kokkos::WithoutInitializing);
  const auto host_crd = Kokkos::create_mirror_view(host, crd);
  const auto host_val = Kokkos::create_mirror_view(host, val);
  exec.fence("Strata::assemble::lists");
  for (std::size_t e = 0; e < values.size(); ++e) {
    for (std::size_t d = 0; d < extents.size(); ++d)
      host_crd(e, d) = coordinates[e][d];
    host_val(e) = values[e];
  }
  Kokkos::deep_copy(exec, crd, host_crd);
  Kokkos::deep_copy(exec, val, host_val);
  auto result = assemble<Scalar>(exec, format, extents, crd, val, label);
  exec.fence("Strata::assemble::lists");
  return result;
}

}  // namespace Strata

#endif
