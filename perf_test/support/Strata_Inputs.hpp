// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PERF_INPUTS_HPP
#define STRATA_PERF_INPUTS_HPP

#include <iosfwd>
#include <string>
#include <vector>

#include <Strata_CoordinateList.hpp>

/// \file
/// Lists of inputs. A line is `name source [kernel…]`; # begins a comment. A
/// source is a generator with its sizes or a file:
///
///     p7/N                     7-point stencil on N³
///     p27/N                    27-point stencil on N³
///     band/N/H                 N × N, entries with |i − j| ≤ H
///     rmat/SCALE/ENTRIES       power-law graph of 2^SCALE nodes
///     uniform/AxBxC/ENTRIES    uniform coordinates, any order
///     zipf/AxBxC/ENTRIES       coordinate c with frequency 1/(c + 1)
///     path/to/file.mtx         any file that Strata reads
///
/// Without kernels, all that take a tensor of that order are run.

namespace Strata::Perf {

struct Input {
  std::string name;
  std::string source;
  std::vector<std::string> kernels;  ///< empty: all that fit

  bool wants(const std::string& kernel) const;
};

/// Relative paths of files in the list are relative to `data`.
/// \throws IoError "file:line: …" for a malformed line.
std::vector<Input> parse_list(std::istream& text, const std::string& file,
                              const std::string& data);
std::vector<Input> read_list(const std::string& path, const std::string& data);

/// Generates or reads; values are f64. \throws IoError, ShapeMismatch.
CoordinateList load(const Input& input);

/// Order of the tensor, −1 when only reading the file tells.
int order_of(const Input& input);

}  // namespace Strata::Perf

#endif
