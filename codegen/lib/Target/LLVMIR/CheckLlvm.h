// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_CHECKLLVM_H
#define STRATA_LIB_TARGET_CHECKLLVM_H

#include "llvm/Support/Error.h"

#include <Strata_Error.hpp>

#include <string>
#include <type_traits>
#include <utility>

namespace strata {

/// \throws Strata::CodegenError "compile: `what`: …" for an error of LLVM.
inline void check(llvm::Error error, const char *what) {
  if (error)
    throw Strata::CodegenError(std::string("compile: ") + what + ": " +
                               llvm::toString(std::move(error)));
}

/// The value, or the same.
template <class T>
T check(llvm::Expected<T> value, const char *what) {
  check(value.takeError(), what);
  if constexpr (std::is_reference_v<T>)
    return *value;
  else
    return std::move(*value);
}

} // namespace strata

#endif
