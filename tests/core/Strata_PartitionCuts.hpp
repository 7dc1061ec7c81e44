// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PARTITION_CUTS_HPP
#define STRATA_PARTITION_CUTS_HPP

#include <algorithm>
#include <numeric>
#include <set>

#include <Strata_Partition.hpp>

#include "Strata_TestSpaces.hpp"

/// \file
/// Cuts on the host, and how much work lies between them.
namespace Strata::Testing {

using Tuple = std::vector<std::int64_t>;

template <class ExecutionSpace>
std::vector<Tuple> cut(const ExecutionSpace& exec, std::int64_t pieces,
                       const std::vector<PartitionedVariable>& variables,
                       const std::vector<WeighedTensor>& tensors) {
  Kokkos::View<std::uint64_t**, Kokkos::HostSpace> cuts("Strata::test", pieces + 1,
                                                        variables.size());
  partition(exec, cuts, variables, tensors);
  exec.fence();
  std::vector<Tuple> out(pieces + 1);
  for (std::int64_t p = 0; p <= pieces; ++p)
    for (std::size_t v = 0; v < variables.size(); ++v)
      out[p].push_back(static_cast<std::int64_t>(cuts(p, v)));
  return out;
}

/// Entries between neighbouring cuts, which must ascend, and with `with_rows` the
/// rows that they are in; `prefix`: coordinates that are cut.
inline std::vector<std::int64_t> work_of(const std::vector<Tuple>& cuts,
                                  const Coordinates& entries,
                                  std::size_t prefix, bool with_rows) {
  EXPECT_TRUE(std::is_sorted(cuts.begin(), cuts.end()));
  std::vector<std::int64_t> work(cuts.size() - 1, 0);
  std::set<std::pair<std::int64_t, std::int64_t>> rows;
  for (const Tuple& entry : entries) {
    const Tuple tuple(entry.begin(), entry.begin() + prefix);
    const auto next = std::upper_bound(cuts.begin(), cuts.end(), tuple);
    const auto piece = next - cuts.begin() - 1;
    const bool inside = piece >= 0 && piece + 1 < std::ssize(cuts);
    EXPECT_TRUE(inside);
    if (!inside) continue;
    ++work[piece];
    if (with_rows && rows.emplace(piece, entry[0]).second) ++work[piece];
  }
  return work;
}

inline double imbalance(const std::vector<std::int64_t>& work) {
  const double sum = std::accumulate(work.begin(), work.end(), 0.0);
  return *std::max_element(work.begin(), work.end()) * std::ssize(work) / sum;
}

/// Row r has about rows^alpha / (r + 1)^alpha entries.
inline Coordinates power_law(std::int64_t rows, std::int64_t columns) {
  Coordinates out;
  for (std::int64_t r = 0; r < rows; ++r) {
    const std::int64_t count = 1 + columns / (r + 1);
    for (std::int64_t n = 0; n < count; ++n)
      out.push_back({r, n * columns / count});
  }
  return out;
}

inline Reals ones(const Coordinates& coordinates) {
  return Reals(coordinates.size(), 1.0);
}

}  // namespace Strata::Testing

#endif
