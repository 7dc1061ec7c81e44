// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/MergeChoice.h"

#include <algorithm>

namespace strata {

using Strata::MergeBody;

/// Appending is a branch in any body. Counting a union needs none; where cases are
/// missing, one that is predicted wrong is cheaper than to wait for each compare.
static MergeBody usualBody(const MergingLoop &loop) {
  if (!loop.appends)
    return MergeBody::branch_free;
  return loop.counts && !loop.needed ? MergeBody::branch_free
                                     : MergeBody::branchy;
}

MergeBody chooseMergeBody(const MergingLoop &loop) {
  std::optional<std::int64_t> longest, shortest;
  for (std::size_t i = 0; i < loop.lengths.size(); ++i) {
    const auto &length = loop.lengths[i];
    if (length)
      longest = std::max(longest.value_or(*length), *length);
    if (length && loop.needed >> i & 1)
      shortest = std::min(shortest.value_or(*length), *length);
  }
  return shortest && *longest - *shortest >= gallopLengths ? MergeBody::gallop
                                                           : usualBody(loop);
}

} // namespace strata
