// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_KERNEL_RESULT_HPP
#define STRATA_KERNEL_RESULT_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_Collect.hpp>
#include <Strata_Convert.hpp>
#include <Strata_HashTable.hpp>
#include <Strata_Kernel.hpp>
#include <Strata_MarkedCoordinates.hpp>
#include <Strata_Ref.hpp>
#include <impl/Strata_AppendedTensor.hpp>
#include <impl/Strata_HeapSort.hpp>

/// \file
/// What generated kernels make sparse results of: a launch counts what every
/// piece appends, the arrays are allocated, and a second launch fills them.

namespace Strata {

/// For every piece, how many entries it appends to each level of a tensor that
/// grows on its own, and as many words on those that it shares with the pieces
/// beside it (Strata_Seam.hpp).
template <class ExecutionSpace>
using Cursors =
    Kokkos::View<std::int64_t*, typename ExecutionSpace::memory_space>;

/// Cursors that stand at 0, allocated on `exec`.
template <class ExecutionSpace>
Cursors<ExecutionSpace> make_cursors(const ExecutionSpace& exec,
                                     std::int64_t pieces, int levels,
                                     const std::string& label) {
  return Cursors<ExecutionSpace>(Kokkos::view_alloc(exec, label),
                                 static_cast<std::size_t>(pieces * 2 * levels));
}

/// A sparse tensor that the pieces of a kernel append to.
template <class Scalar, class Format, class ExecutionSpace>
class AppendedTensor {
 public:
  using memory_space = typename ExecutionSpace::memory_space;
  using view_type    = SparseView<Scalar, Format, memory_space>;

  /// Arrays for what the pieces have counted; `cursors` become the places where
  /// the pieces begin to append. Positions of the levels in `incomplete` start
  /// as 0, for pieces need not come to all of them. Where the last
  /// level is dense and one of them, its values start as `fill`. Waits for `exec`.
  /// \param kernel, name in front of what is thrown
  /// \throws IndexOverflow when a position or coordinate does not fit its type,
  ///   or memory is short.
  AppendedTensor(const ExecutionSpace& exec, const char* kernel,
                 const char* name, const std::vector<std::int64_t>& extents,
                 const Cursors<ExecutionSpace>& cursors,
                 const std::vector<int>& incomplete = {}, double fill = 0)
      : m_view(view_of<Scalar, memory_space>(Impl::with_name(
            kernel, name, [&] {
              const TensorFormat format = Format::dynamic();
              return Impl::appended_tensor(
                  exec, format, scalar_type_of_v<Scalar>, extents,
                  Impl::place_pieces(exec, cursors, format), incomplete, name,
                  fill);
            }))) {}

  const view_type& view() const { return m_view; }

  /// The arrays, to be written.
  template <int L>
  auto positions() const {
    return writable(m_view.template positions<L>());
  }
  template <int L>
  auto coordinates() const {
    return writable(m_view.template coordinates<L>());
  }
  const auto& values() const { return m_view.values(); }

  /// Positions of parents in level L that no piece came to. Asynchronous.
  template <int L>
  void complete(const ExecutionSpace& exec) const {
    const auto array = positions<L>();
    Impl::complete_positions(
        exec, array.data(), Format::dynamic().pos_type(),
        static_cast<std::int64_t>(array.extent(0)));
  }

 private:
  /// m_view owns them.
  template <class T, class... Properties>
  static auto writable(const Kokkos::View<const T*, Properties...>& array) {
    return Kokkos::View<T*, memory_space,
                        Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
        const_cast<T*>(array.data()), array.extent(0));
  }

  view_type m_view;
};

template <class Scalar, class Format, class ExecutionSpace>
AppendedTensor<Scalar, Format, ExecutionSpace> make_appended(
    const ExecutionSpace& exec, const char* kernel, const char* name,
    const std::vector<std::int64_t>& extents,
    const Cursors<ExecutionSpace>& cursors,
    const std::vector<int>& incomplete = {}, double fill = 0) {
  return {exec, kernel, name, extents, cursors, incomplete, fill};
}

/// A list of entries in any order, with repetitions, as a tensor: sorted, summed
/// up and stored. The list is not to be read any more: see collect_entries().
/// Waits for `exec`.
/// \param kernel, name in front of what is thrown
/// \throws IndexOverflow when a position or coordinate does not fit its type,
///   or memory is short.
template <class Format, class ExecutionSpace, class List>
auto collect(const ExecutionSpace& exec, const char* kernel, const char* name,
             const List& list) {
  using scalar = std::remove_const_t<typename List::value_type>;
  using space  = typename ExecutionSpace::memory_space;
  return Impl::with_name(kernel, name, [&] {
    return SparseView<scalar, Format, space>(SparseView<scalar, DynamicFormat, space>(
        Impl::collect_storage(exec, ref(list), Format::dynamic(), name)));
  });
}

/// The same; the list stays, as values are computed for it again.
template <class Format, class ExecutionSpace, class List>
auto collect_copy(const ExecutionSpace& exec, const char* kernel, const char* name,
                  const List& list) {
  return Impl::with_name(kernel, name,
                         [&] { return convert<Format>(exec, list, name); });
}

