// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DIALECT_MERGENAMES_H
#define STRATA_DIALECT_MERGENAMES_H

#include "llvm/ADT/StringRef.h"

#include <Strata_KernelFormNames.hpp>
#include <Strata_MergeBodyNames.hpp>
#include <Strata_OptionNames.hpp>

#include <optional>

namespace strata {

/// On an argument of a kernel: how long its fibres are (FibreLengths.h).
inline constexpr const char *lengthAttr = "strata.length";
/// Unit: fibres of the last level are short (shortFibres()).
inline constexpr const char *shortAttr = "strata.short";

/// Names of bodies of merging loops in the IR, and of forms of sums in options of passes.
inline llvm::StringRef nameOf(Strata::MergeBody wanted) {
  return Strata::name_in(Strata::merge_body_names(), wanted);
}
inline llvm::StringRef nameOf(Strata::Sums wanted) {
  return Strata::name_in(Strata::sums_names(), wanted);
}

/// Inverses of nameOf; nothing for any other name.
inline std::optional<Strata::MergeBody> mergeBodyNamed(llvm::StringRef name) {
  return Strata::value_in(Strata::merge_body_names(), name.str());
}
inline std::optional<Strata::Sums> sumsNamed(llvm::StringRef name) {
  return Strata::value_in(Strata::sums_names(), name.str());
}

} // namespace strata

#endif
