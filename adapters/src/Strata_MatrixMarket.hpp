// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_MATRIX_MARKET_HPP
#define STRATA_MATRIX_MARKET_HPP

#include <string>
#include <string_view>

#include <Strata_CoordinateList.hpp>

namespace Strata {

/// Reads a Matrix Market file: objects `matrix`, `vector` and `tensor` (any
/// order, as TACO writes them to .ttx), formats `coordinate` and `array`, every
/// field and symmetry; plain or gzip. Symmetric files come back expanded; array
/// files are stored with the first dimension fastest and lose their zeros.
/// Pattern entries become 1.
/// \throws IoError "file:line: expected …, got …" for malformed input and for
///   values that the type asked for cannot hold; ShapeMismatch when the extents
///   are not those asked for.
CoordinateList read_matrix_market(const std::string& path,
                                  const ReadOptions& options = {});

/// The same from text; `file` is the name for messages.
CoordinateList parse_matrix_market(std::string_view text, const std::string& file,
                                   const ReadOptions& options = {});

/// True when `text` begins with the Matrix Market banner.
bool is_matrix_market(std::string_view text);

/// Writes `list` in coordinate form (`matrix` for order 2, else `tensor`), real
/// numbers with as many digits as needed to read the same number back, or in the
/// form that options.keep_form asks for; packed when the path ends in .gz. The path
/// "-" is the standard output. \throws IoError.
void write_matrix_market(const std::string& path, const CoordinateList& list,
                         const WriteOptions& options = {});

}  // namespace Strata

#endif
