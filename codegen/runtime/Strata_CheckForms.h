// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CHECK_FORMS_H
#define STRATA_CHECK_FORMS_H

#include <string>

#include <Strata_PlanOptions.hpp>

namespace Strata::Impl {

// Forms that are asked for where kernels cannot have them. \throws UnsupportedExpression

/// Sums that are no plain ones in code for `target`, which another compiler makes.
void check_sums(const PlanOptions& options, const std::string& target);

/// Extents compiled into code for `target`, which is made for any.
void check_extents(const PlanOptions& options, const std::string& target);

/// Prefetched streams in code for `target`, which has none.
void check_prefetch(const PlanOptions& options, const std::string& target);

/// Rows in blocks in code for `target`, which has whole ones.
void check_row_blocks(const PlanOptions& options, const std::string& target);

/// Sums in another order than that of the entries, and strict.
void check_strict_sums(const PlanOptions& options);

}  // namespace Strata::Impl

#endif
