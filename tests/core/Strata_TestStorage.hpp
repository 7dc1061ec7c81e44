// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TEST_STORAGE_HPP
#define STRATA_TEST_STORAGE_HPP

#include <map>

#include "Strata_TestSpaces.hpp"

namespace Strata::Testing {

/// Values by coordinates; those of equal coordinates are summed, zeros left out.
using Sums = std::map<std::vector<std::int64_t>, double>;

Sums sums_of(const RandomEntries& entries);
Sums sums_of(const Entries& entries);

/// Every sequence of `rank` level types that takes any entries.
std::vector<std::vector<LevelType>> level_sequences(int rank);
std::vector<std::vector<int>> permutations(int rank);
/// All formats of these.
std::vector<TensorFormat> all_formats(int rank);

/// Stores entries one by one, without Strata's kernels, as awkwardly as the
/// format allows: unordered levels descend, nonunique ones repeat. In host
/// memory, values are double.
TensorRef store_awkwardly(const TensorFormat& format,
                          const std::vector<std::int64_t>& extents,
                          const RandomEntries& entries);

/// Names of kernels, reductions and scans that run until the next call.
class KernelLog {
 public:
  KernelLog();
  ~KernelLog();
  const std::vector<std::string>& names() const;
  bool contains(const std::string& part) const;
};

}  // namespace Strata::Testing

#endif
