// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_DIALECT_POSITION_SHAREDLAUNCH_H
#define STRATA_LIB_DIALECT_POSITION_SHAREDLAUNCH_H

#include "strata/Dialect/Position/Position.h"
#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace strata {

/// A launch over loops that others may run too, and what cuts it into pieces (null:
/// coordinates of a dimension, or one piece).
struct SharedLaunch {
  pos::LaunchOp launch;
  pos::PartitionOp partition;
};

/// Makes one launch of two, in the place of the first one: the loops over
/// \p variables run the bodies of both. Fails with an error where they have no such
/// loops over every coordinate.
mlir::FailureOr<SharedLaunch>
shareLaunch(SharedLaunch first, SharedLaunch second,
            llvm::ArrayRef<std::string> variables);

} // namespace strata

#endif
