// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CONVERSION_CHOICES_HPP
#define STRATA_CONVERSION_CHOICES_HPP

#include <cstdint>

namespace Strata {

/// How entries in rows come to be in columns (CSR to CSC), on hosts.
enum class TransposeMethod {
  automatic,  ///< by where neighbouring entries go
  direct,     ///< every entry goes where it belongs at once
  buckets     ///< first to a bucket of neighbouring columns, which is put in order in a cache
};

/// What conversions choose by rules, forced. The arrays that they make are the same.
struct ConversionChoices {
  TransposeMethod transpose = TransposeMethod::automatic;
  /// Buckets that entries are sorted in, each by one thread of a host: the power of two
  /// that is not above it, at most 2048. 1: all threads sort all of them together, as
  /// devices do. 0: chosen from their number.
  std::int64_t sort_buckets = 0;
  /// Entries are listed, sorted and placed one by one, with a scan for each level, as spaces
  /// with more threads than a host always do; else each thread walks over entries of its
  /// own, which takes less memory.
  bool entry_by_entry = false;
};

}  // namespace Strata

#endif
