// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ASSEMBLE_VALUES_HPP
#define STRATA_IMPL_ASSEMBLE_VALUES_HPP

#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <impl/Strata_AssembleLevels.hpp>
#include <impl/Strata_FillValues.hpp>

namespace Strata::Impl {

/// Runs longer than this are summed by all threads together.
constexpr std::int64_t long_run = 1 << 14;

/// Type that sums of T are made in, to be rounded once.
template <class T>
using sum_type = std::conditional_t<is_two_byte_float_v<T>, float, T>;

/// Values of the given entries and where their sums go. T is the real type of a
/// complex one, which has two components; From is sum_type<T> for partial sums.
template <class T, class From = T>
struct ValueSums {
  const From* from;
  T* to;
  const std::int64_t* order;  ///< null: the identity
  const std::int64_t* runs;   ///< null: one entry each
  PositionSpan position;
  int components;

  KOKKOS_INLINE_FUNCTION std::int64_t begin(std::int64_t e) const {
    return runs ? runs[e] : e;
  }
  KOKKOS_INLINE_FUNCTION T& result(std::int64_t e, int component) const {
    return to[position(e) * components + component];
  }
  KOKKOS_INLINE_FUNCTION sum_type<T> sum(std::int64_t first, std::int64_t last,
                                         int component) const {
    sum_type<T> total{};
    for (std::int64_t given = first; given < last; ++given) {
      const sum_type<T> value =
          from[(order ? order[given] : given) * components + component];
      if constexpr (std::is_same_v<T, bool>)
        total = total || value;
      else
        total = static_cast<sum_type<T>>(total + value);
    }
    return total;
  }
};

/// Sums the short runs; counts the long ones.
template <class T>
struct SumRunsFunctor {
  ValueSums<T> m_sums;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t e,
                                         std::int64_t& long_runs) const {
    const std::int64_t begin = m_sums.begin(e), end = m_sums.begin(e + 1);
    if (end - begin > long_run) {
      ++long_runs;
      return;
    }
    for (int c = 0; c < m_sums.components; ++c)
      m_sums.result(e, c) = static_cast<T>(m_sums.sum(begin, end, c));
  }
};

/// Sums one piece of a long run into `partial`.
template <class T>
struct SumPieceFunctor {
  ValueSums<T> m_sums;
  sum_type<T>* m_partial;
  std::int64_t m_begin, m_end;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t piece) const {
    const std::int64_t begin = m_begin + piece * long_run;
    const std::int64_t end =
        begin + long_run < m_end ? begin + long_run : m_end;
    for (int c = 0; c < m_sums.components; ++c)
      m_partial[piece * m_sums.components + c] = m_sums.sum(begin, end, c);
  }
};

/// Adds the pieces of one long run.
template <class T>
struct AddPiecesFunctor {
  ValueSums<T> m_sums;
  const sum_type<T>* m_partial;
  std::int64_t m_pieces, m_entry;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t c) const {
    const int component = static_cast<int>(c);
    const ValueSums<T, sum_type<T>> pieces{m_partial,       nullptr,
                                           nullptr,         nullptr,
                                           m_sums.position, m_sums.components};
    m_sums.result(m_entry, component) =
        static_cast<T>(pieces.sum(0, m_pieces, component));
  }
};

template <class T, class ExecutionSpace>
void sum_long_run(const ExecutionSpace& exec, const ValueSums<T>& sums,
                  std::int64_t entry, std::int64_t begin, std::int64_t end) {
  const std::int64_t pieces = (end - begin + long_run - 1) / long_run;
  const auto partial        = allocate<sum_type<T>>(
      exec, pieces * sums.components, "Strata::assemble::partial_sums");
  Kokkos::parallel_for("Strata::assemble::sum_pieces",
                       IndexRange<ExecutionSpace>(exec, 0, pieces),
                       SumPieceFunctor<T>{sums, partial.data(), begin, end});
  Kokkos::parallel_for(
      "Strata::assemble::add_pieces",
      IndexRange<ExecutionSpace>(exec, 0, sums.components),
      AddPiecesFunctor<T>{sums, partial.data(), pieces, entry});
}

