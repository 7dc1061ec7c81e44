// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CUSPARSE_ERROR_HPP
#define STRATA_CUSPARSE_ERROR_HPP

#include <Strata_Error.hpp>

namespace Strata::CuSparse {

/// A failure that cuSPARSE reports; the text has its name for it. What it does not
/// support is an UnsupportedExpression instead.
class LibraryError : public Error {
 public:
  using Error::Error;
};

}  // namespace Strata::CuSparse

#endif
