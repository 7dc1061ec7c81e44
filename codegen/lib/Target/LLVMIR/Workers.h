// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_WORKERS_H
#define STRATA_LIB_TARGET_WORKERS_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace strata {

/// Threads that the processors of this process run at a time.
unsigned numWorkers();

/// Calls f(0) to f(count - 1) at the same time, the first in this thread; others may use
/// every processor that a thread of the process may use, also where this one is bound.
/// Where the system gives no more threads, this one makes the calls that are left.
/// Throws what the first of them that failed has thrown, when all have ended.
void runTogether(unsigned count, llvm::function_ref<void(unsigned)> f);

} // namespace strata

#endif
