// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_SAMPLED_RANGES_HPP
#define STRATA_IMPL_SAMPLED_RANGES_HPP

#include <cstdint>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_DeviceEvaluator.hpp>
#include <impl/Strata_WeighedLevels.hpp>

/// \file
/// Ranges of coordinates with about equal work: by quantiles of a sample.
namespace Strata::Impl {

/// Draws from the coordinates of a level, each as often as loops come to something there
/// and beneath it.
struct SampledCoordinates {
  WeighedLevels levels;  ///< this one and those beneath
  std::int64_t stored = 0, weight = 0;  ///< positions of the level; what they weigh
  std::int64_t begin  = 0, size = 0;    ///< of what is drawn in `out`
  std::uint64_t* out  = nullptr;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t n) const {
    const std::int64_t target = weight / size * n + weight % size * n / size;
    out[begin + n] =
        static_cast<std::uint64_t>(levels.storage[0].coordinates[last_at_most(target)]);
  }

 private:
  /// The last position with at most `target` before it.
  KOKKOS_INLINE_FUNCTION std::int64_t last_at_most(std::int64_t target) const {
    std::int64_t low = 0, high = stored;
    while (high - low > 1) {
      const std::int64_t middle = low + (high - low) / 2;
      if (levels.visits(0, {0, middle}) <= target)
        low = middle;
      else
        high = middle;
    }
    return low;
  }
};

/// Where ranges of a dimension begin, and its end: each has about equally many of `sample`.
std::vector<std::uint64_t> quantiles(std::vector<std::uint64_t> sample, std::int64_t pieces,
                                     std::int64_t extent);

/// Writes to `cuts`, (pieces + 1) x 1, where they begin. Blocks on exec.
template <class ExecutionSpace, class... Properties>
void cut_ranges(const ExecutionSpace& exec,
                const Kokkos::View<std::uint64_t**, Properties...>& cuts, std::int64_t extent,
                const std::vector<SampledCoordinates>& samples) {
  const std::int64_t size = samples.back().begin + samples.back().size;
  const Kokkos::View<std::uint64_t*, typename ExecutionSpace::memory_space> sample(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "Strata::partition::sample"), size);
  for (SampledCoordinates part : samples) {
    part.out = sample.data();
    Kokkos::parallel_for(
        "Strata::partition::sample",
        Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, part.size),
        part);
  }
  std::vector<std::uint64_t> drawn(size);
  Kokkos::deep_copy(exec,
                    Kokkos::View<std::uint64_t*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                        drawn.data(), size),
                    sample);
  exec.fence("Strata::partition: sample");
  const auto pieces = static_cast<std::int64_t>(cuts.extent(0)) - 1;
  const auto begins = quantiles(std::move(drawn), pieces, extent);
  const auto mirror = Kokkos::create_mirror_view(cuts);
  for (std::int64_t p = 0; p <= pieces; ++p) mirror(p, 0) = begins[p];
  Kokkos::deep_copy(exec, cuts, mirror);
  exec.fence("Strata::partition: ranges");
}

}  // namespace Strata::Impl

#endif
