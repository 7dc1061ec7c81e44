// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DIALECT_WORKLISTNAMES_H
#define STRATA_DIALECT_WORKLISTNAMES_H

#include "llvm/ADT/StringRef.h"

#include <Strata_WorklistNames.hpp>

namespace strata {

/// Name of a kind of worklist in options of passes.
inline llvm::StringRef nameOf(Strata::Worklist wanted) {
  for (const auto &[name, kind] : Strata::worklist_names())
    if (kind == wanted)
      return name;
  return "automatic";
}

/// Inverse of nameOf; automatic for any other name.
inline Strata::Worklist worklistNamed(llvm::StringRef name) {
  const auto found = Strata::worklist_names().find(name.str());
  return found == Strata::worklist_names().end() ? Strata::Worklist::automatic
                                                 : found->second;
}

} // namespace strata

#endif
