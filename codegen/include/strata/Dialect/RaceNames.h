// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DIALECT_RACENAMES_H
#define STRATA_DIALECT_RACENAMES_H

#include "llvm/ADT/StringRef.h"

#include <Strata_OptionNames.hpp>
#include <Strata_RaceStrategyNames.hpp>

#include <optional>

namespace strata {

/// Name of a race strategy in the IR.
inline llvm::StringRef nameOf(Strata::RaceStrategy race) {
  return Strata::name_in(Strata::race_strategy_names(), race);
}

/// Inverse of nameOf; none for any other name.
inline std::optional<Strata::RaceStrategy> raceNamed(llvm::StringRef name) {
  return Strata::value_in(Strata::race_strategy_names(), name.str());
}

} // namespace strata

#endif
