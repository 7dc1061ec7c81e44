// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_UTILISATION_HPP
#define STRATA_UTILISATION_HPP

#include <vector>

#include <Strata_OperationMaps.hpp>

namespace Strata {

/// How much of an operand is read when all of the output is computed: exact
/// numbers, not reduced.
struct Utilisation {
  std::int64_t read  = 0;
  std::int64_t total = 0;
  /// 1 when there is nothing to read.
  double fraction() const {
    return total == 0 ? 1.0 : static_cast<double>(read) / total;
  }
  bool operator==(const Utilisation&) const = default;
};

/// Elements of a dense operand that some of the maps (output -> operand) read,
/// among all of its elements. One map is counted in groups of results that
/// share variables; several ones are united by enumeration.
/// \throws ShapeMismatch for results outside of the extents;
/// UnsupportedExpression when more than 2^26 points must be enumerated.
Utilisation operand_utilisation(const std::vector<IndexingMap>& maps,
                                const Extents& extents);

/// The same, of stored entries: how many of the given coordinates are read.
Utilisation stored_utilisation(
    const std::vector<IndexingMap>& maps,
    const std::vector<std::vector<std::int64_t>>& entries);

}  // namespace Strata

#endif
