// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_FOR_EACH_IMPL_HPP
#define STRATA_IMPL_FOR_EACH_IMPL_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <Kokkos_Core.hpp>
#include <Strata_Error.hpp>
#include <Strata_SparseViewTraits.hpp>
#include <impl/Strata_MappedTree.hpp>
#include <impl/Strata_RegisteredTree.hpp>

namespace Strata::Impl {

/// Units of work: values, or what lies above registered levels.
template <class Tree>
std::int64_t num_units(const Tree&, std::int64_t values) {
  return values;
}
template <int Rank>
std::int64_t num_units(const RegisteredTree<Rank>& tree, std::int64_t) {
  return tree.units;
}

/// Stored values cut into chunks: one search for the coordinates per chunk,
/// then a walk. Devices take one value a thread, so that neighbouring threads
/// read neighbouring values.
struct EntryChunks {
  std::int64_t size  = 0;
  std::int64_t chunk = 1;

  template <class ExecutionSpace>
  EntryChunks(const ExecutionSpace& exec, std::int64_t n) : size(n) {
    if constexpr (host_accessible_v<typename ExecutionSpace::memory_space>)
      chunk = std::clamp<std::int64_t>(n / (8 * exec.concurrency()), 1, 4096);
  }
  template <class ExecutionSpace>
  auto policy(const ExecutionSpace& exec) const {
    return Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(
        exec, 0, (size + chunk - 1) / chunk);
  }

  /// f(cursor, position) for the values of chunk i.
  template <int Rank, class F>
  KOKKOS_INLINE_FUNCTION void walk(const RegisteredTree<Rank>& tree, std::int64_t i,
                                   const F& f) const {
    RegisteredCursor<Rank> cursor(tree);
    const std::int64_t begin = i * chunk;
    const std::int64_t end   = begin + chunk < size ? begin + chunk : size;
    for (std::int64_t unit = begin; unit < end; ++unit) cursor.walk(unit, f);
  }
  template <class Tree, class F>
  KOKKOS_INLINE_FUNCTION void walk(const Tree& tree, std::int64_t i,
                                   const F& f) const {
    EntryCursor<Tree> cursor(tree);
    const std::int64_t begin = i * chunk;
    const std::int64_t end   = begin + chunk < size ? begin + chunk : size;
    for (std::int64_t p = begin; p < end; ++p) {
      if (cursor.move_to(p)) f(cursor, p);
    }
  }
};

template <class Tree, class Values, class F>
struct ForEachFunctor {
  Tree m_tree;
  Values m_values;
  EntryChunks m_chunks;
  F m_f;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    m_chunks.walk(m_tree, i, [&](const auto& cursor, std::int64_t p) {
      cursor.apply(m_f, m_values(p));
    });
  }
};
template <class Tree, class Values, class F>
ForEachFunctor(Tree, Values, EntryChunks, F) -> ForEachFunctor<Tree, Values, F>;

template <class Partial, class Tree, class Values, class F>
struct ReduceEachFunctor {
  Tree m_tree;
  Values m_values;
  EntryChunks m_chunks;
  F m_f;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i,
                                         Partial& partial) const {
    m_chunks.walk(m_tree, i, [&](const auto& cursor, std::int64_t p) {
      cursor.apply(m_f, m_values(p), partial);
    });
  }
};
template <class Partial, class Tree, class Values, class F>
ReduceEachFunctor<Partial, Tree, Values, F> make_reduce_each(
    const Tree& tree, const Values& values, const EntryChunks& chunks,
    const F& f) {
  return {tree, values, chunks, f};
}

/// What a reduction joins: the value type of a reducer or View, else Result.
template <class Result>
struct PartialOf {
  using type = Result;
};
template <class T>
concept ReducerOrView = Kokkos::is_reducer<T>::value ||
                        Kokkos::is_view<T>::value;
template <ReducerOrView Result>
struct PartialOf<Result> {
  using type = typename Result::value_type;
};
template <class Result>
using partial_t = typename PartialOf<std::remove_cvref_t<Result>>::type;

/// Orders of tensors that parallel_for_each takes with a run-time format.
constexpr int max_entry_rank = 16;

template <class F, class Sequence, class... Rest>
struct IsEntryFunction;
template <class F, std::size_t... D, class... Rest>
struct IsEntryFunction<F, std::index_sequence<D...>, Rest...>
    : std::is_invocable<const F&, decltype(std::int64_t(D))..., Rest...> {};
/// True when f(coordinates…, rest…) takes a tensor of order Rank.
template <int Rank, class F, class... Rest>
inline constexpr bool is_entry_function_v =
    IsEntryFunction<F, std::make_index_sequence<Rank>, Rest...>::value;

/// Throws ShapeMismatch: f does not take coordinates of `rank` dimensions.
[[noreturn]] void throw_not_entry_function(std::string_view operation,
                                           std::string_view label, int rank);

template <class F, class... Rest, StaticSparseView View, class Launch>
void with_tree(std::string_view /*operation*/, const View& view,
               Launch&& launch) {
  static_assert(
      is_entry_function_v<View::rank(), F, Rest...>,
      "Strata::parallel_for_each, parallel_reduce_each: f takes one "
      "coordinate per dimension, then a reference to the value (const "
      "for const views), then the partial result of a reduction");
  launch(view.tree());
}

/// Tries the orders from Rank on; compiles only those that f takes.
template <int Rank, class F, class... Rest, class View, class Launch>
void with_dynamic_tree(std::string_view operation, const View& view,
                       Launch&& launch) {
  if constexpr (Rank <= max_entry_rank) {
    if (view.rank() != Rank)
      return with_dynamic_tree<Rank + 1, F, Rest...>(operation, view, launch);
    if constexpr (is_entry_function_v<Rank, F, Rest...>)
      return !view.format().is_built_in()
                 ? launch(make_registered_tree<Rank>(view.storage()))
             : view.format().is_permutation()
                 ? launch(make_tree<Rank>(*view.storage()))
                 : launch(make_mapped_tree<Rank>(*view.storage()));
  }
  throw_not_entry_function(operation, view.label(), view.rank());
}
template <class F, class... Rest, DynamicSparseView View, class Launch>
void with_tree(std::string_view operation, const View& view, Launch&& launch) {
  with_dynamic_tree<0, F, Rest...>(operation, view, launch);
}

template <class ExecutionSpace, class View>
void check_entry_space() {
  static_assert(
      Kokkos::SpaceAccessibility<ExecutionSpace,
                                 typename View::memory_space>::accessible,
      "Strata::parallel_for_each, parallel_reduce_each: exec must be able to "
      "access the memory space of the view");
}

}  // namespace Strata::Impl

#endif
