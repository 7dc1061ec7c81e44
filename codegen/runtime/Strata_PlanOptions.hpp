// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PLAN_OPTIONS_HPP
#define STRATA_PLAN_OPTIONS_HPP

#include <string>

namespace Strata {

/// How a launch keeps pieces that add to the same result entry apart.
enum class RaceStrategy {
  automatic,  ///< chosen from the iteration graph, the extents and the space
  none,       ///< pieces write disjoint entries (verified) or run one by one
  atomics,    ///< atomic additions to the result
  privatize   ///< one copy of the result per piece, added up afterwards
};

/// Options of compile(); part of the kernel signature where they change code.
struct PlanOptions {
  /// No reassociation of floating-point sums.
  bool strict = false;
  /// Counting build: every stage II loop iteration increments a counter.
  bool count_iterations = false;
  RaceStrategy race     = RaceStrategy::automatic;
  /// Pieces per launch; 0: chosen from the work and the concurrency.
  int pieces = 0;
  /// Looks the kernel up in (and adds it to) the process-wide cache.
  bool use_cache = true;
};

/// Stages that emit() can stop at.
enum class Stage {
  notation,    ///< stage I: index notation as IR
  coordinate,  ///< stage I: loops ordered (forall / reduce)
  position,    ///< stage II: position-space loops and launches
  flat,        ///< stage III: scf, arith, memref and the program
  llvm         ///< LLVM IR after optimisation
};

}  // namespace Strata

#endif
