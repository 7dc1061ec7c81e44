// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_KERNEL_HPP
#define STRATA_KERNEL_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <Strata_Deterministic.hpp>
#include <Strata_Error.hpp>
#include <Strata_KernelMath.hpp>
#include <Strata_LaneReducers.hpp>
#include <Strata_Partition.hpp>
#include <Strata_Ref.hpp>
#include <Strata_SparseView.hpp>

/// \file
/// What generated kernels are made of: policies, searches, checks of operands.

namespace Strata {

/// Stands behind every coordinate.
inline constexpr std::int64_t no_coordinate =
    std::numeric_limits<std::int64_t>::max();

template <class ExecutionSpace>
using RangePolicy =
    Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>,
                        Kokkos::Schedule<Kokkos::Dynamic>>;
template <class ExecutionSpace, int Rank>
using MDRangePolicy = Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<Rank>,
                                            Kokkos::IndexType<std::int64_t>>;
template <class ExecutionSpace>
using TeamPolicy =
    Kokkos::TeamPolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
template <class ExecutionSpace>
using TeamMember = typename TeamPolicy<ExecutionSpace>::member_type;
/// Temporary tensor of a kernel.
template <class DataType, class ExecutionSpace>
using Workspace = Kokkos::View<DataType, Kokkos::LayoutRight,
                               typename ExecutionSpace::memory_space>;

/// Workspace of a thread in scratch memory.
template <class DataType, class ExecutionSpace>
using Scratch = Kokkos::View<DataType, Kokkos::LayoutRight,
                             typename ExecutionSpace::scratch_memory_space,
                             Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// An uninitialised workspace with these extents, allocated on `exec`.
template <class DataType, class ExecutionSpace, class... Extents>
Workspace<DataType, ExecutionSpace> make_workspace(const ExecutionSpace& exec,
                                                   const std::string& label,
                                                   Extents... extents) {
  return Workspace<DataType, ExecutionSpace>(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label),
      static_cast<std::size_t>(extents)...);
}

/// A workspace that is zero when what runs next on `exec` reads it.
template <class DataType, class ExecutionSpace, class... Extents>
Workspace<DataType, ExecutionSpace> make_zero_workspace(
    const ExecutionSpace& exec, const std::string& label, Extents... extents) {
  return Workspace<DataType, ExecutionSpace>(
      Kokkos::view_alloc(exec, label), static_cast<std::size_t>(extents)...);
}

/// Bytes of a workspace in scratch memory.
template <class DataType, class ExecutionSpace, class... Extents>
std::size_t scratch_bytes(Extents... extents) {
  return Scratch<DataType, ExecutionSpace>::shmem_size(
      static_cast<std::size_t>(extents)...);
}

/// A workspace in the scratch memory of a thread.
template <class DataType, class ExecutionSpace, class... Extents>
KOKKOS_FUNCTION Scratch<DataType, ExecutionSpace> make_scratch(
    const typename ExecutionSpace::scratch_memory_space& memory,
    Extents... extents) {
  return Scratch<DataType, ExecutionSpace>(
      memory, static_cast<std::size_t>(extents)...);
}

/// Scratch level for `bytes` a team: the fast one as long as it suffices.
inline int scratch_level(std::size_t bytes) { return bytes <= 32768 ? 0 : 1; }

/// Teams of at most `team_size` threads, as many as the space allows.
template <class ExecutionSpace>
TeamPolicy<ExecutionSpace> team_policy(const ExecutionSpace& exec,
                                       std::int64_t league_size, int team_size,
                                       int vector_length) {
  const int lanes =
      std::min(vector_length, TeamPolicy<ExecutionSpace>::vector_length_max());
  const int threads = std::max(1, std::min(team_size, exec.concurrency()));
  return TeamPolicy<ExecutionSpace>(exec, static_cast<int>(league_size),
                                    threads, lanes);
}

