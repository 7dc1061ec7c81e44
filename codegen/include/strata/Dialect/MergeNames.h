// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DIALECT_MERGENAMES_H
#define STRATA_DIALECT_MERGENAMES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"

#include <Strata_PlanOptions.hpp>

#include <optional>

namespace strata {

/// Name of the body of merging loops in the IR.
inline llvm::StringRef nameOf(Strata::MergeBody body) {
  using Strata::MergeBody;
  return body == MergeBody::branchy       ? "branchy"
         : body == MergeBody::branch_free ? "branchfree"
         : body == MergeBody::gallop      ? "gallop"
                                          : "automatic";
}

/// Inverse of nameOf; nothing for any other name.
inline std::optional<Strata::MergeBody> mergeBodyNamed(llvm::StringRef name) {
  using Strata::MergeBody;
  return llvm::StringSwitch<std::optional<MergeBody>>(name)
      .Case("automatic", MergeBody::automatic)
      .Case("branchy", MergeBody::branchy)
      .Case("branchfree", MergeBody::branch_free)
      .Case("gallop", MergeBody::gallop)
      .Default(std::nullopt);
}

} // namespace strata

#endif
