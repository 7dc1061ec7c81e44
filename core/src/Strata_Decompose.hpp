// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DECOMPOSE_HPP
#define STRATA_DECOMPOSE_HPP

#include <string>
#include <type_traits>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_CompositeFormat.hpp>
#include <Strata_Ref.hpp>
#include <Strata_Tensor.hpp>
#include <impl/Strata_DecomposeImpl.hpp>

namespace Strata {

/// \file
/// Tensors as sums of parts in formats of their own, and back (the format
/// decomposition of SparseTIR, Ye et al. 2023).

namespace Impl {
template <class ExecutionSpace, class View>
void check_decompose_space() {
  static_assert(
      Kokkos::SpaceAccessibility<ExecutionSpace,
                                 typename View::memory_space>::accessible,
      "Strata::decompose, compose: exec must be able to read the tensor");
}
}  // namespace Impl

/// The parts of a tensor, in the order of `format`. Every entry is in one of them;
/// duplicates are summed first, explicit zeros stay. The parts have the extents, the
/// scalar type and the fill value of the tensor, so that A = A0 + A1 + … in every
/// expression that is linear in A (with a fill value other than 0: under the
/// operation whose identity it is).
///
/// Runs on exec: entries are listed, measured (count, scan), sorted by part, and
/// assembled. Blocks on exec, because sizes must reach the host.
/// \pre exec can read the tensor
/// \throws ShapeMismatch for a tensor of another order; FormatMismatch for an entry
///   that no part takes; what assemble() throws.
/// Complexity: O(entries · (bits of extents and groups) / 8 + entries · conditions)
/// plus the sizes of dense levels.
template <class ExecutionSpace>
std::vector<TensorRef> decompose(const ExecutionSpace& exec,
                                 const TensorRef& tensor,
                                 const CompositeFormat& format,
                                 const std::string& label = "") {
  std::vector<TensorRef> parts;
  for (auto& part : Impl::decompose_storage(exec, tensor, format, label)) {
    parts.push_back(
        Impl::make_ref<typename ExecutionSpace::memory_space>(std::move(part)));
    parts.back().fill = tensor.fill;
  }
  return parts;
}

/// The same of a SparseView or a Kokkos::View.
template <class ExecutionSpace, TensorView View>
auto decompose(const ExecutionSpace& exec, const View& view,
               const CompositeFormat& format, const std::string& label = "") {
  using scalar    = std::remove_const_t<typename View::value_type>;
  using part_type = SparseView<scalar, DynamicFormat,
                               typename ExecutionSpace::memory_space>;
  Impl::check_decompose_space<ExecutionSpace, View>();
  std::vector<part_type> parts;
  for (auto& part : Impl::decompose_storage(exec, ref(view), format, label))
    parts.emplace_back(std::move(part));
  return parts;
}

/// The sum of parts as one tensor: entries with equal coordinates are summed (bool:
/// or), explicit zeros stay. The parts may come from anywhere.
/// Runs and blocks on exec as decompose() does.
/// \throws ShapeMismatch without parts, or for parts of other extents than the
///   first; FormatMismatch for another scalar type or fill value, and for a format of
///   another order; what assemble() throws.
template <class ExecutionSpace>
TensorRef compose(const ExecutionSpace& exec,
                  const std::vector<TensorRef>& parts,
                  const TensorFormat& format, const std::string& label = "") {
  TensorRef tensor = Impl::make_ref<typename ExecutionSpace::memory_space>(
      Impl::compose_storage(exec, parts, format, label));
  tensor.fill = parts.front().fill;
  return tensor;
}

template <class ExecutionSpace, TensorView View>
auto compose(const ExecutionSpace& exec, const std::vector<View>& parts,
             const TensorFormat& format, const std::string& label = "") {
  using scalar = std::remove_const_t<typename View::value_type>;
  Impl::check_decompose_space<ExecutionSpace, View>();
  std::vector<TensorRef> refs;
  for (const View& part : parts) refs.push_back(ref(part));
  return SparseView<scalar, DynamicFormat, typename ExecutionSpace::memory_space>(
      Impl::compose_storage(exec, refs, format, label));
}

}  // namespace Strata

#endif
