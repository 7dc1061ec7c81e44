// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PARTITION_HPP
#define STRATA_PARTITION_HPP

#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_TensorRef.hpp>
#include <impl/Strata_BeneathWeights.hpp>
#include <impl/Strata_RangeBegins.hpp>
#include <impl/Strata_SampledRanges.hpp>

namespace Strata {

/// A tensor of which the first `depth` levels store coordinates of the variables
/// of a partition, in their order.
struct WeighedTensor {
  struct Beneath;
  using Window = Impl::Window;

  WeighedTensor(TensorRef weighed, int its_depth);
  WeighedTensor(TensorRef weighed, int its_depth, std::vector<Window> its_windows);
  WeighedTensor(TensorRef weighed, int its_depth, std::vector<Window> its_windows,
                std::vector<Beneath> beneath_it);

  /// A tensor of which a level, below others, stores coordinates of the one variable of a
  /// partition. They are drawn from.
  /// \param its_begins (pieces + 1) x parents of a compressed level with ordered coordinates,
  ///   row by row, in memory of exec: gets the position that each range begins with under
  ///   each parent, and behind the last one. Null: nobody asks.
  static WeighedTensor sampled(TensorRef weighed, int level, std::uint64_t* its_begins = nullptr);

  TensorRef tensor;
  int depth;
  int sampled_level = -1;  ///< −1: the first levels are weighed
  std::uint64_t* begins = nullptr;
  std::vector<Window> windows;  ///< by level; of others: all of it
  /// What loops come to beneath the coordinates of its levels.
  std::vector<Beneath> beneath;
};

/// Under each coordinate of `level`, loops come to what `weighed` stores under the
/// same coordinate of its first level. Levels of it that store coordinates of the
/// next variables are cut as well (its `depth` begins with that first level).
struct WeighedTensor::Beneath {
  int level;
  WeighedTensor weighed;
};

inline WeighedTensor::WeighedTensor(TensorRef weighed, int its_depth)
    : tensor(std::move(weighed)), depth(its_depth) {}
inline WeighedTensor::WeighedTensor(TensorRef weighed, int its_depth,
                                    std::vector<Window> its_windows)
    : tensor(std::move(weighed)),
      depth(its_depth),
      windows(std::move(its_windows)) {}
inline WeighedTensor::WeighedTensor(TensorRef weighed, int its_depth,
                                    std::vector<Window> its_windows,
                                    std::vector<Beneath> beneath_it)
    : tensor(std::move(weighed)),
      depth(its_depth),
      windows(std::move(its_windows)),
      beneath(std::move(beneath_it)) {}

inline WeighedTensor WeighedTensor::sampled(TensorRef weighed, int level,
                                            std::uint64_t* its_begins) {
  WeighedTensor out(std::move(weighed), 0);
  out.sampled_level = level;
  out.begins        = its_begins;
  return out;
}

/// A variable whose coordinates are cut.
struct PartitionedVariable {
  std::int64_t extent = 0;
  bool visits_all     = false;  ///< its loop comes to every coordinate
  std::int64_t visit  = 1;      ///< what each of these weighs, in entries, where it visits all
};

namespace Impl {
/// \throws CodegenError for no or too many variables.
CutSearch make_cut_search(const std::vector<PartitionedVariable>& variables,
                          const std::vector<WeighedTensor>& tensors,
                          std::int64_t pieces);

/// A level that coordinates are drawn from, and all that is stored in it and beneath.
/// \pre it stores coordinates
SampledCoordinates sample_of(const TensorRef& tensor, int level);

/// What is drawn from the tensors of which a level is sampled.
/// \throws CodegenError for more than one variable.
std::vector<SampledCoordinates> samples_of(const std::vector<PartitionedVariable>& variables,
                                           const std::vector<WeighedTensor>& tensors);

/// Where ranges begin in the fibres of the tensors that ask for it.
/// \throws CodegenError for a level that is not compressed and ordered.
std::vector<RangeBegins> begins_of(const std::vector<WeighedTensor>& tensors);

/// Levels of the tensors whose positions differ in weight: those that something
/// stands beneath, or below which there is a window.
std::vector<WeighedLevel> weighed_levels(
    const std::vector<WeighedTensor>& tensors);

/// partition() by what tensors weigh.
template <class ExecutionSpace, class... Properties>
void cut_tuples(const ExecutionSpace& exec,
                const Kokkos::View<std::uint64_t**, Properties...>& cuts,
                const std::vector<PartitionedVariable>& variables,
                const std::vector<WeighedTensor>& tensors) {
  const auto pieces      = static_cast<std::int64_t>(cuts.extent(0)) - 1;
  CutSearch search       = make_cut_search(variables, tensors, pieces);
  search.cuts            = cuts.data();
  search.cut_stride      = static_cast<std::int64_t>(cuts.stride(0));
  search.variable_stride = static_cast<std::int64_t>(cuts.stride(1));
  const auto weights     = pieces > 1 ? weigh_levels(exec, search, weighed_levels(tensors))
                                      : weigh_levels(exec, search, {});
  // A launch costs more than few searches.
  constexpr std::int64_t few = 8;
  // Memory that devices share with the host may still be written by exec.
  if constexpr (std::is_same_v<typename ExecutionSpace::memory_space, Kokkos::HostSpace>)
    if (pieces <= few) {
      for (std::int64_t p = 0; p <= pieces; ++p) search(p);
      return;
    }
  Kokkos::parallel_for(
      "Strata::partition",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, pieces + 1),
      search);
}
}  // namespace Impl

/// Cuts loops over `variables`, outermost first, into pieces of about equal work:
/// stored coordinates of the tensors on all levels, those of the tensors beneath
/// them (found by one pass over the coordinates that these stand beneath), and
/// coordinates of loops that come to all of them.
/// Piece p has the coordinates from tuple p up to tuple p + 1, in lexicographic
/// order (Merrill and Garland, 2016, for one tensor of two levels). Writes to
/// `cuts`, (pieces + 1) x variables, in memory of exec.
///
/// Where tensors are `sampled` the loop over the one variable stands inside of others, and
/// pieces are ranges of its coordinates in and beneath which tensors store about equally much.
/// `begins` of these get where they begin in every fibre.
///
/// Asynchronous on spaces that are, but for tensors beneath others and sampled ones. Of many tensors
/// the first 8 are weighed, of deep ones the first 12 levels.
/// \throws CodegenError for no or more than 6 variables.
template <class ExecutionSpace, class... Properties>
void partition(const ExecutionSpace& exec,
               const Kokkos::View<std::uint64_t**, Properties...>& cuts,
               const std::vector<PartitionedVariable>& variables,
               const std::vector<WeighedTensor>& tensors) {
  if (const auto samples = Impl::samples_of(variables, tensors); !samples.empty())
    Impl::cut_ranges(exec, cuts, variables[0].extent, samples);
  else
    Impl::cut_tuples(exec, cuts, variables, tensors);
  for (const Impl::RangeBegins& begins : Impl::begins_of(tensors))
    Impl::find_begins(exec, cuts, begins);
}

}  // namespace Strata

#endif
