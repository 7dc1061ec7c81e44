// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ANALYSIS_SUMFACTORS_H
#define STRATA_ANALYSIS_SUMFACTORS_H

#include "strata/Compiler.h"

#include <cstdint>
#include <optional>
#include <string>

namespace strata {

/// Terms of a sum, on average, from which on it is worth while to add them up apart.
inline constexpr double termsForFactors = 4;

/// Sums whose terms have a factor in common.
struct FactoredSums {
  std::string variable; ///< that is summed over
  double terms = 0;     ///< of a sum, on average
};

/// The longest sums that are added up without the factors that all of their terms have;
/// none: there are no factors, sums are too short or their lengths not known, or products
/// are to stay as they are written.
std::optional<FactoredSums> factoredSums(const CompileRequest &request);

/// Bytes that rows of such sums may take in registers; 0: all sums stay as they are.
std::int64_t bytesOfFactoredSums(const CompileRequest &request);

} // namespace strata

#endif
