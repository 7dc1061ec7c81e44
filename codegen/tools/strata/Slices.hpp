// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_SLICES_HPP
#define STRATA_TOOLS_SLICES_HPP

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <Strata_ReadTensor.hpp>
#include <Strata_Subview.hpp>

/// \file
/// Formats with slices, of tensors that files hold whole.
namespace Strata::Tool {

/// The format with numbers for what its slices leave open: they begin at 0, have a
/// stride of 1 and go to the end.
TensorFormat with_known_slices(const TensorFormat& format,
                               const std::vector<std::int64_t>& whole);

/// Extents of the part that `format` has of a tensor. \throws ShapeMismatch for a
/// slice that is not inside.
std::vector<std::int64_t> part_extents(const TensorFormat& format,
                                       const std::vector<std::int64_t>& whole);

/// What `format`, whose slices have numbers, has of the entries of a whole tensor.
template <class ExecutionSpace>
TensorRef assemble_part(const ExecutionSpace& exec, const TensorFormat& format,
                        const CoordinateList& list, const std::string& label,
                        double fill = 0) {
  TensorRef whole = assemble(exec, format.whole(), list, label, fill);
  return format.is_sliced() ? subview(std::move(whole), format.slices()) : whole;
}

}  // namespace Strata::Tool

#endif
