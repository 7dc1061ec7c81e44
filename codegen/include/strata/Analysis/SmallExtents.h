// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ANALYSIS_SMALLEXTENTS_H
#define STRATA_ANALYSIS_SMALLEXTENTS_H

#include "strata/Compiler.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace strata {

/// The numbers of a longer row do not fit the registers.
inline constexpr std::int64_t largestFixedExtent = 256;
/// Entries that make a kernel of its own worth its compilation.
inline constexpr double entriesForFixedExtents = 50000;

/// Extents that a kernel is compiled for, by index variable: small ones of loops over
/// neighbours in memory (the columns of a factor matrix), where the operands store
/// enough for a compilation to pay: vectors fit a loop whose end is known. Empty unless \p request fixes extents.
std::map<std::string, std::int64_t> smallExtents(const CompileRequest &request);

/// The same by tensor: of each dimension its extent, or -1 where it may be any.
std::map<std::string, std::vector<std::int64_t>>
fixedExtents(const CompileRequest &request);

} // namespace strata

#endif
