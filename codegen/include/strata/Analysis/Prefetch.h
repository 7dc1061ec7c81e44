// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ANALYSIS_PREFETCH_H
#define STRATA_ANALYSIS_PREFETCH_H

#include "strata/Compiler.h"

#include <map>
#include <string>

namespace strata {

/// Entries of operands that caches do not hold.
inline constexpr double entriesForPrefetch = 250000;
/// Entries of a fibre on average, from which on a processor follows fibres by itself.
inline constexpr double longFibre = 16;

/// What a kernel prefetches.
struct PrefetchChoice {
  bool blocks = false; ///< what an iteration reads half a line or more of
  bool fibres = false; ///< the places of the next ones, before each
};

PrefetchChoice choosePrefetch(const CompileRequest &request);

/// Entries of the operand that stores the most; 0: not known.
double mostEntries(const CompileRequest &request);

/// The operands whose fibres of the last level are short, with their average length.
std::map<std::string, double> prefetchedFibres(const CompileRequest &request);

} // namespace strata

#endif
