// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_CuSparseFunctions.hpp>

namespace Strata::CuSparse::Impl {

const Functions& library_functions() {
  static const Functions functions = [] {
    Functions f;
#define STRATA_CUSPARSE_ASSIGN(name) f.name = &::cusparse##name;
    STRATA_CUSPARSE_FUNCTIONS(STRATA_CUSPARSE_ASSIGN)
#undef STRATA_CUSPARSE_ASSIGN
    return f;
  }();
  return functions;
}

}  // namespace Strata::CuSparse::Impl
