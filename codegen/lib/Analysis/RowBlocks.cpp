// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/RowBlocks.h"
#include "strata/Analysis/SmallExtents.h"

#include <algorithm>

namespace strata {

/// Processors with other vectors than of 64 bytes have not been measured.
RowBlockChoice chooseRowBlocks(const CompileRequest &request) {
  using Strata::RowBlocks;
  const RowBlocks asked = request.options.row_blocks;
  const bool forHost = request.chip.empty() && request.options.backend == Strata::Backend::jit;
  const bool isMeasured = request.vectorBytes == 64;
  if (!forHost || asked == RowBlocks::whole || (asked == RowBlocks::automatic && !isMeasured))
    return {};
  RowBlockChoice choice;
  choice.bytes = registersOfBlock * request.vectorBytes;
  if (asked == RowBlocks::blocks)
    choice.fewest = 2;
  return choice;
}

std::int64_t bytesOfRowElement(const CompileRequest &request) {
  const Strata::Assignment &a = request.stmt.assignment;
  const auto bytes = [](Strata::ScalarType type) {
    return static_cast<std::int64_t>(size_of(Strata::compute_type(type)));
  };
  return std::max(bytes(request.stmt.tensors.at(a.lhs.tensor).scalar), bytes(a.rhs->type));
}

std::map<std::string, std::int64_t> blockedRows(const CompileRequest &request) {
  const RowBlockChoice choice = chooseRowBlocks(request);
  std::map<std::string, std::int64_t> out;
  if (choice.bytes == 0)
    return out;
  for (const auto &[variable, extent] : smallExtents(request)) {
    const std::int64_t blocks = extent * bytesOfRowElement(request) / choice.bytes;
    if (blocks >= choice.fewest && extent % blocks == 0)
      out[variable] = blocks;
  }
  return out;
}

} // namespace strata
