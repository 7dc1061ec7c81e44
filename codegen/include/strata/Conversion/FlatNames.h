// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CONVERSION_FLATNAMES_H
#define STRATA_CONVERSION_FLATNAMES_H

/// \file
/// What stage III carries beside its meaning: attributes of loops, and names for
/// emitted code in the locations of operations.
namespace strata {

/// Who shares the iterations of an `scf.for`: "league" (the units of a launch),
/// "team" (threads of a team), "vector" (lanes of a thread), "team_vector" (all
/// lanes of a team). A carried value of a shared loop is a sum,
inline constexpr const char *mappingAttr = "strata.map";
/// or reduced by the operation that this one names.
inline constexpr const char *reductionAttr = "strata.reduction";
/// On an `scf.for`: its iterations write different elements.
inline constexpr const char *independentAttr = "strata.independent";
/// On a function beside the launches: what Strata_Kernel.hpp calls it.
inline constexpr const char *libraryAttr = "strata.library";
/// On a launch function: threads of a team and lanes of a thread.
inline constexpr const char *teamAttr = "strata.team";
/// On a values argument: unsigned integers.
inline constexpr const char *unsignedAttr = "strata.unsigned";
/// On a values argument: the element type is bool, kept in i8.
inline constexpr const char *booleanAttr = "strata.boolean";
/// On a values argument: a temporary of which each piece uses its own part, while it runs.
inline constexpr const char *scratchAttr = "strata.scratch";
/// Keys in the metadata of a loop's fused location.
inline constexpr const char *commentName = "comment";
inline constexpr const char *variableName = "variable";

} // namespace strata

#endif
