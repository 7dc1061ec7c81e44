// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_ANALYSIS_REGIONS_H
#define STRATA_LIB_ANALYSIS_REGIONS_H

#include "strata/Analysis/MergeLattice.h"

namespace strata {

using Points = std::vector<LatticePoint>;

/// Where an expression is other than a constant, and that constant: none where it
/// is so nowhere.
struct Regions {
  Points points;
  std::optional<Number> rest;
};

/// The point of every coordinate.
LatticePoint everywhere(std::vector<std::string> members = {});

/// One point per set of iterators; a point with the universe replaces the one
/// without it (a full level is present wherever anything is).
Points dropImpossible(const Points &points);

/// Regions of \p expr in the loop that \p role is about; adds to \p iterators.
Regions regionsOf(const IndexExprPtr &expr, const MergeLattice::RoleOf &role,
                  const Strata::TensorDeclarations &tensors,
                  std::vector<std::string> &iterators);

} // namespace strata

#endif
