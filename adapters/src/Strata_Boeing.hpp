// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_BOEING_HPP
#define STRATA_BOEING_HPP

#include <string>
#include <string_view>

#include <Strata_CoordinateList.hpp>

namespace Strata {

/// Reads an assembled matrix of a Harwell-Boeing or Rutherford-Boeing file (Duff,
/// Grimes and Lewis, 1992 and 1997): columns compressed, numbers in the fields that
/// the Fortran formats of its header say; plain or gzip. Symmetric, skew-symmetric
/// and hermitian ones come back expanded, entries of a pattern become 1. Right-hand
/// sides behind the matrix are not read.
/// \throws IoError "file:line: expected …, got …" for malformed input, elemental
///   matrices and values in another file, and for values that the type asked for
///   cannot hold; ShapeMismatch when the extents are not those asked for.
CoordinateList read_boeing(const std::string& path, const ReadOptions& options = {});

/// The same from text; `file` is the name for messages.
CoordinateList parse_boeing(std::string_view text, const std::string& file,
                            const ReadOptions& options = {});

/// True when the third line of `text` is that of such a file: "RUA" or another type
/// of three letters, then a number.
bool is_boeing(std::string_view text);

}  // namespace Strata

#endif
