// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DEVICEGRID_H
#define STRATA_DEVICEGRID_H

#include "strata/Compiler.h"

#include <algorithm>

/// \file
/// How launches run as kernels of CUDA devices. The parameters of a kernel are 64 bits
/// each: the words of kernelArguments(), addresses of device memory among them, then the
/// number of units. Any number of blocks runs all units.
namespace strata {

/// Threads of a block that has no teams: a unit each.
inline constexpr int deviceBlock = 128;

/// Iterations of a sum that a thread has under way together (strata-unroll-reads).
inline constexpr int deviceUnroll = 4;

/// Blocks of \p x by \p y threads.
struct DeviceGrid {
  std::int64_t blocks;
  int x, y;
};

/// Of a launch with \p units units: a block for each team. \p slots, if positive,
/// bounds the threads of a launch without teams, and so its workspaces.
inline DeviceGrid deviceGrid(const ProgramStep &step, std::int64_t units,
                             std::int64_t slots = 0) {
  constexpr std::int64_t maxBlocks = 0x7fffffff;
  units = std::max<std::int64_t>(units, 1);
  if (step.teamSize > 0)
    return {std::min(units, maxBlocks), step.vectorLength, step.teamSize};
  std::int64_t blocks = (units + deviceBlock - 1) / deviceBlock;
  if (slots > 0)
    blocks = std::min(blocks, std::max<std::int64_t>(slots / deviceBlock, 1));
  return {std::min(blocks, maxBlocks), deviceBlock, 1};
}

} // namespace strata

#endif
