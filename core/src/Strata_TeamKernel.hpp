// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TEAM_KERNEL_HPP
#define STRATA_TEAM_KERNEL_HPP

#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <Strata_Kernel.hpp>

/// \file
/// What generated functions are made of that a team of somebody else's kernel calls
/// (`strata emit --in-team`). All threads of the team call what is here together;
/// nothing allocates, throws or leaves the team.

namespace Strata {

namespace Impl {
template <class T, class Scalar, int Rank, class ExecutionSpace>
constexpr bool is_team_dense_operand() {
  if constexpr (is_dense_operand<T, Scalar, Rank, ExecutionSpace>()) {
    return true;
  } else if constexpr (Kokkos::is_view_v<T>) {
    // The same View elsewhere than in the scratch memory of a team or a thread.
    using elsewhere = Kokkos::View<typename T::data_type, Kokkos::LayoutStride,
                                   typename ExecutionSpace::memory_space>;
    return std::is_same_v<typename T::memory_space,
                          typename ExecutionSpace::scratch_memory_space> &&
           is_dense_operand<elsewhere, Scalar, Rank, ExecutionSpace>();
  } else {
    return false;
  }
}

/// Values beneath the positions [0, position) of level L - 1.
template <int L, class Tensor>
KOKKOS_FUNCTION std::int64_t values_beneath(const Tensor& tensor,
                                            std::int64_t position) {
  using Format = typename Tensor::format_type;
  if constexpr (L == Format::rank) {
    return position;
  } else {
    using Level = typename Format::template level<L>;
    if constexpr (Level::kind == LevelKind::dense)
      position *= tensor.extent(Level::dimension);
    else if constexpr (Level::kind == LevelKind::compressed)
      position = static_cast<std::int64_t>(
          tensor.template positions<L>()(position));
    return values_beneath<L + 1>(tensor, position);
  }
}

/// Values whose coordinate in level 0 is less than `coordinate`.
template <class Tensor>
KOKKOS_FUNCTION std::int64_t values_before(const Tensor& tensor,
                                           std::int64_t coordinate) {
  using Level = typename Tensor::format_type::template level<0>;
  if constexpr (Level::kind == LevelKind::dense) {
    return values_beneath<1>(
        tensor, Kokkos::min(coordinate, tensor.extent(Level::dimension)));
  } else {
    std::int64_t begin = 0, end = 1;
    if constexpr (Level::kind == LevelKind::compressed) {
      begin = static_cast<std::int64_t>(tensor.template positions<0>()(0));
      end   = static_cast<std::int64_t>(tensor.template positions<0>()(1));
    }
    return values_beneath<1>(
        tensor, lower_bound(coordinate, tensor.template coordinates<0>(), begin,
                            end));
  }
}
}  // namespace Impl

/// True for a View that is_dense_operand_v admits, or such a one in scratch memory of
/// ExecutionSpace.
template <class T, class Scalar, int Rank, class ExecutionSpace>
inline constexpr bool is_team_dense_operand_v =
    Impl::is_team_dense_operand<T, Scalar, Rank, ExecutionSpace>();

/// A workspace in the scratch memory of a team, uninitialised, the next in `memory`.
/// Aborts where that does not suffice: Kokkos leaves it null.
/// \param memory a copy of what `team.team_scratch(level)` returns: what is taken from
///   a copy is free again when the copy is gone
template <class DataType, class ExecutionSpace, class... Extents>
KOKKOS_FUNCTION Scratch<DataType, ExecutionSpace> make_team_workspace(
    const typename ExecutionSpace::scratch_memory_space& memory,
    Extents... extents) {
  const auto workspace = make_scratch<DataType, ExecutionSpace>(memory, extents...);
  // A View without memory has no extents either.
  const bool is_wanted = (... && (static_cast<std::size_t>(extents) > 0));
  if (is_wanted && workspace.data() == nullptr)
    Kokkos::abort(
        "Strata: a team has too little scratch memory: set_scratch_size() of its "
        "policy expects PerTeam() of at least what <kernel>_scratch_bytes() returns");
  return workspace;
}

/// Sets a workspace to zero. All threads see it, and have left what was before it.
template <class TeamMember, class Workspace>
KOKKOS_FUNCTION void clear_team_workspace(const TeamMember& team,
                                          const Workspace& workspace) {
  using value_type = typename Workspace::value_type;
  auto* const data = workspace.data();
  Kokkos::parallel_for(
      Kokkos::TeamVectorRange(team, static_cast<std::int64_t>(workspace.size())),
      [&](const std::int64_t n) { data[n] = value_type(); });
  team.team_barrier();
}

/// Cuts the loop over the outermost variable, whose coordinates are less than
/// `extent`, into pieces of about equal work: stored values of `tensors`, whose level 0
/// has its coordinates in order, and, if `visits_all`, the coordinates themselves.
/// Piece p has the coordinates from cuts(p, 0) up to cuts(p + 1, 0), each with all of
/// the inner variables: these are not cut (unlike in partition()), which would cost a
/// team more than it gains. One search for each cut, shared by the threads; all of them
/// see the result.
template <class TeamMember, class Cuts, class... Tensors>
KOKKOS_FUNCTION void partition_in_team(const TeamMember& team, const Cuts& cuts,
                                       std::int64_t extent, bool visits_all,
                                       const Tensors&... tensors) {
  const auto pieces = static_cast<std::int64_t>(cuts.extent(0)) - 1;
  const auto before = [&](std::int64_t coordinate) {
    return (visits_all ? coordinate : std::int64_t(0)) +
           (std::int64_t(0) + ... + Impl::values_before(tensors, coordinate));
  };
  const std::int64_t total = before(extent);
  Kokkos::parallel_for(
      Kokkos::TeamThreadRange(team, pieces + 1), [&](const std::int64_t piece) {
        const std::int64_t target =
            total / pieces * piece + total % pieces * piece / pieces;
        std::int64_t first = piece == pieces ? extent : 0;
        std::int64_t end   = piece == 0 ? 0 : extent;
        while (first < end) {
          const std::int64_t middle = first + (end - first) / 2;
          if (before(middle) < target)
            first = middle + 1;
          else
            end = middle;
        }
        Kokkos::single(Kokkos::PerThread(team), [&]() {
          for (std::size_t v = 0; v < cuts.extent(1); ++v)
            cuts(piece, v) = v == 0 ? static_cast<std::uint64_t>(first) : 0;
        });
      });
  team.team_barrier();
}

}  // namespace Strata

#endif
