// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_INPUT_FILE_HPP
#define STRATA_TOOLS_INPUT_FILE_HPP

#include <string>

#include <CLI/CLI.hpp>
#include <Strata_CoordinateList.hpp>

namespace Strata::Tool {

/// A file that a command reads, and what the command line says about it.
struct InputFile {
  std::string file, how, type, dims;
  bool round    = false;  ///< reals that are read as integers
  bool progress = false;

  /// The file as a positional `name`, --read, --type, --dims and --progress.
  void add_to(CLI::App& app, const std::string& name);
  /// \throws UsageError, IoError, ShapeMismatch.
  CoordinateList read() const;
};

inline constexpr const char* reading_help =
    "How a file is read that does not say so: list (an entry a line: coordinates, value; "
    "whatever its name), base0 (rows and columns are numbered from 0), or list,base0";

/// \throws UsageError unless `how` is what reading_help says.
void read_as(const std::string& how, ReadOptions& options);

/// Shows on a terminal how much has been read; nothing elsewhere.
ReadProgress terminal_progress(const std::string& what);

}  // namespace Strata::Tool

#endif
