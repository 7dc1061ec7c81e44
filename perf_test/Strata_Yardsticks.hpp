// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_YARDSTICKS_HPP
#define STRATA_YARDSTICKS_HPP

#include <cstdint>

namespace Strata::Yardstick {

/// y = A x, A in CSR: a plain OpenMP loop over rows, static schedule, one sum per
/// row in the order of the entries.
void spmv(std::int64_t rows, const std::uint32_t* positions,
          const std::uint32_t* coordinates, const double* values,
          const double* x, double* y);

}  // namespace Strata::Yardstick

#endif
