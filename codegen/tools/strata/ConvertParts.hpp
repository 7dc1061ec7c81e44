// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOL_CONVERT_PARTS_HPP
#define STRATA_TOOL_CONVERT_PARTS_HPP

#include <string>

#include <Strata_CompositeFormat.hpp>
#include <Strata_CoordinateList.hpp>

namespace Strata::Tool {

/// Writes the parts of a tensor to files of their own, a.h5 as a.0.h5, a.1.h5, …,
/// and says what is in them. \throws UsageError for the standard output.
void convert_parts(const CoordinateList& list, const CompositeFormat& format,
                   const std::string& out);

}  // namespace Strata::Tool

#endif