/// Pieces that `entries` entries are cut into: one where waking the threads costs
/// more than the work, else several a thread.
template <class ExecutionSpace>
std::int64_t num_pieces(const ExecutionSpace& exec, std::int64_t entries) {
  const std::int64_t threads = exec.concurrency();
  return threads <= 1 || entries < 4096 ? 1 : 8 * threads;
}

/// Ranges of coordinates that share `entries` entries, each in loops of its own over all of
/// them: one for each thread.
template <class ExecutionSpace>
std::int64_t num_ranges(const ExecutionSpace& exec, std::int64_t entries) {
  return num_pieces(exec, entries) > 1 ? exec.concurrency() : 1;
}

/// Teams for `entries` entries.
template <class ExecutionSpace>
std::int64_t num_teams(const ExecutionSpace& exec, int team_size,
                       std::int64_t entries) {
  return (num_pieces(exec, entries) + team_size - 1) / team_size;
}

/// Parents of a compressed level with these positions.
template <class Positions>
std::int64_t num_parents(const Positions& positions) {
  return Kokkos::max<std::int64_t>(static_cast<std::int64_t>(positions.extent(0)) - 1, 0);
}

/// First position in [begin, end) whose coordinate is at least `coordinate`;
/// `end` if there is none. \pre the coordinates are ordered
template <class Coordinates>
KOKKOS_FUNCTION std::int64_t lower_bound(std::int64_t coordinate,
                                         const Coordinates& coordinates,
                                         std::int64_t begin,
                                         std::int64_t end) {
  while (begin < end) {
    const std::int64_t middle = begin + (end - begin) / 2;
    if (static_cast<std::int64_t>(coordinates(middle)) < coordinate)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

/// lower_bound() for a coordinate that is expected near `begin`: reads a number of
/// coordinates that grows as the logarithm of the distance.
template <class Coordinates>
KOKKOS_FUNCTION std::int64_t skip_to(std::int64_t coordinate,
                                     const Coordinates& coordinates,
                                     std::int64_t begin, std::int64_t end) {
  std::int64_t step = 1;
  while (begin + step - 1 < end &&
         static_cast<std::int64_t>(coordinates(begin + step - 1)) <
             coordinate) {
    begin += step;
    step *= 2;
  }
  return lower_bound(coordinate, coordinates, begin,
                     Kokkos::min(begin + step - 1, end));
}

/// First position in [begin, end) whose coordinate is offset, offset + stride, …;
/// `end` if there is none. \pre the coordinates are ordered and at least `offset`
template <class Coordinates>
KOKKOS_FUNCTION std::int64_t next_in_window(std::int64_t offset,
                                            std::int64_t stride,
                                            const Coordinates& coordinates,
                                            std::int64_t begin,
                                            std::int64_t end) {
  while (begin < end) {
    const auto found = static_cast<std::int64_t>(coordinates(begin));
    const std::int64_t past = (found - offset) % stride;
    if (past == 0) break;
    begin = skip_to(found - past + stride, coordinates, begin + 1, end);
  }
  return begin;
}

/// Coordinates in ascending order, unless they are only looked up by number.
template <std::size_t Size>
struct IndexSet {
  std::int64_t members[Size];

  KOKKOS_FUNCTION constexpr std::int64_t operator()(std::int64_t n) const {
    return members[n];
  }
};
template <class... Members>
IndexSet(Members...) -> IndexSet<sizeof...(Members)>;

/// First position in [begin, end) whose coordinate is among the members
/// [first, last) of a set; `end` if there is none. \pre both are ordered
template <class Set, class Coordinates>
KOKKOS_FUNCTION std::int64_t next_member(const Set& set, std::int64_t first,
                                         std::int64_t last,
                                         const Coordinates& coordinates,
                                         std::int64_t begin,
                                         std::int64_t end) {
  while (begin < end) {
    const auto found = static_cast<std::int64_t>(coordinates(begin));
    first            = lower_bound(found, set, first, last);
    if (first == last) return end;
    if (set(first) == found) break;
    begin = skip_to(set(first), coordinates, begin + 1, end);
  }
  return begin;
}

namespace Impl {
template <class T, class Scalar, int Rank, class ExecutionSpace>
constexpr bool is_dense_operand() {
  if constexpr (Kokkos::is_view_v<T>)
    return T::rank() == Rank &&
           std::is_same_v<typename T::non_const_value_type,
                          std::remove_const_t<Scalar>> &&
           (std::is_const_v<Scalar> ||
            !std::is_const_v<typename T::value_type>)&&Kokkos::
               SpaceAccessibility<ExecutionSpace,
                                  typename T::memory_space>::accessible;
  else
    return false;
}

template <class T, class Scalar, class Format, class ExecutionSpace>
constexpr bool is_sparse_operand() {
  if constexpr (is_sparse_view_v<T>)
    return std::is_same_v<std::remove_const_t<typename T::value_type>,
                          Scalar> &&
           std::is_same_v<typename T::format_type, Format> &&
           Kokkos::SpaceAccessibility<ExecutionSpace,
                                      typename T::memory_space>::accessible;
  else
    return false;
}

[[noreturn]] void throw_extent_mismatch(const char* kernel, const char* tensor,
                                        int dimension, std::int64_t extent,
                                        const char* other,
                                        int other_dimension,
                                        std::int64_t other_extent);
[[noreturn]] void throw_outside_window(const char* kernel, const char* tensor,
                                       int dimension, std::int64_t extent,
                                       std::int64_t end, bool is_whole);
}  // namespace Impl

/// True for a View of the rank and the elements that a kernel on ExecutionSpace
/// was generated for; a const Scalar admits Views of const elements.
template <class T, class Scalar, int Rank, class ExecutionSpace>
inline constexpr bool is_dense_operand_v =
    Impl::is_dense_operand<T, Scalar, Rank, ExecutionSpace>();

/// True for a SparseView of exactly the format, readable from ExecutionSpace.
template <class T, class Scalar, class Format, class ExecutionSpace>
inline constexpr bool is_sparse_operand_v =
    Impl::is_sparse_operand<T, Scalar, Format, ExecutionSpace>();

/// \throws ShapeMismatch unless the extents of two dimensions are equal.
template <class Tensor, class Other>
void check_extent(const char* kernel, const char* name, const Tensor& tensor,
                  int dimension, const char* other_name, const Other& other,
                  int other_dimension) {
  const auto extent = static_cast<std::int64_t>(tensor.extent(dimension));
  const auto other_extent =
      static_cast<std::int64_t>(other.extent(other_dimension));
  if (extent != other_extent)
    Impl::throw_extent_mismatch(kernel, name, dimension, extent, other_name,
                                other_dimension, other_extent);
}

/// \throws ShapeMismatch unless the dimension has `expected` coordinates: an index
///   of it runs over a window or an index set of another tensor.
template <class Tensor>
void check_extent(const char* kernel, const char* name, const Tensor& tensor,
                  int dimension, std::int64_t expected) {
  const auto extent = static_cast<std::int64_t>(tensor.extent(dimension));
  if (extent != expected)
    Impl::throw_outside_window(kernel, name, dimension, extent, expected, true);
}

/// \throws ShapeMismatch unless the dimension has the coordinates before `end`,
///   which are those of a window or an index set.
template <class Tensor>
void check_window(const char* kernel, const char* name, const Tensor& tensor,
                  int dimension, std::int64_t end) {
  const auto extent = static_cast<std::int64_t>(tensor.extent(dimension));
  if (extent < end)
    Impl::throw_outside_window(kernel, name, dimension, extent, end, false);
}

/// A copy of a View in the same memory space, made on `exec` (asynchronous).
template <class ExecutionSpace, class View>
auto copy_of(const ExecutionSpace& exec, const View& view) {
  auto copy = Kokkos::create_mirror(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing,
                         typename View::memory_space{}),
      view);
  Kokkos::deep_copy(exec, copy, view);
  return copy;
}

}  // namespace Strata

#endif
