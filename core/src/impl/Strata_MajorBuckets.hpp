// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_MAJOR_BUCKETS_HPP
#define STRATA_IMPL_MAJOR_BUCKETS_HPP

#include <algorithm>
#include <cstdint>
#include <vector>

namespace Strata::Impl {

/// Majors, the positions of a dense level, in groups of 2^shift neighbours.
struct MajorGroups {
  static constexpr int max_bits = 14;  ///< tables of groups stay in a cache

  explicit MajorGroups(std::int64_t majors) : extent(majors) {
    while (size() > std::int64_t{1} << max_bits) ++shift;
  }
  std::int64_t size() const { return ((extent - 1) >> shift) + 1; }

  std::int64_t extent;  ///< number of majors, at least 1
  int shift = 0;
};

/// Neighbouring groups that have, together, about so many entries.
struct MajorBuckets {
  static constexpr std::int64_t max_width = std::int64_t{1} << 16;

  std::vector<std::uint16_t> of_group;     ///< bucket of each group
  std::vector<std::int64_t> begins;        ///< first entry of each bucket, and the end
  std::vector<std::int64_t> first_majors;  ///< the same of majors

  std::int64_t size() const { return static_cast<std::int64_t>(begins.size()) - 1; }
  std::int64_t width(std::int64_t bucket) const {
    return first_majors[bucket + 1] - first_majors[bucket];
  }
  /// Entries of the largest bucket that has to be put in order, and majors of the widest.
  std::int64_t longest() const;
  std::int64_t widest() const;
};

/// Buckets of groups with so many entries each; none has more than `most`, but those of one
/// group.
/// \pre groups.shift <= 16
MajorBuckets make_buckets(const MajorGroups& groups, const std::vector<std::int64_t>& entries,
                          std::int64_t most);

/// Entries of a bucket: few buckets are dealt to in the nearest cache, a bucket is put in
/// order in the next ones, and there are several for each worker.
std::int64_t entries_of_bucket(std::int64_t entries, std::int64_t workers);

}  // namespace Strata::Impl

#endif
