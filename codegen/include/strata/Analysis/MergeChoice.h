// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ANALYSIS_MERGECHOICE_H
#define STRATA_ANALYSIS_MERGECHOICE_H

#include <cstdint>
#include <optional>
#include <vector>

#include <Strata_PlanOptions.hpp>

namespace strata {

/// Times, as a binary logarithm, that fibres are longer than those of what they are
/// merged with where a search in them pays.
inline constexpr int gallopLengths = 5;

/// What the choice of the body of a merging loop sees of it.
struct MergingLoop {
  /// Bits of the iterators that every case needs.
  std::int64_t needed = 0;
  /// Of each iterator's fibres (fibreLengths()); nothing where that is not known.
  std::vector<std::optional<std::int64_t>> lengths;
  bool appends = false; ///< entries of a result come out of it
  bool counts = false;  ///< no more than how many
};

/// Never automatic.
Strata::MergeBody chooseMergeBody(const MergingLoop &loop);

} // namespace strata

#endif
