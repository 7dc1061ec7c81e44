// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_RUN_TASKS_HPP
#define STRATA_IMPL_RUN_TASKS_HPP

#include <cstdint>
#include <functional>

#include <Strata_CoordinateList.hpp>

namespace Strata::Impl {

/// body(0) … body(count - 1) on `tasks`, on the default host space when it is
/// empty. What the task of the lowest number throws is thrown here: as if they
/// had run one after another; tasks after one that has thrown may not run.
void run_tasks(const HostTasks& tasks, std::int64_t count,
               const std::function<void(std::int64_t)>& body);

}  // namespace Strata::Impl

#endif