/// The values of what collect_copy() made of a list with the same coordinates: the
/// positions and coordinates of `result` stay. Waits for `exec`.
template <class ExecutionSpace, class List, class Result>
void collect_values(const ExecutionSpace& exec, const char* kernel,
                    const char* name, const List& list, const Result& result) {
  using Format    = typename Result::format_type;
  const auto made = collect_copy<Format>(exec, kernel, name, list);
  Kokkos::deep_copy(exec, result.values(), made.values());
  exec.fence("Strata::collect_values");
}

namespace Impl {
void check_num_values(const char* kernel, const char* name, std::size_t found,
                      std::int64_t expected);
}  // namespace Impl

/// \throws FormatMismatch unless `result` has as many values as were assembled.
template <class Result>
void check_assembled(const char* kernel, const char* name, const Result& result,
                     std::int64_t num_values) {
  Impl::check_num_values(kernel, name, result.values().size(), num_values);
}

/// True for a SparseView of exactly the format that a kernel on ExecutionSpace
/// can assign a tensor of its own to.
template <class T, class Scalar, class Format, class ExecutionSpace>
inline constexpr bool is_sparse_result_v =
    is_sparse_operand_v<T, Scalar, Format, ExecutionSpace>&&
        std::is_assignable_v<
            T&, SparseView<Scalar, Format,
                           typename ExecutionSpace::memory_space>>;

/// Parts of a workspace for pieces that run at the same time: on a host as many
/// as there are threads, on a device one for every piece.
template <class ExecutionSpace>
class Slots {
  static constexpr bool s_is_host =
      Impl::host_accessible_v<typename ExecutionSpace::memory_space>;
  struct OnePerPiece {};
  using token_type =
      std::conditional_t<s_is_host,
                         Kokkos::Experimental::UniqueToken<ExecutionSpace>,
                         OnePerPiece>;

 public:
  Slots(const ExecutionSpace& exec, std::int64_t pieces)
      : m_tokens(make_tokens(exec)), m_size(pieces) {
    if constexpr (s_is_host) m_size = static_cast<std::int64_t>(m_tokens.size());
  }

  std::int64_t size() const { return m_size; }
  /// A number less than size() that nobody else has until it is released.
  KOKKOS_FUNCTION std::int64_t acquire(std::int64_t piece) const {
    if constexpr (s_is_host)
      return static_cast<std::int64_t>(m_tokens.acquire());
    else
      return piece;
  }
  KOKKOS_FUNCTION void release(std::int64_t slot) const {
    if constexpr (s_is_host)
      m_tokens.release(
          static_cast<typename ExecutionSpace::size_type>(slot));
    else
      static_cast<void>(slot);
  }

 private:
  static token_type make_tokens(const ExecutionSpace& exec) {
    if constexpr (s_is_host)
      return token_type(exec);
    else
      return {};
  }

  token_type m_tokens;
  std::int64_t m_size;
};

/// Coordinates of worklists are listed in 32 bits.
/// \throws IndexOverflow when those below `extent` do not fit.
void check_worklist(const char* kernel, const char* name, std::int64_t extent);

/// Slots of the hash tables of worklists that come to at most as many coordinates
/// below `extent` as the greatest of `bounds`. Waits for `exec`.
template <class ExecutionSpace, class Bounds>
std::int64_t table_slots(const ExecutionSpace& exec, const Bounds& bounds,
                         std::int64_t extent) {
  const auto host = Kokkos::create_mirror_view(bounds);
  Kokkos::deep_copy(exec, host, bounds);
  exec.fence("Strata::table_slots");
  return table_capacity(host.data(), static_cast<std::int64_t>(host.size()),
                        extent);
}

/// num_pieces() for pieces with `bytes` of workspace each: on a device, where
/// each has its own (see Slots), no more than fit into a quarter of a GiB.
template <class ExecutionSpace>
std::int64_t num_pieces(const ExecutionSpace& exec, std::int64_t entries,
                        std::int64_t bytes) {
  const std::int64_t pieces = num_pieces(exec, entries);
  if constexpr (Impl::host_accessible_v<typename ExecutionSpace::memory_space>)
    return pieces;
  constexpr std::int64_t most = std::int64_t(1) << 28;
  return std::clamp<std::int64_t>(most / std::max<std::int64_t>(bytes, 1), 1,
                                  pieces);
}

/// The same in teams.
template <class ExecutionSpace>
std::int64_t num_teams(const ExecutionSpace& exec, int team_size,
                       std::int64_t entries, std::int64_t bytes) {
  return (num_pieces(exec, entries, bytes) + team_size - 1) / team_size;
}

/// Sorts list(row, 0), ..., list(row, count - 1). Neighbours of a row are
/// neighbours in memory.
template <class List>
KOKKOS_FUNCTION void sort_coordinates(const List& list, std::int64_t row,
                                      std::int64_t count) {
  if (count < 2) return;
  auto* const first = &list(row, 0);
  KOKKOS_IF_ON_HOST((std::sort(first, first + count);))
  KOKKOS_IF_ON_DEVICE((Impl::heap_sort(first, count);))
}

/// The same by the marks of the row where that takes less: marks(row, c) is 1 for
/// the coordinates that are listed, 0 for all others below `extent`.
template <class List, class Marks>
KOKKOS_FUNCTION void order_coordinates(const List& list, const Marks& marks,
                                       std::int64_t row, std::int64_t count,
                                       std::int64_t extent) {
  if (scan_pays(count, extent))
    list_marked(&list(row, 0), count, &marks(row, 0), extent);
  else
    sort_coordinates(list, row, count);
}

}  // namespace Strata

#endif
