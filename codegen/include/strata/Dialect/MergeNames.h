// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DIALECT_MERGENAMES_H
#define STRATA_DIALECT_MERGENAMES_H

#include "llvm/ADT/StringRef.h"

#include <Strata_MergeBodyNames.hpp>
#include <Strata_KernelFormNames.hpp>

#include <optional>

namespace strata {

/// On an argument of a kernel: how long its fibres are (FibreLengths.h).
inline constexpr const char *lengthAttr = "strata.length";
/// Unit: fibres of the last level are short (shortFibres()).
inline constexpr const char *shortAttr = "strata.short";

/// Name of the body of merging loops in the IR.
inline llvm::StringRef nameOf(Strata::MergeBody wanted) {
  for (const auto &[name, body] : Strata::merge_body_names())
    if (body == wanted)
      return name;
  return "automatic";
}

/// Name of a form of sums in options of passes.
inline llvm::StringRef nameOf(Strata::Sums wanted) {
  for (const auto &[name, form] : Strata::sums_names())
    if (form == wanted)
      return name;
  return "automatic";
}

/// Inverse of nameOf; nothing for any other name.
inline std::optional<Strata::Sums> sumsNamed(llvm::StringRef name) {
  const auto &names = Strata::sums_names();
  const auto found = names.find(name.str());
  if (found == names.end())
    return std::nullopt;
  return found->second;
}

/// Inverse of nameOf; nothing for any other name.
inline std::optional<Strata::MergeBody> mergeBodyNamed(llvm::StringRef name) {
  const auto &names = Strata::merge_body_names();
  const auto found = names.find(name.str());
  if (found == names.end())
    return std::nullopt;
  return found->second;
}

} // namespace strata

#endif
