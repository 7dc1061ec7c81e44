// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TENSOR_FILE_HPP
#define STRATA_TENSOR_FILE_HPP

#include <string>

#include <Strata_CoordinateList.hpp>

namespace Strata {

/// Reads a tensor from a file of a supported format: Matrix Market (.mtx, .ttx,
/// or any file that begins with its banner), FROSTT (.tns), Harwell-Boeing and
/// Rutherford-Boeing (by their third line), plain or gzip; with
/// options.lists_entries lines of coordinates and a value, whatever the name is;
/// binsparse containers by their first bytes (see read_binsparse_list()).
/// \throws IoError for malformed input and for other formats; the message names
///   the format when it is recognised (NumPy, zip …) and says what is supported.
CoordinateList read_tensor_file(const std::string& path, const ReadOptions& options = {});

/// Writes by the extension: .mtx and .ttx Matrix Market, .tns FROSTT, packed with
/// .gz after it, .h5 and .hdf5 binsparse (see write_binsparse()); the path "-" writes
/// FROSTT to the standard output. \throws IoError.
void write_tensor_file(const std::string& path, const CoordinateList& list,
                       const WriteOptions& options = {});

}  // namespace Strata

#endif
