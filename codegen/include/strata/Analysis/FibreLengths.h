// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ANALYSIS_FIBRELENGTHS_H
#define STRATA_ANALYSIS_FIBRELENGTHS_H

#include "strata/Compiler.h"

#include <map>
#include <set>
#include <string>

namespace strata {

/// Entries of the fibres of the last level, on average, of the sparse operands whose
/// entries are known. Fibres: those stored, else as many as the levels above have
/// places, but no more than entries.
std::map<std::string, double> averageFibreLengths(const CompileRequest &request);

/// How many times as many entries a fibre of the last level of an operand holds
/// on average as one of the operand with the fewest: binary logarithms, rounded,
/// of the sparse operands whose entries are known. Empty unless these are several.
std::map<std::string, int> fibreLengths(const CompileRequest &request);

/// Entries of a fibre on average, below which a loop ends before several partial sums are
/// worth it.
inline constexpr double shortFibre = 6;

/// The operands whose fibres of the last level are shorter than that.
std::set<std::string> shortFibres(const CompileRequest &request);

} // namespace strata

#endif
