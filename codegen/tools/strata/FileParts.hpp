// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_FILE_PARTS_HPP
#define STRATA_TOOLS_FILE_PARTS_HPP

#include <cstddef>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>

#include <Strata_CompositeFormat.hpp>
#include <Strata_CoordinateList.hpp>
#include <Strata_TensorRef.hpp>

/// \file
/// Tensors of files that a format stores in parts.
namespace Strata::Tool {

/// The parts of `list`, with index widths that fit. Waits for exec.
std::vector<TensorRef> parts_of(const Kokkos::DefaultHostExecutionSpace& exec,
                                const CoordinateList& list, const CompositeFormat& format,
                                const std::string& label);

/// "dir/a.tns.gz" and 2: "dir/a.2.tns.gz".
std::string path_of_part(const std::string& path, std::size_t part);

}  // namespace Strata::Tool

#endif
