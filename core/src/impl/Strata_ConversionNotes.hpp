// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CONVERSION_NOTES_HPP
#define STRATA_IMPL_CONVERSION_NOTES_HPP

#include <cstdint>

#include <Strata_ConversionScope.hpp>

/// \file
/// What conversions ask the innermost ConversionScope, and tell it.
namespace Strata::Impl {

/// Those of the innermost scope, or the defaults.
ConversionChoices conversion_choices();

void note_in_order(std::int64_t entries);
void note_sorted_in_buckets(std::int64_t entries, std::int64_t buckets, std::int64_t longest,
                            int bits);
/// `longest` entries in one of the buckets were too many; 0: there were to be none.
void note_sorted_at_once(std::int64_t entries, std::int64_t longest, int bits);
/// Why entries are transposed as they are: a rule or what was forced.
enum class TransposeReason {
  forced,
  near,        ///< neighbours go near one another
  far,         ///< they do not
  few,         ///< entries
  uneven,      ///< one bucket would be a large part of all
  impossible,  ///< too many majors or threads
  other        ///< formats or a space that have no buckets
};
/// `share` of the entries looked at begin lines of memory; negative: nobody looked.
void note_transposed(std::int64_t entries, std::int64_t buckets, TransposeReason reason,
                     double share);

}  // namespace Strata::Impl

#endif
