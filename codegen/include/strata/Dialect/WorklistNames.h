// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DIALECT_WORKLISTNAMES_H
#define STRATA_DIALECT_WORKLISTNAMES_H

#include "llvm/ADT/StringRef.h"

#include <Strata_OptionNames.hpp>
#include <Strata_WorklistNames.hpp>

#include <optional>

namespace strata {

/// Name of a kind of worklist in options of passes.
inline llvm::StringRef nameOf(Strata::Worklist wanted) {
  return Strata::name_in(Strata::worklist_names(), wanted);
}

/// Inverse of nameOf; none for any other name.
inline std::optional<Strata::Worklist> worklistNamed(llvm::StringRef name) {
  return Strata::value_in(Strata::worklist_names(), name.str());
}

} // namespace strata

#endif
