// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_FORMAT_NAME_HPP
#define STRATA_FORMAT_NAME_HPP

#include <string>

#include <Strata_TensorFormat.hpp>

namespace Strata {

/// "CSR", "CSR<32>", "CSF(2,0,1)<64, i32>", …: the name of a format, behind it the
/// index types of positions and coordinates (bits, i for signed; none: native).
/// to_string() of a format without a name. TensorFormat::parse reads it back.
std::string name_of(const TensorFormat& format);

}  // namespace Strata

#endif
