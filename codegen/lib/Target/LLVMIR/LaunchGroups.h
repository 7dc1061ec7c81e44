// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_LAUNCHGROUPS_H
#define STRATA_LIB_TARGET_LAUNCHGROUPS_H

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"

#include <vector>

namespace strata {

/// Names of the entries of `module` in at most `most` groups of about as many
/// instructions each. One group where there are too few instructions for several.
std::vector<llvm::StringSet<>> groupEntries(const llvm::Module &module, unsigned most);

/// Leaves the entries of `group` in `module`, and what they call.
void keepEntries(llvm::Module &module, const llvm::StringSet<> &group);

} // namespace strata

#endif
