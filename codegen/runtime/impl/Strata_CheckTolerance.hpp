// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CHECK_TOLERANCE_HPP
#define STRATA_CHECK_TOLERANCE_HPP

#include <Strata_Check.hpp>

namespace Strata::Impl {

/// How far an entry of `result` may be from the dense meaning of the statement,
/// relative to the sum of the |terms|.
double tolerance_of(const CheckedAssignment& checked, const TensorRef& result,
                    const CheckOptions& options);

/// Error relative to the sum of |terms|; infinite for values that never agree.
double relative_error(const EvaluatedEntry& expected, const EvaluatedEntry& got,
                      ScalarType scalar);

}  // namespace Strata::Impl

#endif
