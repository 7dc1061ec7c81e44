// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_OPERAND_MEASURES_HPP
#define STRATA_IMPL_OPERAND_MEASURES_HPP

#include <algorithm>
#include <cstdint>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_Partition.hpp>
#include <impl/Strata_CutSearch.hpp>

/// \file
/// What is measured of the arrays of operands before a kernel is chosen: reductions on
/// the execution space that owns them, of which the host reads the results.

namespace Strata::Impl {

/// Pieces of a tensor whose work is compared.
struct MeasuredPieces {
  TensorRef tensor;
  std::int64_t pieces = 1;
  /// Cut between coordinates of so many outer levels; 0: into equal numbers of
  /// outermost coordinates.
  int depth = 0;
};

/// Work of the heaviest piece, and of all.
struct PieceWeights {
  std::int64_t heaviest = 0, total = 0;
};

/// Reduces pieces to the weight of the heaviest and of all of them.
struct WeighPiecesFunctor {
  using value_type = PieceWeights;

  CutSearch m_search;
  bool m_in_rows = false;  ///< pieces have equal numbers of outermost coordinates

  KOKKOS_FUNCTION void operator()(std::int64_t p, value_type& weights) const {
    const std::int64_t end = m_search.weight_before(begin_of(p + 1));
    join(weights, {end - m_search.weight_before(begin_of(p)), end});
  }
  KOKKOS_FUNCTION void init(value_type& weights) const { weights = {}; }
  KOKKOS_FUNCTION void join(value_type& weights, const value_type& more) const {
    weights.heaviest = Kokkos::max(weights.heaviest, more.heaviest);
    weights.total    = Kokkos::max(weights.total, more.total);
  }

 private:
  KOKKOS_FUNCTION CutSearch::cut_type begin_of(std::int64_t p) const {
    if (!m_in_rows) return m_search.begin_of(p);
    const std::int64_t extent = m_search.extents[0], pieces = m_search.pieces;
    CutSearch::cut_type cut{};
    cut[0] = extent / pieces * p + extent % pieces * p / pieces;
    return cut;
  }
};

/// \pre the levels that are cut, and the first one, are ordered
inline WeighPiecesFunctor weigh_pieces(const MeasuredPieces& measured) {
  const int depth = std::max(measured.depth, 1);
  std::vector<PartitionedVariable> variables;
  for (int l = 0; l < depth; ++l)
    variables.push_back({measured.tensor.level_extent(l), false});
  return {make_cut_search(variables, {{measured.tensor, depth}}, measured.pieces),
          measured.depth == 0};
}

/// Work of the heaviest piece, in multiples of the mean; 1 where there is none. Reads
/// about pieces x levels x log(entries) positions on `exec`, and waits for two numbers
/// for each element of `all`, which come to the host in one copy.
template <class ExecutionSpace>
std::vector<double> heaviest_pieces(const ExecutionSpace& exec,
                                    const std::vector<MeasuredPieces>& all) {
  using memory_space = typename ExecutionSpace::memory_space;
  using weights_type = Kokkos::View<PieceWeights*, memory_space>;
  using one_type =
      Kokkos::View<PieceWeights, memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  if (all.empty()) return {};
  const weights_type weights(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "Strata::plan::weights"),
      all.size());
  for (std::size_t n = 0; n < all.size(); ++n)
    Kokkos::parallel_reduce(
        "Strata::plan::weigh_pieces",
        Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(
            exec, 0, all[n].pieces),
        weigh_pieces(all[n]), one_type(weights.data() + n));
  const auto on_host = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, weights);
  Kokkos::deep_copy(exec, on_host, weights);
  exec.fence("Strata::plan::weights");
  std::vector<double> out;
  for (std::size_t n = 0; n < all.size(); ++n) {
    const PieceWeights w = on_host(n);
    out.push_back(w.total == 0 ? 1.0
                               : static_cast<double>(w.heaviest) *
                                     static_cast<double>(all[n].pieces) /
                                     static_cast<double>(w.total));
  }
  return out;
}

/// Length of a segment of a level with positions.
struct MeasureSegmentFunctor {
  IndexSpan m_positions;

  KOKKOS_FUNCTION void operator()(std::int64_t p, std::int64_t& longest) const {
    longest = Kokkos::max(longest, m_positions[p + 1] - m_positions[p]);
  }
};

/// Of the longest segment; waits for it. \pre the level has positions
template <class ExecutionSpace>
std::int64_t longest_segment(const ExecutionSpace& exec, const LevelArrays& level,
                             IndexType type) {
  std::int64_t longest = 0;
  Kokkos::parallel_reduce(
      "Strata::plan::longest_segment",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(
          exec, 0, level.num_positions - 1),
      MeasureSegmentFunctor{IndexSpan(level.positions, type)},
      Kokkos::Max<std::int64_t>(longest));
  return longest;
}

}  // namespace Strata::Impl

#endif