template <class T, class ExecutionSpace, class Sorted>
void sum_values(const ExecutionSpace& exec, const Sorted& sorted,
                const ValueSums<T>& sums) {
  std::int64_t long_runs = 0;
  Kokkos::parallel_reduce("Strata::assemble::sum_runs",
                          IndexRange<ExecutionSpace>(exec, 0, sorted.size),
                          SumRunsFunctor<T>{sums}, long_runs);
  if (long_runs == 0) return;
  const auto runs = Kokkos::create_mirror_view(
      Kokkos::view_alloc(Kokkos::HostSpace{}, Kokkos::WithoutInitializing),
      sorted.runs);
  Kokkos::deep_copy(exec, runs, sorted.runs);
  exec.fence("Strata::assemble::long_runs");
  for (std::int64_t e = 0; e < sorted.size; ++e)
    if (runs(e + 1) - runs(e) > long_run)
      sum_long_run(exec, sums, e, runs(e), runs(e + 1));
}

/// Calls f(T{}, components) with the type whose sums make up sums of `type`.
template <class F>
void visit_components(ScalarType type, F&& f) {
  if (type == ScalarType::c64) return f(float{}, 1 + 1);
  if (type == ScalarType::c128) return f(double{}, 1 + 1);
  visit_scalar_type(type, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_arithmetic_v<T> || is_two_byte_float_v<T>)
      f(T{}, 1);
  });
}

template <class Word, class ExecutionSpace>
void copy_words(const ExecutionSpace& exec, void* to, const void* from, std::int64_t count) {
  auto* const out      = static_cast<Word*>(to);
  const auto* const in = static_cast<const Word*>(from);
  Kokkos::parallel_for(
      "Strata::assemble::copy_values", IndexRange<ExecutionSpace>(exec, 0, count),
      KOKKOS_LAMBDA(std::int64_t i) { out[i] = in[i]; });
}
/// Copies `count` values of so many bytes.
template <class ExecutionSpace>
void copy_values(const ExecutionSpace& exec, void* to, const void* from, std::int64_t count,
                 int bytes) {
  if (bytes % 8 == 0)
    copy_words<std::uint64_t>(exec, to, from, count * (bytes / 8));
  else if (bytes == 4)
    copy_words<std::uint32_t>(exec, to, from, count);
  else
    copy_words<unsigned char>(exec, to, from, count * bytes);
}

/// Allocates the values, the fill value where no entry is, and sums the given ones.
template <class ExecutionSpace>
void assemble_values(
    const ExecutionSpace& exec,
    const SortedEntries<typename ExecutionSpace::memory_space>& sorted,
    const EntryPositions<typename ExecutionSpace::memory_space>& positions,
    const void* given, const FillBits& fill,
    Storage<typename ExecutionSpace::memory_space>& storage) {
  storage.values = allocate_values(exec, storage.scalar, positions.count,
                                   array_label(storage.label, "values"));
  void* values   = storage.values.mutable_data();
  if (positions.count == sorted.given && positions.scale == 1 && !positions.array.data() &&
      !sorted.order.data() && !sorted.runs.data())
    return copy_values(exec, values, given, positions.count, fill.bytes);
  if (positions.count > sorted.size)
    fill_values(exec, values, positions.count, fill);
  visit_components(storage.scalar, [&](auto zero, int components) {
    using T = decltype(zero);
    sum_values(
        exec, sorted,
        ValueSums<T>{static_cast<const T*>(given), static_cast<T*>(values),
                     sorted.order.data(), sorted.runs.data(),
                     PositionSpan(positions), components});
  });
}

}  // namespace Strata::Impl

#endif
