// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_FAILURE_HPP
#define STRATA_TOOLS_FAILURE_HPP

#include <exception>
#include <string>

#include "Commands.hpp"

namespace Strata::Tool {

/// What `strata` says and returns because of an exception.
struct Failure {
  int status = internal;
  std::string message;
};

Failure failure_of(const std::exception_ptr& thrown);

}  // namespace Strata::Tool

#endif
