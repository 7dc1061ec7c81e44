// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DIALECT_RACENAMES_H
#define STRATA_DIALECT_RACENAMES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"

#include <Strata_PlanOptions.hpp>

namespace strata {

/// Name of a race strategy in the IR.
inline llvm::StringRef nameOf(Strata::RaceStrategy race) {
  using Strata::RaceStrategy;
  return race == RaceStrategy::none        ? "none"
         : race == RaceStrategy::atomics   ? "atomics"
         : race == RaceStrategy::privatize ? "privatize"
                                           : "automatic";
}

/// Inverse of nameOf; automatic for any other name.
inline Strata::RaceStrategy raceNamed(llvm::StringRef name) {
  using Strata::RaceStrategy;
  return llvm::StringSwitch<RaceStrategy>(name)
      .Case("none", RaceStrategy::none)
      .Case("atomics", RaceStrategy::atomics)
      .Case("privatize", RaceStrategy::privatize)
      .Default(RaceStrategy::automatic);
}

} // namespace strata

#endif
