// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_LOADING_HPP
#define STRATA_TOOLS_LOADING_HPP

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <Strata_CoordinateList.hpp>
#include <Strata_IndexNotation.hpp>

#include "Problem.hpp"

namespace Strata::Tool {

/// What is known of the tensors before Kokkos is needed.
struct LoadedTensors {
  TensorDeclarations declarations;  ///< of all but temporaries
  std::map<std::string, CoordinateList> contents;  ///< of those with --in
  double read_ms = 0;
};

/// Reads the files and decides formats, types and extents (all but unknown
/// extents of the result). With `need_data` every operand must have --in;
/// otherwise extents that nothing gives are `nominal_extent`.
/// \throws UsageError, IoError, ParseError, FormatMismatch, ShapeMismatch.
LoadedTensors load_tensors(const Problem& problem, bool need_data);

/// The declarations of all tensors, checked statement by statement: extents of
/// results, and temporaries. \throws as Strata::check().
TensorDeclarations declare_all(const Problem& problem, const LoadedTensors& loaded);

/// Extent that `emit` and `explain` assume where nothing says otherwise.
inline constexpr std::int64_t nominal_extent = 1000;

/// Format of a tensor that is read from a file and has no --format: the file's
/// own, else compressed rows, CSF, or dense when the file lists every element.
TensorFormat default_format(const CoordinateList& list);

/// Fills in index widths that the format of contents leaves open: 32 bits where
/// they do.
TensorFormat choose_index_types(const TensorFormat& format,
                                const std::vector<std::int64_t>& extents,
                                std::int64_t entries);

}  // namespace Strata::Tool

#endif
