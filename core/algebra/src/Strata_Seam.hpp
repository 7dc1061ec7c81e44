// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_SEAM_HPP
#define STRATA_SEAM_HPP

#include <cstdint>

/// Where two pieces of a launch that appends entries meet: the cut between them
/// may lie inside an entry, which then belongs to both. A set of bits, for each
/// piece and each level that it appends to.
namespace Strata::Seam {

/// The piece's first entry is the one that the cut it begins with lies in.
inline constexpr std::int64_t first = 1;
/// The piece's last entry is the one that the cut it ends with lies in.
inline constexpr std::int64_t last = 2;
/// Both cuts lie in one entry.
inline constexpr std::int64_t inside = 4;

}  // namespace Strata::Seam

#endif
