// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PARALLEL_FOR_EACH_HPP
#define STRATA_PARALLEL_FOR_EACH_HPP

#include <string>

#include <Kokkos_Core.hpp>
#include <Strata_SparseView.hpp>
#include <impl/Strata_ForEachImpl.hpp>

namespace Strata {

/// Calls f(coordinates…, value) for every stored entry of `view`, explicit
/// zeros and duplicates included: one std::int64_t per dimension, then a
/// reference to the value (const for const views, Kokkos' atomic element for
/// the memory trait Atomic). Parallel over the stored values, whatever the
/// format and the extents; entries come in no particular order. Places of blocks
/// or diagonals that lie outside of the tensor are no entries. Runs on `exec`
/// only, asynchronously.
///
/// \param f copyable function object; for DynamicFormat it says by its number
///   of parameters which order of tensors it takes (up to 16 coordinates)
/// \throws ShapeMismatch when f does not take the order of a DynamicFormat view
template <Impl::ExecutionSpaceLike ExecutionSpace, SparseViewLike View, class F>
void parallel_for_each(const std::string& label, const ExecutionSpace& exec,
                       const View& view, const F& f) {
  Impl::check_entry_space<ExecutionSpace, View>();
  if (!view.is_allocated()) return;
  Impl::with_tree<F, typename View::reference_type>(
      "Strata::parallel_for_each", view, [&](const auto& tree) {
        const auto values = view.values();
        const Impl::EntryChunks chunks(exec, Impl::num_units(tree, view.nnz()));
        Kokkos::parallel_for(label, chunks.policy(exec),
                             Impl::ForEachFunctor{tree, values, chunks, f});
      });
}
template <Impl::ExecutionSpaceLike ExecutionSpace, SparseViewLike View, class F>
void parallel_for_each(const ExecutionSpace& exec, const View& view,
                       const F& f) {
  parallel_for_each("Strata::parallel_for_each", exec, view, f);
}

/// Calls f(coordinates…, value, partial) as parallel_for_each() does and
/// reduces the partial results to `result`: a number (summed; waits for exec),
/// a Kokkos reducer, or a View of rank 0 in memory that exec writes
/// (asynchronous), as for Kokkos::parallel_reduce.
/// \throws ShapeMismatch as parallel_for_each()
template <Impl::ExecutionSpaceLike ExecutionSpace, SparseViewLike View, class F,
          class Result>
void parallel_reduce_each(const std::string& label, const ExecutionSpace& exec,
                          const View& view, const F& f, Result&& result) {
  using partial_type = Impl::partial_t<Result>;
  Impl::check_entry_space<ExecutionSpace, View>();
  const auto launch = [&](const auto& tree) {
    const auto values = view.values();
    const Impl::EntryChunks chunks(
        exec, view.is_allocated() ? Impl::num_units(tree, view.nnz()) : 0);
    Kokkos::parallel_reduce(
        label, chunks.policy(exec),
        Impl::make_reduce_each<partial_type>(tree, values, chunks, f), result);
  };
  Impl::with_tree<F, typename View::reference_type, partial_type&>(
      "Strata::parallel_reduce_each", view, launch);
}
template <Impl::ExecutionSpaceLike ExecutionSpace, SparseViewLike View, class F,
          class Result>
void parallel_reduce_each(const ExecutionSpace& exec, const View& view,
                          const F& f, Result&& result) {
  parallel_reduce_each("Strata::parallel_reduce_each", exec, view, f, result);
}

}  // namespace Strata

#endif
