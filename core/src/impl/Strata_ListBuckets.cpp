// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <bit>
#include <limits>

#include <impl/Strata_ListRuns.hpp>

namespace Strata::Impl {

namespace {

constexpr std::int64_t samples_of_bucket = 16;

/// Keys of entries that are drawn at random (with a seed: always the same ones), in order.
std::vector<std::uint64_t> sample_keys(const EntryWalk& list, std::int64_t size) {
  std::vector<std::uint64_t> keys(static_cast<std::size_t>(size));
  const std::int64_t entries = list.source.entries, stratum = entries / size;
  std::uint64_t random       = 1;
  for (std::int64_t n = 0; n < size; ++n) {
    random = random * 6364136223846793005U + 1442695040888963407U;  // Knuth's MMIX
    const auto within = static_cast<std::int64_t>((random >> 33U) % static_cast<std::uint64_t>(stratum));
    list.list_keys(&keys[n], 1, chunk_begin(entries, size, n) + within);
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

/// Where buckets begin: quantiles; what is one twice has a bucket for itself.
std::vector<std::uint64_t> begins_of(const std::vector<std::uint64_t>& sample) {
  std::vector<std::uint64_t> begins;
  for (std::size_t n = samples_of_bucket; n < sample.size(); n += samples_of_bucket) {
    const std::uint64_t key = sample[n];
    if (key > 0 && (begins.empty() || begins.back() < key)) begins.push_back(key);
    const bool repeats = key == sample[n - samples_of_bucket];
    if (repeats && key < std::numeric_limits<std::uint64_t>::max() &&
        (begins.empty() || begins.back() == key))
      begins.push_back(key + 1);
  }
  return begins;
}

}  // namespace

ListBuckets choose_buckets(const EntryWalk& list, std::int64_t count) {
  ListBuckets buckets;
  count = std::min(count, list.source.entries / samples_of_bucket);
  if (count > 1) buckets.begins = begins_of(sample_keys(list, count * samples_of_bucket));
  const std::vector<std::uint64_t>& begins = buckets.begins;
  const std::size_t cuts                   = begins.size();
  buckets.is_single.assign(cuts + 1, false);
  for (std::size_t b = 1; b < cuts; ++b)
    buckets.is_single[b] = begins[b] - begins[b - 1] == 1;
  buckets.is_single[0] = cuts > 0 && begins[0] == 1;  // key 0 alone
  buckets.begins.resize(std::bit_ceil(cuts + 1) - 1, std::numeric_limits<std::uint64_t>::max());
  return buckets;
}

}  // namespace Strata::Impl
