// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <string>

#include <Strata_Error.hpp>
#include <Strata_Partition.hpp>

namespace Strata::Impl {

/// Of 16384 numbers, a half differs from that of all by less than two per cent.
constexpr std::int64_t most_drawn = 1 << 14;

std::vector<SampledCoordinates> samples_of(const std::vector<PartitionedVariable>& variables,
                                           const std::vector<WeighedTensor>& tensors) {
  std::vector<SampledCoordinates> out;
  double weight = 0;
  for (const WeighedTensor& w : tensors) {
    if (w.sampled_level < 0) continue;
    if (variables.size() != 1)
      throw CodegenError("Strata::partition: a sampled tensor: expected 1 variable, given " +
                         std::to_string(variables.size()));
    if (w.tensor.levels[w.sampled_level].num_coordinates == 0) continue;
    out.push_back(sample_of(w.tensor, w.sampled_level));
    weight += static_cast<double>(out.back().weight);
  }
  std::int64_t begin = 0;
  for (SampledCoordinates& part : out) {
    // In proportion, so that each stands for as many.
    const double share = static_cast<double>(part.weight) / weight;
    part.begin         = begin;
    part.size = std::clamp<std::int64_t>(static_cast<std::int64_t>(share * most_drawn), 1, part.weight);
    begin += part.size;
  }
  return out;
}

std::vector<RangeBegins> begins_of(const std::vector<WeighedTensor>& tensors) {
  std::vector<RangeBegins> out;
  for (const WeighedTensor& w : tensors) {
    if (!w.begins) continue;
    const TensorFormat& format = w.tensor.format;
    const LevelType type       = format.level(w.sampled_level);
    if (type.kind != LevelKind::compressed || !type.ordered)
      throw CodegenError("Strata::partition: where ranges begin in level " +
                         std::to_string(w.sampled_level) +
                         ": expected a compressed one with ordered coordinates, given " +
                         format.to_string());
    const LevelArrays& level = w.tensor.levels[w.sampled_level];
    RangeBegins table;
    table.level.positions   = IndexSpan(level.positions, format.pos_type());
    table.level.coordinates = IndexSpan(level.coordinates, format.crd_type());
    table.parents           = std::max<std::int64_t>(level.num_positions - 1, 0);
    table.begins            = w.begins;
    out.push_back(table);
  }
  return out;
}

/// The coordinate nearest to where `rank` of the sorted numbers lie before it.
static std::uint64_t coordinate_at(const std::vector<std::uint64_t>& sorted, std::size_t rank) {
  const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), sorted[rank]);
  const auto at            = sorted.begin() + static_cast<std::ptrdiff_t>(rank);
  return sorted[rank] + (at - first > last - at ? 1 : 0);
}

std::vector<std::uint64_t> quantiles(std::vector<std::uint64_t> sample, std::int64_t pieces,
                                     std::int64_t extent) {
  std::sort(sample.begin(), sample.end());
  const auto size = static_cast<std::int64_t>(sample.size());
  std::vector<std::uint64_t> begins{0};
  for (std::int64_t p = 1; p < pieces; ++p) {
    const std::int64_t rank = size / pieces * p + size % pieces * p / pieces;
    begins.push_back(std::max(begins.back(), coordinate_at(sample, rank)));
  }
  begins.push_back(static_cast<std::uint64_t>(extent));
  return begins;
}

}  // namespace Strata::Impl
