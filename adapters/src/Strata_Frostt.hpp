// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_FROSTT_HPP
#define STRATA_FROSTT_HPP

#include <string>
#include <string_view>

#include <Strata_CoordinateList.hpp>

namespace Strata {

/// Reads a FROSTT file (.tns), plain or gzip: one entry a line, coordinates from
/// 1 (`options.base`), then the value (`re im` or `re` for complex types, 0 or 1 for bool); lines
/// that begin with # are comments. A file with ParTI's two leading lines (the
/// order, then the extents) is read as well. Extents default to the largest
/// coordinates. A file without entries needs `options.extents`; a tensor of
/// order 0 is a file with one value. Values are f64 unless asked otherwise.
/// \throws IoError "file:line: expected …, got …" for malformed input and for
///   values that the type asked for cannot hold; ShapeMismatch.
CoordinateList read_frostt(const std::string& path, const ReadOptions& options = {});

/// The same from text; `file` is the name for messages.
CoordinateList parse_frostt(std::string_view text, const std::string& file,
                            const ReadOptions& options = {});

/// Writes `list`, one entry a line, real numbers with as many digits as needed
/// to read the same number back; packed when the path ends in .gz. The path "-" is
/// the standard output. \throws IoError.
void write_frostt(const std::string& path, const CoordinateList& list,
                  const WriteOptions& options = {});

}  // namespace Strata

#endif
